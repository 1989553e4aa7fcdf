import { createReceiptPdf } from "../../shared/documents/payment-receipt-pdf.ts";
import { createStatementPdf } from "../../shared/documents/statement-pdf.ts";
import { loadFonts } from "./fonts.ts";
import type { PdfRequest, PdfResponse } from "./pdf.ts";

// The body of the process that pdf.ts starts. Nobody but pdf.ts can send it anything.
process.on("message", async (order: PdfRequest) => process.send?.(await handleRequest(order)));

// A Ctrl-C in the terminal is for the portal, which may still have documents to make; this ends with it.
process.on("SIGINT", () => undefined);

type PdfBytes = Uint8Array<ArrayBuffer>;

async function handleRequest(order: PdfRequest): Promise<PdfResponse> {
  try {
    return { bytes: await render(order) };
  } catch (error) {
    return { error: String(error) };
  }
}

async function render({ society, madeOn, ...order }: PdfRequest): Promise<PdfBytes> {
  const letterhead = { society, issuedOn: madeOn, fonts: await loadFonts() };
  return order.kind === "receipt"
    ? createReceiptPdf(order.document, letterhead)
    : createStatementPdf(order.document, letterhead);
}
