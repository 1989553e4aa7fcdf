import { type Letterhead, openPaper } from "./paper.ts";
import { categoryTable, expensesTitle, expenseTable, type ReportPaper, reportTitle, totalTable } from "./report.ts";

/** The report of a month to print and file. */
export function makeReportPdf(report: ReportPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const title = reportTitle(report);
  const paper = openPaper({ ...letterhead, title, label: "Monthly report" });
  paper.heading("Category Wise Summary");
  paper.table(categoryTable(report));
  paper.heading(expensesTitle(report));
  if (report.expenses.length === 0) paper.note("No expenses recorded for this month.");
  else paper.table(expenseTable(report));
  paper.heading("Total Summary");
  paper.table(totalTable(report));
  return paper.bytes();
}
