import { formatRupees } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type CashBookDocument, cashBookDetails, cashBookTable } from "./cash-book.ts";
import { englishLocale } from "./locale.ts";
import {
  adjustmentTable,
  categoryTable,
  expenseTable,
  type ReportDocument,
  reportTitle,
  totalTable,
} from "./month-report.ts";
import { installmentTable, type PlanDocument, plotTable, rateTable } from "./payment-plan.ts";
import {
  type ReceiptDocument,
  receiptAmountInWords,
  receiptDetails,
  receiptTable,
  voidedText,
} from "./payment-receipt.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";
import { bankAccountTable, type StatementDocument, statementDetails, statementTable } from "./statement.ts";

/** A receipt with room for stamp and signature. A voided one has the watermark VOID. */
export function createReceiptPdf(input: ReceiptDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { receipt } = input;
  const locale = letterhead.locale ?? englishLocale;
  const { t } = locale;
  const title = t("Receipt {receipt}", { receipt: receiptName(receipt) });
  const voidedNotice = voidedText(input, t);
  const pdf = createPdfDocument({
    ...letterhead,
    title,
    label: title,
    watermark: voidedNotice ? t("VOID") : undefined,
  });
  if (voidedNotice) pdf.note(voidedNotice);
  pdf.details(receiptDetails(input, t));
  if (receipt.Remarks) pdf.wideDetail({ label: t("Remarks"), value: receipt.Remarks });
  pdf.amount({ value: formatRupees(receipt.AmountPaid, 2), words: receiptAmountInWords(input, locale) });
  if (!voidedNotice) pdf.table(receiptTable(input, t));
  pdf.signatures(t("Stamp"), t("Received by"));
  if (letterhead.society.ReceiptFooter) pdf.note(letterhead.society.ReceiptFooter);
  return pdf.toBytes();
}

/** The cash book of an account over some days. */
export function createCashBookPdf(book: CashBookDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? englishLocale;
  const pdf = createPdfDocument({ ...letterhead, title: t("Cash Book"), label: book.AccountName });
  pdf.details(cashBookDetails(book, t));
  pdf.table(cashBookTable(book, t));
  return pdf.toBytes();
}

/** A payment plan with its installments, service rates and plots. */
export function createPlanPdf(plan: PlanDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? englishLocale;
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const pdf = createPdfDocument({ ...letterhead, title, subtitle, label: t("Payment plan") });
  pdf.heading(t("Installments"));
  pdf.table(installmentTable(plan, t));
  pdf.heading(t("Service rates"));
  pdf.table(rateTable(plan, t));
  pdf.heading(plan.Plots.length === 1 ? t("1 plot") : t("{count} plots", { count: plan.Plots.length }));
  if (plan.Plots.length === 0) pdf.note(t("No plot has this type, category and floor yet."));
  else pdf.table(plotTable(plan, t));
  return pdf.toBytes();
}

/** The report of a month. */
export function createReportPdf(report: ReportDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? englishLocale;
  const title = reportTitle(report, t);
  const pdf = createPdfDocument({ ...letterhead, title, label: t("Monthly report") });
  pdf.heading(t("Category Wise Summary"));
  pdf.table(categoryTable(report, t));
  pdf.heading(t("Expenses"));
  if (report.expenses.length === 0) pdf.note(t("No expenses recorded for this month."));
  else pdf.table(expenseTable(report, t));
  if (report.adjustments.length > 0) {
    pdf.heading(t("Adjustments"));
    pdf.table(adjustmentTable(report, t));
  }
  pdf.heading(t("Total Summary"));
  pdf.table(totalTable(report, t));
  return pdf.toBytes();
}

/** The statement of a house over a period, with the accounts to pay into. */
export function createStatementPdf(statement: StatementDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? englishLocale;
  const pdf = createPdfDocument({
    ...letterhead,
    title: t("Statement of account"),
    label: t("House {house}", { house: statement.HouseNo }),
  });
  pdf.details(statementDetails(statement, t));
  pdf.table(statementTable(statement, t));
  const { BankAccounts } = letterhead.society;
  if (BankAccounts.length > 0) {
    pdf.heading(t("Bank accounts"));
    pdf.table(bankAccountTable(BankAccounts, t));
  }
  return pdf.toBytes();
}
