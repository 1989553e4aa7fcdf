import type { Day } from "../../shared/dates.ts";
import { type ReceiptPaper, receiptFileName } from "../../shared/paper/receipt.ts";
import { makeReceiptPdf } from "../../shared/paper/receipt-pdf.ts";
import { paperFonts } from "./fonts.ts";

interface ReceiptPdfInput extends ReceiptPaper {
  /** The society's name, for the head of the page. */
  society: string;
  madeOn: Day;
}

/** A receipt, as presented, as a file to attach or to download. */
export async function receiptPdf({ society, madeOn, ...paper }: ReceiptPdfInput) {
  const content = makeReceiptPdf(paper, { society, madeOn, fonts: await paperFonts() });
  return { filename: receiptFileName(paper.receipt), contentType: "application/pdf", content };
}
