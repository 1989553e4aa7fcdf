import { type Day, formatDay } from "../dates.ts";
import { formatAmount, formatRupees } from "../money.ts";
import { english, type PaperSay } from "./language.ts";
import type { PaperFact, PaperRow, PaperTable } from "./table.ts";

/** What a house was charged and has paid between two days, oldest first; amounts in rupees. A balance above zero is owed. */
export interface HouseStatement {
  readonly HouseNo: string;
  readonly OwnerName: string;
  readonly from: Day;
  readonly to: Day;
  readonly opening: number;
  readonly entries: readonly {
    readonly Date: Day;
    readonly Description: string;
    readonly Charge: number;
    readonly Payment: number;
    readonly Balance: number;
  }[];
  readonly charged: number;
  readonly paid: number;
  readonly closing: number;
}

/** `statement_A-12_2026-01-01_2026-11-30.pdf`; signs that no file system takes are left out. */
export function statementFileName({ HouseNo, from, to }: HouseStatement): string {
  return `statement_${HouseNo.replace(/[^\p{L}\p{N}-]+/gu, "-")}_${from}_${to}.pdf`;
}

export function statementFacts(statement: HouseStatement, say: PaperSay = english.say): PaperFact[] {
  const { HouseNo, OwnerName, from, to, closing } = statement;
  return [
    { label: say("House"), value: HouseNo },
    { label: say("Period"), value: `${formatDay(from)} – ${formatDay(to)}` },
    { label: say("Owner"), value: OwnerName },
    { label: say(closing < 0 ? "Credit" : "Due"), value: formatRupees(Math.abs(closing), 2) },
  ];
}

export function statementTable(statement: HouseStatement, say: PaperSay = english.say): PaperTable {
  const { from, to, opening, entries, charged, paid, closing } = statement;
  const first: PaperRow = { cells: [formatDay(from), say("Opening balance"), "", "", formatAmount(opening)] };
  const last: PaperRow = {
    cells: [formatDay(to), say("Closing balance"), formatAmount(charged), formatAmount(paid), formatAmount(closing)],
    closing: true,
  };
  return {
    columns: [
      { title: say("Date"), share: 1.4 },
      { title: say("Description"), share: 3.4 },
      { title: say("Charge, Rs"), share: 1.6, figure: true },
      { title: say("Payment, Rs"), share: 1.6, figure: true },
      { title: say("Balance, Rs"), share: 1.6, figure: true },
    ],
    rows: [
      first,
      ...entries.map(({ Date: day, Description, Charge, Payment, Balance }) => ({
        cells: [formatDay(day), say(Description), someAmount(Charge), someAmount(Payment), formatAmount(Balance)],
      })),
      last,
    ],
  };
}

function someAmount(rupees: number): string {
  return rupees === 0 ? "" : formatAmount(rupees);
}
