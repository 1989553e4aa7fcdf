import { type Day, formatDay } from "../../../shared/dates.ts";
import { formatPaisa, type Paisa } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { type paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Address } from "../../mail/address.ts";
import type { MailMessage } from "../../mail/message.ts";
import { type DetailRow, renderBilingual, type TemplateTranslate } from "../../mail/templates/bilingual.ts";
import { formatMonth } from "../../mail/templates/month.ts";

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
    subject: receiptMailSubject(society, receipt),
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

export function receiptMailSubject(
  society: string,
  receipt: Pick<ReceiptMailData["receipt"], "ReceiptNo" | "HouseNo">,
): string {
  return `${society}: receipt ${receiptName(receipt)} for house ${receipt.HouseNo}`;
}
