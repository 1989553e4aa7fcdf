import { formatDay } from "../../../shared/dates.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { formatPaisa } from "../../../shared/money.ts";
import type { ChequeEntry } from "../../../shared/resources/cheque-entry.ts";
import { type Receipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Plot } from "../../../shared/resources/plot.ts";
import type { MailMessage } from "../../mail/message.ts";
import { type DetailRow, renderBilingual, type TemplateTranslate } from "../../mail/templates/bilingual.ts";
import { bounceSubject } from "../../mail/templates/subjects.ts";

interface BounceMailData {
  receipt: Pick<Receipt, "ReceiptNo" | "HouseNo" | "PayerName" | "AmountPaid" | "ChequeNo" | "BankName">;
  house: Pick<Plot, "EmailID">;
  bounce: Pick<ChequeEntry, "Date" | "Reason" | "Fee">;
  society: SocietyLetterhead;
}

/** The mail to the payer of a cheque that the bank has not paid, in English and Urdu. */
export function renderBounceMail({ receipt, house, bounce, society }: BounceMailData): MailMessage {
  const { HouseNo, PayerName, AmountPaid, ChequeNo, BankName } = receipt;
  const name = receiptName(receipt);
  const buildDetails = (t: TemplateTranslate): DetailRow[] => [
    [t("Receipt"), name],
    [t("House"), HouseNo],
    [t("Amount"), formatPaisa(AmountPaid)],
    ...(
      [
        [t("Cheque No"), ChequeNo],
        [t("Bank"), BankName],
      ] as const
    ).filter(([, value]) => value !== ""),
    [t("Date"), formatDay(bounce.Date)],
    [t("Reason"), bounce.Reason],
    ...(bounce.Fee ? [[t("Fee"), formatPaisa(bounce.Fee)] as const] : []),
  ];
  return renderBilingual({
    to: { name: PayerName, address: house.EmailID },
    subject: bounceSubject(society.Name, receipt),
    society,
    blocks: (t) => [
      {
        text: t("the bank has not paid your cheque. Receipt {receipt} of house {house} no longer counts.", {
          receipt: name,
          house: HouseNo,
        }),
      },
      { details: buildDetails(t) },
      { text: t("The amount is due again. Please pay at the office.") },
    ],
  });
}
