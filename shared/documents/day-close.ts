import { formatDateTime, formatDay } from "../dates.ts";
import { formatAmount, formatRupees, sumRupees } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import { type dayClose, dayCloseName } from "../resources/day-close.ts";
import type { DocumentTable, LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";
import type { Spreadsheet, SpreadsheetCell } from "./spreadsheet.ts";

/** The sheet of a closed day as the API sends it, amounts in rupees. */
export type DayCloseDocument = RecordOf<typeof dayClose>;

/** A sheet with the address that verifies it, printed as a QR code, and the signature of `chainHeadStatement`. */
export type SignedDayCloseDocument = DayCloseDocument & { codeUrl: string; headSignature: string };

type Drawer = DayCloseDocument["Drawers"][number];
type Line = DayCloseDocument["Lines"][number];

/** `day-close_2026-11-15`, without the extension. */
export function dayCloseFileName({ Date: date }: Pick<DayCloseDocument, "Date">): string {
  return `day-close_${date}`;
}

/** The text whose signature is on the sheet. The signature proves that the portal has issued the chain head. */
export function chainHeadStatement({ Date: date, ChainHead }: Pick<DayCloseDocument, "Date" | "ChainHead">): string {
  return `day-close ${date} ${ChainHead}`;
}

/** Number, day, who closed it and when, the cash of all drawers and the number of receipts. */
export function dayCloseDetails(sheet: DayCloseDocument, t: DocumentTranslate): LabeledValue[] {
  return [
    { label: t("Number"), value: dayCloseName(sheet) },
    { label: t("Day"), value: formatDay(sheet.Date) },
    { label: t("Closed by"), value: `${sheet.ClosedBy}, ${formatDateTime(new Date(sheet.ClosedAt))}` },
    { label: t("Expected"), value: formatRupees(sheet.Expected, 2) },
    { label: t("Counted"), value: formatRupees(sheet.Counted, 2) },
    { label: t("Difference"), value: formatRupees(sheet.Difference, 2) },
    { label: t("Receipts"), value: String(sheet.ReceiptCount) },
  ];
}

/** A row for each drawer, a deduction of the cash that was handed over, and the total. */
export function drawerTable(sheet: DayCloseDocument, t: DocumentTranslate): DocumentTable {
  return {
    columns: drawerColumnTitles.map((title, index) => ({
      title: t(title),
      widthShare: index === 0 ? 1.6 : 1,
      isNumeric: index > 0,
    })),
    rows: [
      ...sheet.Drawers.map((row) => ({ cells: [drawerTitle(row, t), ...drawerAmounts(row).map(formatAmount)] })),
      ...handoverDeductions(sheet).map((amounts) => ({
        cells: [t("Less: cash handed over"), "", "", "", ...amounts.map(formatAmount)],
      })),
      { cells: [t("Total"), "", "", "", ...totals(sheet).map(formatAmount)], isTotal: true },
    ],
  };
}

/** `Sana: -100.00, wrong change given`, for each drawer with a reason. */
export function differenceNotes({ Drawers }: DayCloseDocument): string[] {
  return Drawers.filter(({ DifferenceReason }) => DifferenceReason !== "").map(
    ({ Cashier, Difference, DifferenceReason }) => `${Cashier}: ${formatAmount(Difference)}, ${DifferenceReason}`,
  );
}

/** The sums of the day: receipts by payment method, other income, refunds and expenses. */
export function daySumTable(sheet: DayCloseDocument, t: DocumentTranslate): DocumentTable {
  return {
    columns: [
      { title: t("Description"), widthShare: 3 },
      { title: t("Amount, Rs"), widthShare: 1, isNumeric: true },
    ],
    rows: daySums(sheet).map(({ title, rupees }) => ({ cells: [t(title), formatAmount(rupees)] })),
  };
}

/**
 * A table for each kind of lines: cheques, changes of earlier receipts, other income, refunds, expenses. None is empty.
 */
export function dayLineTables(
  sheet: DayCloseDocument,
  t: DocumentTranslate,
): { title: string; table: DocumentTable }[] {
  return lineGroups(sheet).map(({ title, lines }) => ({
    title: t(title),
    table: {
      columns: [
        { title: t("Number"), widthShare: 1 },
        { title: t("Description"), widthShare: 4 },
        { title: t("Amount, Rs"), widthShare: 1.4, isNumeric: true },
      ],
      rows: lines.map(({ No, Text, Amount }) => ({ cells: [No, Text, formatAmount(Amount)] })),
    },
  }));
}

/** The whole sheet, amounts as numbers, headings and totals bold. */
export function dayCloseSpreadsheet(sheet: DayCloseDocument, t: DocumentTranslate): Spreadsheet {
  const rows: SpreadsheetCell[][] = [];
  const boldRows: number[] = [];
  const addBold = (cells: SpreadsheetCell[]) => boldRows.push(rows.push(cells) - 1);
  const toCells = (amounts: readonly number[]) => amounts.map((rupees) => ({ rupees }));
  addBold([t("Day close"), { day: sheet.Date }]);
  rows.push([t("Closed by"), sheet.ClosedBy, formatDateTime(new Date(sheet.ClosedAt))], []);
  addBold(drawerColumnTitles.map((title) => t(title)));
  for (const row of sheet.Drawers)
    rows.push([drawerTitle(row, t), ...toCells(drawerAmounts(row)), row.DifferenceReason]);
  for (const amounts of handoverDeductions(sheet))
    rows.push([t("Less: cash handed over"), "", "", "", ...toCells(amounts)]);
  addBold([t("Total"), "", "", "", ...toCells(totals(sheet))]);
  rows.push([]);
  addBold([t("Received and paid")]);
  for (const { title, rupees } of daySums(sheet)) rows.push([t(title), { rupees }]);
  for (const { title, lines } of lineGroups(sheet)) {
    rows.push([]);
    addBold([t(title)]);
    for (const { No, Text, Amount } of lines) rows.push([No, { rupees: Amount }, Text]);
  }
  return { name: t("Day close"), rows, boldRows, frozenRows: 1, columnWidths: [24, 16, 16, 16, 16, 16, 16, 30] };
}

const drawerColumnTitles = ["Cashier", "Float", "Received", "Paid out", "Expected", "Counted", "Difference"] as const;

function drawerTitle({ Cashier, HandedTo }: Drawer, t: DocumentTranslate): string {
  return HandedTo === "" ? Cashier : t("{cashier}, handed over to {name}", { cashier: Cashier, name: HandedTo });
}

function drawerAmounts(row: Drawer): number[] {
  const { Float, Receipts, OtherIncome, Refunds, Expenses, Expected, Counted, Difference } = row;
  return [Float, sumRupees([Receipts, OtherIncome]), 0 - sumRupees([Refunds, Expenses]), Expected, Counted, Difference];
}

/**
 * Expected, counted and difference of the deduction. Cash that was handed over is counted in the receiving drawer too;
 * the deduction takes it off once, so that the columns add up to the total. Empty if no drawer was handed over.
 */
function handoverDeductions({ Drawers }: DayCloseDocument): number[][] {
  const handedOver = Drawers.filter(({ HandedTo }) => HandedTo !== "");
  const deduction = 0 - sumRupees(handedOver.map(({ Counted }) => Counted));
  return handedOver.length === 0 ? [] : [[deduction, deduction, 0]];
}

function totals({ Expected, Counted, Difference }: DayCloseDocument): number[] {
  return [Expected, Counted, Difference];
}

function daySums({ ByMethod, OtherIncome, Refunds, Expenses }: DayCloseDocument) {
  return [
    { title: "Receipts in cash", rupees: ByMethod.Cash },
    { title: "Receipts by cheque", rupees: ByMethod.Cheque },
    { title: "Receipts by bank transfer", rupees: ByMethod["Bank Transfer"] },
    { title: "Online receipts", rupees: ByMethod.Online },
    { title: "Other income", rupees: OtherIncome },
    { title: "Refunds", rupees: 0 - Refunds },
    { title: "Expenses paid", rupees: 0 - Expenses },
  ] as const;
}

/** The lines of the sheet under their headings. */
function lineGroups({ Lines }: DayCloseDocument) {
  const ofKind = (kind: Line["Kind"]) => Lines.filter(({ Kind }) => Kind === kind);
  const receipts = ofKind("receipt");
  const groups = [
    // Of the new receipts, the sheet lists only those by cheque (summarizeDay); the others are in its sums.
    { title: "Cheques received", lines: receipts.filter(({ IsNew }) => IsNew === 1) },
    { title: "Earlier receipts changed or voided", lines: receipts.filter(({ IsNew }) => IsNew === 0) },
    { title: "Other income", lines: ofKind("other-income") },
    { title: "Refunds", lines: ofKind("refund") },
    { title: "Expenses paid", lines: ofKind("expense") },
  ] as const;
  return groups.filter(({ lines }) => lines.length > 0);
}
