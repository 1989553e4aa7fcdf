import { type Day, formatDay, type YearMonth } from "../dates.ts";
import type { AdjustmentRecord } from "../domain/adjustment-records.ts";
import { type CategorySummary, lossPercent, type MonthReport } from "../domain/month-report.ts";
import { formatRupees, percentOf, sumRupees, toPaisaSum } from "../money.ts";
import { adjustmentKindLabels, adjustmentName } from "../resources/adjustment.ts";
import { describeAdjustedItem, describeAdjustmentState } from "./adjustment-texts.ts";
import { type DocumentTable, dash } from "./document-table.ts";
import { type DocumentTranslate, formatMonth } from "./locale.ts";
import type { Spreadsheet, SpreadsheetCell } from "./spreadsheet.ts";

/** The report of a month as the API sends it, amounts in rupees. */
export interface ReportDocument extends MonthReport, YearMonth {
  readonly expenses: readonly {
    readonly ExpenseType: string;
    readonly ExpenseTitle: string;
    readonly Description?: string;
    readonly Amount: number;
    readonly PaidOnDate?: Day | null;
  }[];
  readonly adjustments: readonly AdjustmentRecord[];
}

/** `Maintenance Report - November 2026`. */
export function reportTitle(month: YearMonth, t: DocumentTranslate): string {
  return t("Maintenance Report - {month}", { month: formatMonth(month, t) });
}

/** `report_11_2026`, without extension. */
export function reportFileName({ month, year }: YearMonth): string {
  return `report_${month}_${year}`;
}

/** `Expenses in November 2026`. */
export function expensesTitle(month: YearMonth, t: DocumentTranslate): string {
  return t("Expenses in {month}", { month: formatMonth(month, t) });
}

/** Paid and unpaid houses, amounts and recovery by category, and their total. */
export function categoryTable(report: ReportDocument, t: DocumentTranslate): DocumentTable {
  return {
    columns: categoryColumnTitles.map((title, index) => ({ title: t(title), widthShare: 1, isNumeric: index > 0 })),
    rows: [
      ...Object.entries(report.summary).map(([name, category]) => ({ cells: [name, ...toCells(category)] })),
      { cells: [t("Total"), ...toCells(sumCategories(report))], isTotal: true },
    ],
  };

  function toCells(category: CategorySummary): string[] {
    const { paidCount, unpaidCount, paidAmount, unpaidAmount } = category;
    return [
      String(paidCount),
      String(unpaidCount),
      wholeRupees(paidAmount),
      wholeRupees(unpaidAmount),
      `${recoveryPercent(category).toFixed(1)}%`,
    ];
  }
}

/** All categories of the report together. */
export function sumCategories({ summary, total }: Pick<ReportDocument, "summary" | "total">): CategorySummary {
  const categories = Object.values(summary);
  return {
    paidCount: categories.reduce((sum, { paidCount }) => sum + paidCount, 0),
    unpaidCount: categories.reduce((sum, { unpaidCount }) => sum + unpaidCount, 0),
    paidAmount: total.received,
    unpaidAmount: total.due,
  };
}

/** The received percentage of the charged amounts. */
export function recoveryPercent({
  paidAmount,
  unpaidAmount,
}: Pick<CategorySummary, "paidAmount" | "unpaidAmount">): number {
  return percentOf(paidAmount, paidAmount + unpaidAmount);
}

/** The received amount less the expenses, in rupees; negative for a loss. */
export function reportSurplus({ received, expenses }: MonthReport["total"]): number {
  return sumRupees([received, -expenses]);
}

/** The expenses of the month and their total. */
export function expenseTable({ expenses, total }: ReportDocument, t: DocumentTranslate): DocumentTable {
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
export function adjustmentTable({ adjustments }: ReportDocument, { today, t }: ReportOptions): DocumentTable {
  const widthShares = [1.3, 1.1, 1.7, 1.4, 1.6, 2, 1.3, 1.6, 1.2];
  return {
    columns: adjustmentColumnTitles.map((title, index) => ({
      title: t(title),
      widthShare: widthShares[index] ?? 1,
      isNumeric: title === "Amount",
    })),
    rows: adjustments.map((row) => {
      const { house, owner, kind, item, reason, state } = describeAdjustment(row, { today, t });
      const texts = [adjustmentName(row), house, owner, kind, item || dash, reason];
      return { cells: [...texts, wholeRupees(row.Amount), formatDay(row.Date), state || dash] };
    }),
  };
}

interface ReportOptions {
  /** The day that decides whether a charge is overdue. */
  today: Day;
  t: DocumentTranslate;
}

function describeAdjustment(row: AdjustmentRecord, { today, t }: ReportOptions) {
  return {
    house: row.HouseNo,
    owner: row.OwnerName,
    kind: t(adjustmentKindLabels[row.Kind]),
    item: describeAdjustedItem(row, t),
    reason: row.Reason,
    state: describeAdjustmentState(row, { today, t }),
  };
}

/** The totals of the month on one row. */
export function totalTable({ total }: ReportDocument, t: DocumentTranslate): DocumentTable {
  const { received, due, expenses } = total;
  return {
    columns: totalColumnTitles.map((title) => ({
      title: t(title),
      widthShare: 1,
      isNumeric: title !== "Financial Health",
    })),
    rows: [
      {
        cells: [
          wholeRupees(received),
          wholeRupees(due),
          wholeRupees(expenses),
          financialHealthText(total, t),
          wholeRupees(reportSurplus(total)),
        ],
      },
    ],
  };
}

/**
 * The tables on one sheet, amounts as numbers, headings and totals bold. Without adjustments, their table is left out.
 */
export function reportSpreadsheet(report: ReportDocument, { today, t }: ReportOptions): Spreadsheet {
  const { summary, expenses, adjustments, total } = report;
  const rows: SpreadsheetCell[][] = [];
  const boldRows: number[] = [];
  addBold([reportTitle(report, t)]);
  rows.push([]);

  addSection("Category Wise Summary", categoryColumnTitles);
  for (const [name, category] of Object.entries(summary)) rows.push([name, ...categoryCells(category)]);
  addBold([t("Total"), ...categoryCells(sumCategories(report))]);
  rows.push([]);

  addSection("Expenses", expenses.length > 0 ? expenseColumnTitles : []);
  if (expenses.length === 0) rows.push([t("No expenses recorded this month")]);
  for (const [index, { ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }] of expenses.entries())
    rows.push([
      index + 1,
      ExpenseType,
      ExpenseTitle,
      Description ?? "",
      { rupees: Amount },
      PaidOnDate ? { day: PaidOnDate } : "",
    ]);
  if (expenses.length > 0) addBold(["", t("Total"), "", "", { rupees: total.expenses }]);
  rows.push([]);

  if (adjustments.length > 0) {
    addSection("Adjustments", adjustmentColumnTitles);
    for (const row of adjustments) {
      const { house, owner, kind, item, reason, state } = describeAdjustment(row, { today, t });
      const texts = [adjustmentName(row), house, owner, kind, item, reason];
      rows.push([...texts, { rupees: row.Amount }, { day: row.Date }, state]);
    }
    rows.push([]);
  }

  addSection("Total Summary", totalColumnTitles);
  rows.push([
    { rupees: total.received },
    { rupees: total.due },
    { rupees: total.expenses },
    financialHealthText(total, t),
    { rupees: reportSurplus(total) },
  ]);
  return {
    name: "Maintenance Report",
    frozenRows: 1,
    columnWidths: [16, 20, 28, 34, 18, 24, 16, 14, 14],
    rows,
    boldRows,
  };

  function addBold(row: SpreadsheetCell[]): void {
    boldRows.push(rows.length);
    rows.push(row);
  }

  function addSection(heading: string, columnTitles: readonly string[]): void {
    addBold([t(heading)]);
    if (columnTitles.length > 0) addBold(columnTitles.map((title) => t(title)));
  }
}

function categoryCells(category: CategorySummary): SpreadsheetCell[] {
  const { paidCount, unpaidCount, paidAmount, unpaidAmount } = category;
  return [
    paidCount,
    unpaidCount,
    { rupees: paidAmount },
    { rupees: unpaidAmount },
    { percent: recoveryPercent(category) },
  ];
}

const categoryColumnTitles = ["Category", "Paid Houses", "Unpaid Houses", "Received", "Due", "Recovery"];
const expenseColumnTitles = ["#", "Type", "Title", "Description", "Amount", "Paid On"];
const adjustmentColumnTitles = ["No.", "House", "Owner", "Kind", "Applies to", "Reason", "Amount", "Date", "State"];
const totalColumnTitles = [
  "Total Received",
  "Total Due",
  "Total Expenses",
  "Financial Health",
  "Received less expenses",
];

/** `Profit` or `Loss (N%)`, translated. `total.status` contains the same text, but always in English. */
export function financialHealthText({ received, expenses }: MonthReport["total"], t: DocumentTranslate): string {
  const percent = lossPercent(toPaisaSum(received), toPaisaSum(expenses));
  return percent === undefined ? t("Profit") : t("Loss ({percent}%)", { percent });
}

function wholeRupees(amount: number): string {
  return formatRupees(amount, 0);
}
