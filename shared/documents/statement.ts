import { type Day, formatDay } from "../dates.ts";
import { formatAmount, formatRupees } from "../money.ts";
import type { DocumentRow, DocumentTable, LabeledValue } from "./document-table.ts";
import { type DocumentTranslate, english } from "./locale.ts";

/** What a house was charged and has paid between two days, oldest first; amounts in rupees. A balance above zero is owed. */
export interface StatementDocument {
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
export function statementFileName({ HouseNo, from, to }: StatementDocument): string {
  return `statement_${HouseNo.replace(/[^\p{L}\p{N}-]+/gu, "-")}_${from}_${to}.pdf`;
}

export function statementFacts(statement: StatementDocument, say: DocumentTranslate = english.t): LabeledValue[] {
  const { HouseNo, OwnerName, from, to, closing } = statement;
  return [
    { label: say("House"), value: HouseNo },
    { label: say("Period"), value: `${formatDay(from)} – ${formatDay(to)}` },
    { label: say("Owner"), value: OwnerName },
    { label: say(closing < 0 ? "Credit" : "Due"), value: formatRupees(Math.abs(closing), 2) },
  ];
}

export function statementTable(statement: StatementDocument, say: DocumentTranslate = english.t): DocumentTable {
  const { from, to, opening, entries, charged, paid, closing } = statement;
  const first: DocumentRow = { cells: [formatDay(from), say("Opening balance"), "", "", formatAmount(opening)] };
  const last: DocumentRow = {
    cells: [formatDay(to), say("Closing balance"), formatAmount(charged), formatAmount(paid), formatAmount(closing)],
    isTotal: true,
  };
  return {
    columns: [
      { title: say("Date"), widthShare: 1.4 },
      { title: say("Description"), widthShare: 3.4 },
      { title: say("Charge, Rs"), widthShare: 1.6, isNumeric: true },
      { title: say("Payment, Rs"), widthShare: 1.6, isNumeric: true },
      { title: say("Balance, Rs"), widthShare: 1.6, isNumeric: true },
    ],
    rows: [
      first,
      ...entries.map(({ Date: day, Description, Charge, Payment, Balance }) => ({
        cells: [formatDay(day), say(Description), amountOrBlank(Charge), amountOrBlank(Payment), formatAmount(Balance)],
      })),
      last,
    ],
  };
}

function amountOrBlank(rupees: number): string {
  return rupees === 0 ? "" : formatAmount(rupees);
}
