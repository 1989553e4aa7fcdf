import { type Day, formatDay } from "../dates.ts";
import type { StatementRecord } from "../endpoints/statement.ts";
import { formatAmount } from "../money.ts";
import { toFileNamePart } from "../text.ts";
import type { DocumentRow, DocumentTable, LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";
import type { SocietyLetterhead } from "./pdf-document.ts";

/** The charges and payments of a house in a period, oldest first; amounts in rupees. A positive balance is owed. */
export type StatementDocument = Omit<StatementRecord, "PlotID" | "from"> & { readonly from: Day };

/** `statement_A-12_2026-01-01_2026-11-30.pdf`. */
export function statementFileName({ HouseNo, from, to }: StatementDocument): string {
  return `statement_${toFileNamePart(HouseNo)}_${from}_${to}.pdf`;
}

/** House, owner, period and closing balance. */
export function statementDetails(statement: StatementDocument, t: DocumentTranslate): LabeledValue[] {
  const { HouseNo, OwnerName, from, to, closing } = statement;
  return [
    { label: t("House"), value: HouseNo },
    { label: t("Period"), value: `${formatDay(from)} – ${formatDay(to)}` },
    { label: t("Owner"), value: OwnerName },
    { label: t("Balance"), value: `Rs ${formatOwed(closing, t)}` },
  ];
}

/** The entries between the balance brought forward and the balance of the last day. */
export function statementTable(statement: StatementDocument, t: DocumentTranslate): DocumentTable {
  const { OwnerName, from, to, opening, entries, charged, paid, closing } = statement;
  const openingRow: DocumentRow = { cells: [formatDay(from), t("Brought forward"), "", "", formatOwed(opening, t)] };
  const closingRow: DocumentRow = {
    cells: [
      formatDay(to),
      t("Balance on {day}", { day: formatDay(to) }),
      formatOwed(charged, t),
      formatAmount(paid),
      formatOwed(closing, t),
    ],
    isTotal: true,
  };
  return {
    columns: [
      { title: t("Date"), widthShare: 1.4 },
      { title: t("Description"), widthShare: 3.4 },
      { title: t("Billed, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Received, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Balance, Rs"), widthShare: 1.6, isNumeric: true },
    ],
    rows: [
      openingRow,
      ...entries.map(({ Date: day, Description, PayerName = OwnerName, Charge, Payment, Balance }) => ({
        cells: [
          formatDay(day),
          // Names the payer if it was not this owner.
          PayerName === OwnerName ? Description : `${Description} (${PayerName})`,
          Charge === 0 ? "" : formatOwed(Charge, t),
          Payment === 0 ? "" : formatAmount(Payment),
          formatOwed(Balance, t),
        ],
      })),
      closingRow,
    ],
  };
}

/** The society's bank accounts. */
export function bankAccountTable(accounts: SocietyLetterhead["BankAccounts"], t: DocumentTranslate): DocumentTable {
  return {
    columns: [
      { title: t("Title of account"), widthShare: 3 },
      { title: t("Bank"), widthShare: 3 },
      { title: t("IBAN"), widthShare: 3 },
    ],
    rows: accounts.map(({ Title, Bank, IBAN }) => ({ cells: [Title, Bank, IBAN] })),
  };
}

/** Formats an amount that the house owes. A negative one is shown as credit: `2,750.00 Cr`. */
function formatOwed(rupees: number, t: DocumentTranslate): string {
  return rupees < 0 ? t("{amount} Cr", { amount: formatAmount(-rupees) }) : formatAmount(rupees);
}
