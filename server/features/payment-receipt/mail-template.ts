import { type Day, formatDay } from "../../../shared/dates.ts";
import { type ReceiptDocument, receiptFileName } from "../../../shared/documents/payment-receipt.ts";
import { formatPaisa, type Paisa, toRupees } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { type paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { renderPdf } from "../../documents/pdf.ts";
import type { Address, MailMessage } from "../../mail/message.ts";
import {
  type DetailRow,
  formatMonth,
  renderBilingual,
  type TemplateTranslate,
} from "../../mail/templates/bilingual.ts";
import { receiptSubject } from "../../mail/templates/subjects.ts";

interface ReceiptMailData {
  receipt: Pick<
    RowOf<typeof paymentReceipt>,
    "ReceiptNo" | "HouseNo" | "AmountPaid" | "PaymentDate" | "PaymentMethod" | "Remarks" | "Credit"
  >;
  /** The owner. */
  to: Address;
  society: string;
  /** What it paid, oldest first. */
  settled: readonly { DueDate: Day; Amount: Paisa }[];
  /** What the house has still to pay, up to and with this month. */
  stillDue: Paisa;
}

/** The receipt as it is mailed to the owner of the house. */
export function renderReceiptMail({ receipt, to, society, settled, stillDue }: ReceiptMailData): MailMessage {
  const { HouseNo, AmountPaid, PaymentDate, PaymentMethod, Remarks, Credit } = receipt;
  const name = receiptName(receipt);
  const headOf = (say: TemplateTranslate): DetailRow[] => [
    [say("Receipt"), name],
    [say("House"), HouseNo],
    [say("Amount"), formatPaisa(AmountPaid)],
    [say("Date"), formatDay(PaymentDate)],
    [say("Method"), say(PaymentMethod)],
    ...(Remarks ? [[say("Remarks"), Remarks] as const] : []),
  ];
  const useOf = (say: TemplateTranslate): DetailRow[] => [
    ...settled.map(({ DueDate, Amount }) => [formatMonth(say, DueDate), formatPaisa(Amount)] as const),
    ...(Credit > 0 ? [[say("Credit for what comes next"), formatPaisa(Credit)] as const] : []),
  ];
  return renderBilingual({
    to,
    subject: receiptSubject(society, receipt),
    society,
    blocks: (say) => [
      {
        text: say("thank you for your payment. This is receipt {receipt} for house {house}.", {
          receipt: name,
          house: HouseNo,
        }),
      },
      { details: headOf(say) },
      { text: say("It pays:") },
      { details: useOf(say) },
      { details: [[say("Still due"), formatPaisa(stillDue)]] },
    ],
  });
}

interface ReceiptPdfInput extends Pick<ReceiptDocument, "installments"> {
  /** As it is stored, amounts in paisa. */
  receipt: RowOf<typeof paymentReceipt>;
  owner: string;
  /** The society's name, for the head of the page. */
  society: string;
  madeOn: Day;
}

/** A receipt as a file to attach. */
export async function renderReceiptPdf({ receipt, owner, installments, society, madeOn }: ReceiptPdfInput) {
  const shown = {
    ...receipt,
    OwnerName: owner,
    AmountPaid: toRupees(receipt.AmountPaid),
    Credit: toRupees(receipt.Credit),
    Allocations: receipt.Allocations.map((given) => ({ ...given, Amount: toRupees(given.Amount) })),
  };
  const paid = new Set(receipt.Allocations.map(({ PaymentScheduleID }) => PaymentScheduleID));
  const settled = installments.filter(({ PaymentScheduleID }) => paid.has(PaymentScheduleID));
  const content = await renderPdf({
    kind: "receipt",
    document: { receipt: shown, installments: settled },
    society,
    madeOn,
  });
  return { filename: receiptFileName(receipt), contentType: "application/pdf", content };
}
