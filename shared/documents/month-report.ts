import { type Day, formatDay, MONTH_NAMES, type YearMonth } from "../dates.ts";
import type { MonthReport } from "../domain/month-report.ts";
import { formatRupees } from "../money.ts";
import { type DocumentTable, dash } from "./document-table.ts";
import { type DocumentTranslate, english } from "./locale.ts";
import type { Spreadsheet } from "./spreadsheet.ts";

/** The report of a month as the server gives it, amounts in rupees. */
export interface ReportDocument extends MonthReport, YearMonth {
  readonly expenses: readonly {
    readonly ExpenseType: string;
    readonly ExpenseTitle: string;
    readonly Description?: string;
    readonly Amount: number;
    readonly PaidOnDate?: Day | null;
  }[];
}

/** `Maintenance Report - November 2026`. */
export function reportTitle(month: YearMonth, say: DocumentTranslate = english.t): string {
  return say("Maintenance Report - {month}", { month: monthName(month, say) });
}

/** `report_11_2026`, without an ending. */
export function reportFileName({ month, year }: YearMonth): string {
  return `report_${month}_${year}`;
}

export function expensesTitle(month: YearMonth, say: DocumentTranslate = english.t): string {
  return say("Expenses in {month}", { month: monthName(month, say) });
}

export function categoryTable({ summary }: ReportDocument, say: DocumentTranslate = english.t): DocumentTable {
  return {
    columns: categoryTitles.map((title, at) => ({ title: say(title), widthShare: 1, isNumeric: at > 0 })),
    rows: Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      cells: [name, String(paidCount), String(unpaidCount), wholeRupees(paidAmount), wholeRupees(unpaidAmount)],
    })),
  };
}

export function expenseTable({ expenses, total }: ReportDocument, say: DocumentTranslate = english.t): DocumentTable {
  const shares = [0.5, 1.6, 2.3, 2.5, 1.6, 1.8];
  return {
    columns: expenseTitles.map((title, at) => ({
      title: say(title),
      widthShare: shares[at] ?? 1,
      isNumeric: title === "Amount",
    })),
    rows: [
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, at) => ({
        cells: [
          String(at + 1),
          ExpenseType,
          ExpenseTitle,
          Description || dash,
          wholeRupees(Amount),
          PaidOnDate ? formatDay(PaidOnDate) : dash,
        ],
      })),
      { cells: ["", say("Total"), "", "", wholeRupees(total.expenses), ""], isTotal: true },
    ],
  };
}

export function totalTable({ total }: ReportDocument, say: DocumentTranslate = english.t): DocumentTable {
  const { received, due, expenses, status } = total;
  return {
    columns: totalTitles.map((title) => ({ title: say(title), widthShare: 1, isNumeric: title !== "Financial Health" })),
    rows: [{ cells: [wholeRupees(received), wholeRupees(due), wholeRupees(expenses), say(status)] }],
  };
}

/** The same three sections as figures, on one sheet. */
export function reportSpreadsheet(report: ReportDocument, say: DocumentTranslate = english.t): Spreadsheet {
  const { summary, expenses, total } = report;
  const said = (titles: readonly string[]) => titles.map((title) => say(title));
  return {
    name: "Maintenance Report",
    frozenRows: 1,
    columnWidths: [14, 20, 28, 34, 16, 14],
    rows: [
      [reportTitle(report, say)],
      [],
      [say("Category Wise Summary")],
      said(categoryTitles),
      ...Object.entries(summary).map(([name, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => [
        name,
        paidCount,
        unpaidCount,
        { rupees: paidAmount },
        { rupees: unpaidAmount },
      ]),
      [],
      [say("Expenses")],
      ...(expenses.length === 0 ? [[say("No expenses recorded this month")]] : [said(expenseTitles)]),
      ...expenses.map(({ ExpenseType, ExpenseTitle, Description, Amount, PaidOnDate }, at) => [
        at + 1,
        ExpenseType,
        ExpenseTitle,
        Description ?? "",
        { rupees: Amount },
        PaidOnDate ? { day: PaidOnDate } : "",
      ]),
      [],
      [say("Total Summary")],
      said(totalTitles),
      [{ rupees: total.received }, { rupees: total.due }, { rupees: total.expenses }, say(total.status)],
    ],
  };
}

const categoryTitles = ["Category", "Paid Houses", "Unpaid Houses", "Received", "Due"];
const expenseTitles = ["#", "Type", "Title", "Description", "Amount", "Paid On"];
const totalTitles = ["Total Received", "Total Due", "Total Expenses", "Financial Health"];

function wholeRupees(amount: number): string {
  return formatRupees(amount, 0);
}

function monthName({ month, year }: YearMonth, say: DocumentTranslate): string {
  return say("{month} {year}", { month: say(`${MONTH_NAMES[month - 1]}`), year });
}
