import { formatDay } from "../dates.ts";
import { cashBookKindLabels } from "../domain/cash-book.ts";
import type { CashBookRecord } from "../endpoints/cash-book.ts";
import { formatAmount, formatRupees } from "../money.ts";
import { toFileNamePart } from "../text.ts";
import type { DocumentTable, LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** The cash book of an account over some days, amounts in rupees. */
export type CashBookDocument = Omit<CashBookRecord, "AccountID" | "next">;

/** `cash-book_Cash_2026-11-01_2026-11-30`, without the extension. */
export function cashBookFileName({ AccountName, from, to }: Pick<CashBookDocument, "AccountName" | "from" | "to">) {
  return `cash-book_${toFileNamePart(AccountName)}_${from}_${to}`;
}

/** Account, period, opening and closing balance. */
export function cashBookDetails(book: CashBookDocument, t: DocumentTranslate): LabeledValue[] {
  return [
    { label: t("Account"), value: book.AccountName },
    { label: t("Period"), value: `${formatDay(book.from)} – ${formatDay(book.to)}` },
    { label: t("Opening balance"), value: formatRupees(book.opening, 2) },
    { label: t("Closing balance"), value: formatRupees(book.closing, 2) },
  ];
}

/** The entries between the opening and the closing balance. */
export function cashBookTable(book: CashBookDocument, t: DocumentTranslate): DocumentTable {
  const { from, to, opening, entries, closing } = book;
  return {
    columns: [
      { title: t("Date"), widthShare: 1.3 },
      { title: t("Kind"), widthShare: 1.4 },
      { title: t("Number"), widthShare: 1.2 },
      { title: t("Description"), widthShare: 3 },
      { title: t("In, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Out, Rs"), widthShare: 1.6, isNumeric: true },
      { title: t("Balance, Rs"), widthShare: 1.7, isNumeric: true },
    ],
    rows: [
      { cells: [formatDay(from), t("Opening balance"), "", "", "", "", formatAmount(opening)] },
      ...entries.map((entry) => ({
        cells: [
          formatDay(entry.Date),
          t(cashBookKindLabels[entry.Kind]),
          entry.No,
          entry.Text,
          amountOrBlank(entry.In),
          amountOrBlank(entry.Out),
          formatAmount(entry.Balance),
        ],
      })),
      {
        cells: [
          ...[formatDay(to), t("Closing balance"), "", ""],
          ...[book.in, book.out, closing].map((amount) => formatAmount(amount)),
        ],
        isTotal: true,
      },
    ],
  };
}

function amountOrBlank(rupees: number): string {
  return rupees === 0 ? "" : formatAmount(rupees);
}
