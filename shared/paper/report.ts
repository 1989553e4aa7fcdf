import { type Day, formatDay, MONTH_NAMES, type YearMonth } from "../dates.ts";
import type { MonthReport } from "../domain/month-report.ts";
import { formatRupees } from "../money.ts";
import type { Sheet } from "./sheet.ts";
import { dash, type PaperTable } from "./table.ts";

/** The report of a month as the server gives it, amounts in rupees. */
export interface ReportPaper extends MonthReport, YearMonth {
  readonly expenses: readonly {
    readonly ExpenseType: string;
    readonly ExpenseTitle: string;
    readonly Description?: string;
    readonly Amount: number;
    readonly PaidOnDate?: Day | null;
  }[];
}

/** `Maintenance Report - November 2026`. */
export function reportTitle(month: YearMonth): string {
  return `Maintenance Report - ${monthName(month)}`;
}

/** `report_11_2026`, without an ending. */
export function reportFileName({ month, year }: YearMonth): string {
  return `report_${month}_${year}`;
}

export function expensesTitle(month: YearMonth): string {
  return `Expenses in ${monthName(month)}`;
}

export function categoryTable({ summary }: ReportPaper): PaperTable {
  return {
    columns: categoryTitles.map((title, at) => ({ title, share: 1, figure: at > 0 })),
    rows: Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      cells: [name, String(paidCount), String(unpaidCount), rupees(paidAmount), rupees(unpaidAmount)],
    })),
  };
}

export function expenseTable({ expenses, total }: ReportPaper): PaperTable {
  const shares = [0.5, 1.6, 2.4, 2.8, 1.6, 1.4];
  return {
    columns: expenseTitles.map((title, at) => ({ title, share: shares[at] ?? 1, figure: title === "Amount" })),
    rows: [
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, at) => ({
        cells: [
          String(at + 1),
          ExpenseType,
          ExpenseTitle,
          Description || dash,
          rupees(Amount),
          PaidOnDate ? formatDay(PaidOnDate) : dash,
        ],
      })),
      { cells: ["", "Total", "", "", rupees(total.expenses), ""], closing: true },
    ],
  };
}

export function totalTable({ total: { received, due, expenses, status } }: ReportPaper): PaperTable {
  return {
    columns: totalTitles.map((title) => ({ title, share: 1, figure: title !== "Financial Health" })),
    rows: [{ cells: [rupees(received), rupees(due), rupees(expenses), status] }],
  };
}

/** The same three sections as figures, on one sheet. */
export function reportSheet(report: ReportPaper): Sheet {
  const { summary, expenses, total } = report;
  return {
    name: "Maintenance Report",
    frozen: 1,
    widths: [14, 20, 28, 34, 16, 14],
    rows: [
      [reportTitle(report)],
      [],
      ["Category Wise Summary"],
      categoryTitles,
      ...Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => [
        name,
        paidCount,
        unpaidCount,
        { rupees: paidAmount },
        { rupees: unpaidAmount },
      ]),
      [],
      ["Expenses"],
      ...(expenses.length === 0 ? [["No expenses recorded this month"]] : [expenseTitles]),
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, at) => [
        at + 1,
        ExpenseType,
        ExpenseTitle,
        Description ?? "",
        { rupees: Amount },
        PaidOnDate ? { day: PaidOnDate } : "",
      ]),
      [],
      ["Total Summary"],
      totalTitles,
      [{ rupees: total.received }, { rupees: total.due }, { rupees: total.expenses }, total.status],
    ],
  };
}

const categoryTitles = ["Category", "Paid Houses", "Unpaid Houses", "Received", "Due"];
const expenseTitles = ["#", "Type", "Title", "Description", "Amount", "Paid On"];
const totalTitles = ["Total Received", "Total Due", "Total Expenses", "Financial Health"];

function rupees(amount: number): string {
  return formatRupees(amount, 0);
}

function monthName({ month, year }: YearMonth): string {
  return `${MONTH_NAMES[month - 1]} ${year}`;
}
