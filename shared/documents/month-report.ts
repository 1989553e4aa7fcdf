import { type Day, formatDay, monthNames, type YearMonth } from "../dates.ts";
import { lossPercent, type MonthReport } from "../domain/month-report.ts";
import { formatRupees, toPaisaSum } from "../money.ts";
import { type Adjustment, adjustmentKindLabels, adjustmentName } from "../resources/adjustment.ts";
import { type DocumentTable, dash } from "./document-table.ts";
import { type DocumentTranslate, englishLocale } from "./locale.ts";
import type { Spreadsheet } from "./spreadsheet.ts";

/** The report of a month as the API sends it, amounts in rupees. */
export interface ReportDocument extends MonthReport, YearMonth {
  readonly expenses: readonly {
    readonly ExpenseType: string;
    readonly ExpenseTitle: string;
    readonly Description?: string;
    readonly Amount: number;
    readonly PaidOnDate?: Day | null;
  }[];
  readonly adjustments: readonly {
    readonly AdjustmentNo: number;
    readonly HouseNo: string;
    readonly Kind: Adjustment["Kind"];
    readonly Reason: string;
    readonly Amount: number;
    readonly Date: Day;
  }[];
}

/** `Maintenance Report - November 2026`. */
export function reportTitle(month: YearMonth, t: DocumentTranslate = englishLocale.t): string {
  return t("Maintenance Report - {month}", { month: monthName(month, t) });
}

/** `report_11_2026`, without extension. */
export function reportFileName({ month, year }: YearMonth): string {
  return `report_${month}_${year}`;
}

/** `Expenses in November 2026`. */
export function expensesTitle(month: YearMonth, t: DocumentTranslate = englishLocale.t): string {
  return t("Expenses in {month}", { month: monthName(month, t) });
}

/** Paid and unpaid houses and amounts by category. */
export function categoryTable({ summary }: ReportDocument, t: DocumentTranslate = englishLocale.t): DocumentTable {
  return {
    columns: categoryColumnTitles.map((title, index) => ({ title: t(title), widthShare: 1, isNumeric: index > 0 })),
    rows: Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      cells: [name, String(paidCount), String(unpaidCount), wholeRupees(paidAmount), wholeRupees(unpaidAmount)],
    })),
  };
}

/** The expenses of the month and their total. */
export function expenseTable(
  { expenses, total }: ReportDocument,
  t: DocumentTranslate = englishLocale.t,
): DocumentTable {
  const widthShares = [0.5, 1.6, 2.3, 2.5, 1.6, 1.8];
  return {
    columns: expenseColumnTitles.map((title, index) => ({
      title: t(title),
      widthShare: widthShares[index] ?? 1,
      isNumeric: title === "Amount",
    })),
    rows: [
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, index) => ({
        cells: [
          String(index + 1),
          ExpenseType,
          ExpenseTitle,
          Description || dash,
          wholeRupees(Amount),
          PaidOnDate ? formatDay(PaidOnDate) : dash,
        ],
      })),
      { cells: ["", t("Total"), "", "", wholeRupees(total.expenses), ""], isTotal: true },
    ],
  };
}

/** The adjustments of the month. They have no total, because some raise what is due and others lower it. */
export function adjustmentTable(
  { adjustments }: ReportDocument,
  t: DocumentTranslate = englishLocale.t,
): DocumentTable {
  const widthShares = [1, 1.2, 1.5, 3.2, 1.6, 1.4];
  return {
    columns: adjustmentColumnTitles.map((title, index) => ({
      title: t(title),
      widthShare: widthShares[index] ?? 1,
      isNumeric: title === "Amount",
    })),
    rows: adjustments.map((row) => ({
      cells: [
        adjustmentName(row),
        row.HouseNo,
        t(adjustmentKindLabels[row.Kind]),
        row.Reason,
        wholeRupees(row.Amount),
        formatDay(row.Date),
      ],
    })),
  };
}

/** The totals of the month on one row. */
export function totalTable({ total }: ReportDocument, t: DocumentTranslate = englishLocale.t): DocumentTable {
  const { received, due, expenses } = total;
  return {
    columns: totalColumnTitles.map((title) => ({
      title: t(title),
      widthShare: 1,
      isNumeric: title !== "Financial Health",
    })),
    rows: [{ cells: [wholeRupees(received), wholeRupees(due), wholeRupees(expenses), financialHealthText(total, t)] }],
  };
}

/** The tables on one sheet, amounts as numbers. Adjustments stand there if there are any. */
export function reportSpreadsheet(report: ReportDocument, t: DocumentTranslate = englishLocale.t): Spreadsheet {
  const { summary, expenses, adjustments, total } = report;
  const translateAll = (titles: readonly string[]) => titles.map((title) => t(title));
  return {
    name: "Maintenance Report",
    frozenRows: 1,
    columnWidths: [14, 20, 28, 34, 16, 14],
    rows: [
      [reportTitle(report, t)],
      [],
      [t("Category Wise Summary")],
      translateAll(categoryColumnTitles),
      ...Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => [
        name,
        paidCount,
        unpaidCount,
        { rupees: paidAmount },
        { rupees: unpaidAmount },
      ]),
      [],
      [t("Expenses")],
      ...(expenses.length === 0 ? [[t("No expenses recorded this month")]] : [translateAll(expenseColumnTitles)]),
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, index) => [
        index + 1,
        ExpenseType,
        ExpenseTitle,
        Description ?? "",
        { rupees: Amount },
        PaidOnDate ? { day: PaidOnDate } : "",
      ]),
      [],
      ...(adjustments.length === 0 ? [] : [[t("Adjustments")], translateAll(adjustmentColumnTitles)]),
      ...adjustments.map((row) => [
        adjustmentName(row),
        row.HouseNo,
        t(adjustmentKindLabels[row.Kind]),
        row.Reason,
        { rupees: row.Amount },
        { day: row.Date },
      ]),
      ...(adjustments.length === 0 ? [] : [[]]),
      [t("Total Summary")],
      translateAll(totalColumnTitles),
      [{ rupees: total.received }, { rupees: total.due }, { rupees: total.expenses }, financialHealthText(total, t)],
    ],
  };
}

const categoryColumnTitles = ["Category", "Paid Houses", "Unpaid Houses", "Received", "Due"];
const expenseColumnTitles = ["#", "Type", "Title", "Description", "Amount", "Paid On"];
const adjustmentColumnTitles = ["No.", "House", "Kind", "Reason", "Amount", "Date"];
const totalColumnTitles = ["Total Received", "Total Due", "Total Expenses", "Financial Health"];

/** `Profit` or `Loss (N%)`, translated. `total.status` contains the same text, but always in English. */
export function financialHealthText(
  { received, expenses }: MonthReport["total"],
  t: DocumentTranslate = englishLocale.t,
): string {
  const percent = lossPercent(toPaisaSum(received), toPaisaSum(expenses));
  return percent === undefined ? t("Profit") : t("Loss ({percent}%)", { percent });
}

function wholeRupees(amount: number): string {
  return formatRupees(amount, 0);
}

function monthName({ month, year }: YearMonth, t: DocumentTranslate): string {
  return t("{month} {year}", { month: t(`${monthNames[month - 1]}`), year });
}
