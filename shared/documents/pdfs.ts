import { formatDay } from "../dates.ts";
import type { PaymentPlanDetails } from "../endpoints/payment-plan-full.ts";
import { formatRupees } from "../money.ts";
import { certificateName } from "../resources/certificate.ts";
import { depositSlipName } from "../resources/deposit-slip.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type CashBookDocument, cashBookDetails, cashBookTable } from "./cash-book.ts";
import {
  type CertificateDocument,
  certificateDetails,
  certificateNotice,
  certificateStatement,
} from "./certificate.ts";
import {
  dayCloseDetails,
  dayLineTables,
  daySumTable,
  differenceNotes,
  drawerTable,
  type SignedDayCloseDocument,
} from "./day-close.ts";
import { type DepositSlipDocument, depositSlipDetails, depositSlipTable } from "./deposit-slip.ts";
import { englishLocale } from "./locale.ts";
import {
  adjustmentTable,
  categoryTable,
  expenseTable,
  type ReportDocument,
  reportTitle,
  totalTable,
} from "./month-report.ts";
import { installmentTable, plotTable, rateTable } from "./payment-plan.ts";
import { type ReceiptDocument, receiptDetails, receiptNotice, receiptTable } from "./payment-receipt.ts";
import { createPdfDocument, type DocumentContext } from "./pdf-document.ts";
import { bankAccountTable, type StatementDocument, statementDetails, statementTable } from "./statement.ts";
import { ownerDetails, type TransferLetterDocument, transferStatement } from "./transfer-letter.ts";

/** A receipt with room for stamp and signature. A voided receipt, or one whose cheque was not paid, is marked VOID. */
export function createReceiptPdf(input: ReceiptDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { receipt } = input;
  const locale = context.locale ?? englishLocale;
  const { t } = locale;
  const title = t("Receipt {receipt}", { receipt: receiptName(receipt) });
  const notice = receiptNotice(input, t);
  const pdf = createPdfDocument({
    ...context,
    title,
    headerText: title,
    watermark: notice ? t("VOID") : undefined,
  });
  if (notice) pdf.note(notice);
  pdf.details(receiptDetails(input, t));
  if (receipt.Remarks) pdf.wideDetail({ label: t("Remarks"), value: receipt.Remarks });
  pdf.amount({ value: formatRupees(receipt.AmountPaid, 2), words: locale.amountInWords(receipt.AmountPaid) });
  if (!notice) pdf.table(receiptTable(input, t));
  pdf.stampSignatureAndCode(
    t("Stamp"),
    t("Received by"),
    input.codeUrl ? { url: input.codeUrl, label: t("Scan to check") } : undefined,
  );
  if (context.society.ReceiptFooter) pdf.note(context.society.ReceiptFooter);
  return pdf.toBytes();
}

/** A certificate with room for stamp and signature. One that is no longer valid has a watermark. */
export function createCertificatePdf(input: CertificateDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const notice = certificateNotice(input, t);
  const watermarks = { valid: undefined, withdrawn: t("WITHDRAWN"), expired: t("EXPIRED") };
  const pdf = createPdfDocument({
    ...context,
    title: t("No-demand certificate"),
    headerText: certificateName(input),
    watermark: watermarks[input.State],
  });
  if (notice) pdf.note(notice);
  pdf.paragraph(certificateStatement(input, t));
  pdf.details(certificateDetails(input, t));
  pdf.note(
    t(
      "This certificate stops being valid before that day if an amount becomes due or the house is transferred. Scan the code to check whether it is still valid.",
    ),
  );
  pdf.stampSignatureAndCode(t("Stamp"), t("For the society"), { url: input.codeUrl, label: t("Scan to check") });
  return pdf.toBytes();
}

/** The letter about the transfer of a house, to be signed by both owners and for the society. */
export function createTransferLetterPdf(
  input: TransferLetterDocument,
  context: DocumentContext,
): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const pdf = createPdfDocument({ ...context, title: t("Transfer of ownership"), headerText: input.HouseNo });
  pdf.paragraph(transferStatement(input, t));
  for (const [heading, owner] of [
    [t("Previous owner"), input.previous],
    [t("New owner"), input.next],
  ] as const) {
    pdf.heading(heading);
    pdf.details(ownerDetails(owner, t));
  }
  if (input.Fee > 0) pdf.note(t("Transfer fee charged to the house: {amount}", { amount: formatRupees(input.Fee, 2) }));
  pdf.signatureLines([t("Previous owner"), t("New owner")]);
  pdf.stampSignatureAndCode(t("Stamp"), t("For the society"));
  return pdf.toBytes();
}

/** The cash book of an account over some days. */
export function createCashBookPdf(book: CashBookDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const pdf = createPdfDocument({ ...context, title: t("Cash Book"), headerText: book.AccountName });
  pdf.details(cashBookDetails(book, t));
  pdf.table(cashBookTable(book, t));
  return pdf.toBytes();
}

/** The sheet of a closed day: drawers, sums and lines, with room for signatures. */
export function createDayClosePdf(sheet: SignedDayCloseDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const pdf = createPdfDocument({ ...context, title: t("Day close"), headerText: formatDay(sheet.Date) });
  pdf.details(dayCloseDetails(sheet, t));
  pdf.heading(t("Drawers"));
  if (sheet.Drawers.length === 0) pdf.note(t("No drawer was used."));
  else pdf.table(drawerTable(sheet, t));
  for (const note of differenceNotes(sheet)) pdf.note(note);
  pdf.heading(t("Received and paid"));
  pdf.table(daySumTable(sheet, t));
  for (const { title, table } of dayLineTables(sheet, t)) {
    pdf.heading(title);
    pdf.table(table);
  }
  if (sheet.ChainHead !== "") {
    pdf.note(t("Head of the chain of changes: {head}", { head: sheet.ChainHead }));
    pdf.note(t("Signature: {signature}", { signature: sheet.headSignature }));
  }
  pdf.stampSignatureAndCode(t("Cashier"), t("Manager"), { url: sheet.codeUrl, label: t("Scan to check") });
  return pdf.toBytes();
}

/** A deposit slip for the bank, with room for stamp and signature. */
export function createDepositSlipPdf(slip: DepositSlipDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const title = t("Deposit slip {slip}", { slip: depositSlipName(slip) });
  const pdf = createPdfDocument({ ...context, title, headerText: title });
  pdf.details(depositSlipDetails(slip, t));
  pdf.table(depositSlipTable(slip, t));
  pdf.stampSignatureAndCode(t("Stamp"), t("Deposited by"));
  return pdf.toBytes();
}

/** A payment plan with its installments, service rates and plots. */
export function createPlanPdf(plan: PaymentPlanDetails, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const pdf = createPdfDocument({ ...context, title, subtitle, headerText: t("Payment plan") });
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
export function createReportPdf(report: ReportDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const title = reportTitle(report, t);
  const pdf = createPdfDocument({ ...context, title, headerText: t("Monthly report") });
  pdf.heading(t("Category Wise Summary"));
  pdf.table(categoryTable(report, t));
  pdf.heading(t("Expenses"));
  if (report.expenses.length === 0) pdf.note(t("No expenses recorded for this month."));
  else pdf.table(expenseTable(report, t));
  if (report.adjustments.length > 0) {
    pdf.heading(t("Adjustments"));
    pdf.table(adjustmentTable(report, { today: context.issuedOn, t }));
  }
  pdf.heading(t("Total Summary"));
  pdf.table(totalTable(report, t));
  return pdf.toBytes();
}

/** The statement of a house over a period, with the accounts to pay into. */
export function createStatementPdf(statement: StatementDocument, context: DocumentContext): Uint8Array<ArrayBuffer> {
  const { t } = context.locale ?? englishLocale;
  const pdf = createPdfDocument({
    ...context,
    title: t("Statement of account"),
    headerText: t("House {house}", { house: statement.HouseNo }),
  });
  pdf.details(statementDetails(statement, t));
  pdf.table(statementTable(statement, t));
  const { BankAccounts } = context.society;
  if (BankAccounts.length > 0) {
    pdf.heading(t("Bank accounts"));
    pdf.table(bankAccountTable(BankAccounts, t));
  }
  return pdf.toBytes();
}
