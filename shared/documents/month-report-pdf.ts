import { english } from "./locale.ts";
import { categoryTable, expenseTable, type ReportDocument, reportTitle, totalTable } from "./month-report.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";

/** The report of a month to print and file. */
export function createReportPdf(report: ReportDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? english;
  const title = reportTitle(report, t);
  const paper = createPdfDocument({ ...letterhead, title, label: t("Monthly report") });
  paper.heading(t("Category Wise Summary"));
  paper.table(categoryTable(report, t));
  paper.heading(t("Expenses"));
  if (report.expenses.length === 0) paper.note(t("No expenses recorded for this month."));
  else paper.table(expenseTable(report, t));
  paper.heading(t("Total Summary"));
  paper.table(totalTable(report, t));
  return paper.toBytes();
}
