import { createReceiptPdf, createReportPdf, createStatementPdf } from "../../shared/documents/pdfs.ts";
import { loadFonts } from "./fonts.ts";
import type { PdfRequest, PdfResponse } from "./pdf-renderer.ts";

// Entry point of the child process that pdf-renderer.ts starts.
process.on("message", async (request: PdfRequest) => process.send?.(await handleRequest(request)));

// Ctrl-C in a terminal signals this process too. The signal is ignored, because the server may still need a document
// while it shuts down. This process exits with the server.
process.on("SIGINT", () => undefined);

type PdfBytes = Uint8Array<ArrayBuffer>;

async function handleRequest(request: PdfRequest): Promise<PdfResponse> {
  try {
    return { bytes: await render(request) };
  } catch (error) {
    return { error: String(error) };
  }
}

async function render({ society, issuedOn, ...request }: PdfRequest): Promise<PdfBytes> {
  const letterhead = { society, issuedOn, fonts: await loadFonts() };
  switch (request.kind) {
    case "receipt":
      return createReceiptPdf(request.document, letterhead);
    case "statement":
      return createStatementPdf(request.document, letterhead);
    case "report":
      return createReportPdf(request.document, letterhead);
  }
}
