import { makeReceiptPdf } from "../../shared/paper/receipt-pdf.ts";
import { makeStatementPdf } from "../../shared/paper/statement-pdf.ts";
import { paperFonts } from "./fonts.ts";
import type { PdfAnswer, PdfOrder } from "./pdf-order.ts";

// The body of the process that pdf.ts starts. Nobody but pdf.ts can send it anything.
process.on("message", async (order: PdfOrder) => process.send?.(await answerTo(order)));

// A Ctrl-C in the terminal is for the portal, which may still have documents to make; this ends with it.
process.on("SIGINT", () => undefined);

type PdfBytes = Uint8Array<ArrayBuffer>;

async function answerTo(order: PdfOrder): Promise<PdfAnswer> {
  try {
    return { bytes: await make(order) };
  } catch (error) {
    return { error: String(error) };
  }
}

async function make({ society, madeOn, ...order }: PdfOrder): Promise<PdfBytes> {
  const letterhead = { society, madeOn, fonts: await paperFonts() };
  return order.kind === "receipt" ? makeReceiptPdf(order.paper, letterhead) : makeStatementPdf(order.paper, letterhead);
}
