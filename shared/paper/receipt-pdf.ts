import { formatRupees } from "../money.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type Letterhead, openPaper } from "./paper.ts";
import { type ReceiptPaper, receiptFacts, receiptTable, receiptWords, voidedText } from "./receipt.ts";

/** A receipt to sign, stamp and hand out; a voided one says so across the page. */
export function makeReceiptPdf(input: ReceiptPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { receipt } = input;
  const title = `Receipt ${receiptName(receipt)}`;
  const voided = voidedText(input);
  const paper = openPaper({ ...letterhead, title, label: title, across: voided ? "VOID" : undefined });
  if (voided) paper.note(voided);
  paper.facts(receiptFacts(input));
  if (receipt.Remarks) paper.remark({ label: "Remarks", value: receipt.Remarks });
  paper.figure({ value: formatRupees(receipt.AmountPaid, 2), words: receiptWords(input) });
  if (!voided) paper.table(receiptTable(input));
  paper.signatures("Stamp", "Received by");
  return paper.bytes();
}
