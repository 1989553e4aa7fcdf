import { formatRupees } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { english } from "./locale.ts";
import {
  type ReceiptDocument,
  receiptAmountInWords,
  receiptFacts,
  receiptTable,
  voidedText,
} from "./payment-receipt.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";

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
