import { english } from "./language.ts";
import { type Letterhead, openPaper } from "./paper.ts";
import { categoryTable, expenseTable, type ReportPaper, reportTitle, totalTable } from "./report.ts";

/** The report of a month to print and file. */
export function makeReportPdf(report: ReportPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { say } = letterhead.language ?? english;
  const title = reportTitle(report, say);
  const paper = openPaper({ ...letterhead, title, label: say("Monthly report") });
  paper.heading(say("Category Wise Summary"));
  paper.table(categoryTable(report, say));
  paper.heading(say("Expenses"));
  if (report.expenses.length === 0) paper.note(say("No expenses recorded for this month."));
  else paper.table(expenseTable(report, say));
  paper.heading(say("Total Summary"));
  paper.table(totalTable(report, say));
  return paper.bytes();
}
