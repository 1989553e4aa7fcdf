import { formatRupees } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { english } from "./locale.ts";
import { categoryTable, expenseTable, type ReportDocument, reportTitle, totalTable } from "./month-report.ts";
import { installmentTable, type PlanDocument, plotTable, rateTable } from "./payment-plan.ts";
import {
  type ReceiptDocument,
  receiptAmountInWords,
  receiptFacts,
  receiptTable,
  voidedText,
} from "./payment-receipt.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";
import { type StatementDocument, statementFacts, statementTable } from "./statement.ts";

/** A receipt to sign, stamp and hand out; a voided one says so across the page. */
export function createReceiptPdf(input: ReceiptDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { receipt } = input;
  const language = letterhead.locale ?? english;
  const { t } = language;
  const title = t("Receipt {receipt}", { receipt: receiptName(receipt) });
  const voided = voidedText(input, t);
  const paper = createPdfDocument({ ...letterhead, title, label: title, watermark: voided ? t("VOID") : undefined });
  if (voided) paper.note(voided);
  paper.facts(receiptFacts(input, t));
  if (receipt.Remarks) paper.remark({ label: t("Remarks"), value: receipt.Remarks });
  paper.figure({ value: formatRupees(receipt.AmountPaid, 2), words: receiptAmountInWords(input, language) });
  if (!voided) paper.table(receiptTable(input, t));
  paper.signatures(t("Stamp"), t("Received by"));
  return paper.toBytes();
}

/** A payment plan: what it charges, when, and whom. */
export function createPlanPdf(plan: PlanDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? english;
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const paper = createPdfDocument({ ...letterhead, title, subtitle, label: t("Payment plan") });
  paper.heading(t("Installments"));
  paper.table(installmentTable(plan, t));
  paper.heading(t("Service rates"));
  paper.table(rateTable(plan, t));
  paper.heading(plan.Plots.length === 1 ? t("1 plot") : t("{count} plots", { count: plan.Plots.length }));
  if (plan.Plots.length === 0) paper.note(t("No plot has this type, category and floor yet."));
  else paper.table(plotTable(plan, t));
  return paper.toBytes();
}

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

/** The account of one house over a period. */
export function createStatementPdf(statement: StatementDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? english;
  const paper = createPdfDocument({
    ...letterhead,
    title: t("Statement of account"),
    label: t("House {house}", { house: statement.HouseNo }),
  });
  paper.facts(statementFacts(statement, t));
  paper.table(statementTable(statement, t));
  return paper.toBytes();
}
