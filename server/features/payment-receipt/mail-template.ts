import { type Day, formatDay } from "../../../shared/dates.ts";
import { chargeTitle, type ReceiptDocument, receiptFileName } from "../../../shared/documents/payment-receipt.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { formatPaisa, type Paisa, type PaisaSum, toRupees } from "../../../shared/money.ts";
import type { Adjustment } from "../../../shared/resources/adjustment.ts";
import { type PaymentDetail, type Receipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import type { MailAddress, MailMessage } from "../../mail/message.ts";
import {
  type DetailRow,
  formatMonth,
  renderBilingual,
  type TemplateTranslate,
} from "../../mail/templates/bilingual.ts";
import { receiptSubject } from "../../mail/templates/subjects.ts";

interface ReceiptMailData {
  receipt: Pick<
    Receipt,
    | "ReceiptNo"
    | "HouseNo"
    | "PayerName"
    | "AmountPaid"
    | "PaymentDate"
    | "PaymentMethod"
    | PaymentDetail
    | "Remarks"
    | "Credit"
    | "MailedAs"
    | "PenaltyAmount"
  >;
  /** Address of the owner. */
  to: MailAddress;
  society: SocietyLetterhead;
  /** The part that pays what the owner took over from the previous one, in paisa. */
  broughtForward: PaisaSum;
  /** The other installments and charges that the receipt pays, oldest first. Amounts in paisa. */
  allocatedItems: readonly { DueDate: Day; Amount: Paisa; charge?: Adjustment }[];
  today: Day;
  /** What is outstanding of the house up to the month of today, in paisa. */
  outstanding: PaisaSum;
}

/** The mail with a receipt, in English and Urdu. */
export function renderReceiptMail({
  receipt,
  to,
  society,
  broughtForward,
  allocatedItems,
  today,
  outstanding,
}: ReceiptMailData): MailMessage {
  const { HouseNo, PayerName, AmountPaid, PaymentDate, PaymentMethod, Remarks, Credit, PenaltyAmount, MailedAs } =
    receipt;
  const { BankName, Reference, ChequeNo, ChequeDate } = receipt;
  const name = receiptName(receipt);
  const buildReceiptDetails = (t: TemplateTranslate): DetailRow[] => [
    [t("Receipt"), name],
    [t("House"), HouseNo],
    [t("Received from"), PayerName],
    [t("Amount"), formatPaisa(AmountPaid)],
    [t("Date"), formatDay(PaymentDate)],
    [t("Method"), t(PaymentMethod)],
    ...(
      [
        [t("Bank"), BankName],
        [t("Reference"), Reference],
        [t("Cheque No"), ChequeNo],
        [t("Cheque Date"), ChequeDate === null ? "" : formatDay(ChequeDate)],
      ] as const
    ).filter(([, value]) => value !== ""),
    ...(Remarks ? [[t("Remarks"), Remarks] as const] : []),
  ];
  const buildAllocationDetails = (t: TemplateTranslate): DetailRow[] => [
    ...(broughtForward > 0 ? [[t("Brought forward"), formatPaisa(broughtForward)] as const] : []),
    ...allocatedItems.map(
      ({ DueDate, Amount, charge }) =>
        [charge ? chargeTitle(charge, t) : formatMonth(t, DueDate), formatPaisa(Amount)] as const,
    ),
    ...(Credit > 0 ? [[t("Credit for what comes next"), formatPaisa(Credit)] as const] : []),
    ...(PenaltyAmount > 0 ? [[t("Penalties in this amount"), formatPaisa(PenaltyAmount)] as const] : []),
  ];
  return renderBilingual({
    to,
    subject: receiptSubject(society.Name, receipt),
    society,
    blocks: (t) => [
      {
        text: t("thank you for your payment. This is receipt {receipt} for house {house}.", {
          receipt: name,
          house: HouseNo,
        }),
      },
      ...(MailedAs === ""
        ? []
        : [
            {
              text: t("It was corrected and replaces the receipt {receipt} that was sent earlier.", { receipt: name }),
            },
          ]),
      { details: buildReceiptDetails(t) },
      { text: t("It pays:") },
      { details: buildAllocationDetails(t) },
      { details: [[t("Outstanding up to {month}", { month: formatMonth(t, today) }), formatPaisa(outstanding)]] },
    ],
  });
}

interface ReceiptPdfInput extends Pick<ReceiptDocument, "installments" | "charges" | "codeUrl"> {
  /** The stored receipt, amounts in paisa. */
  receipt: Receipt;
  /** The part that pays what the owner took over, in paisa; `Allocations` of the receipt lacks its items. */
  broughtForward: PaisaSum;
  society: SocietyLetterhead;
  issuedOn: Day;
}

/** A receipt as a PDF attachment. */
export async function renderReceiptPdf({
  receipt,
  broughtForward,
  installments,
  charges,
  codeUrl,
  society,
  issuedOn,
}: ReceiptPdfInput) {
  const receiptInRupees = {
    ...receipt,
    AmountPaid: toRupees(receipt.AmountPaid),
    Credit: toRupees(receipt.Credit),
    PenaltyAmount: toRupees(receipt.PenaltyAmount),
    RefundedAmount: toRupees(receipt.RefundedAmount),
    Allocations: receipt.Allocations.map((allocation) => ({ ...allocation, Amount: toRupees(allocation.Amount) })),
  };
  const allocatedIds = new Set(receipt.Allocations.map(({ PaymentScheduleID }) => PaymentScheduleID));
  const document = {
    receipt: receiptInRupees,
    installments: installments.filter(({ PaymentScheduleID }) => allocatedIds.has(PaymentScheduleID)),
    charges,
    broughtForward: toRupees(broughtForward),
    codeUrl,
  };
  const content = await runWithPdfRenderer("mail", (render) =>
    render({ kind: "receipt", document, society, issuedOn }),
  );
  return { filename: receiptFileName(receipt), contentType: "application/pdf", content };
}
