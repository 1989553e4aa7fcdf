import { formatRupees } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { english } from "./language.ts";
import { type Letterhead, openPaper } from "./paper.ts";
import { type ReceiptPaper, receiptFacts, receiptTable, receiptWords, voidedText } from "./receipt.ts";

/** A receipt to sign, stamp and hand out; a voided one says so across the page. */
export function makeReceiptPdf(input: ReceiptPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { receipt } = input;
  const language = letterhead.language ?? english;
  const { say } = language;
  const title = say("Receipt {receipt}", { receipt: receiptName(receipt) });
  const voided = voidedText(input, say);
  const paper = openPaper({ ...letterhead, title, label: title, across: voided ? say("VOID") : undefined });
  if (voided) paper.note(voided);
  paper.facts(receiptFacts(input, say));
  if (receipt.Remarks) paper.remark({ label: say("Remarks"), value: receipt.Remarks });
  paper.figure({ value: formatRupees(receipt.AmountPaid, 2), words: receiptWords(input, language) });
  if (!voided) paper.table(receiptTable(input, say));
  paper.signatures(say("Stamp"), say("Received by"));
  return paper.bytes();
}
