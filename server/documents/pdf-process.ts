import { createBillsPdf } from "../../shared/documents/bill-pdf.ts";
import { englishLocale } from "../../shared/documents/locale.ts";
import {
  createCertificatePdf,
  createDayClosePdf,
  createDepositSlipPdf,
  createReceiptPdf,
  createReportPdf,
  createStatementPdf,
  createTransferLetterPdf,
} from "../../shared/documents/pdfs.ts";
import { urduLocale } from "../../shared/documents/urdu-locale.ts";
import type { BillPart } from "./bill-batch.ts";
import { loadFonts } from "./fonts.ts";
import type { BillsRequest, PdfRequest, PdfResponse } from "./pdf-renderer.ts";

// Entry point of the child processes that pdf-renderer.ts and bill-batch.ts start.
process.on("message", (request: ProcessRequest) => void handleRequest(request));

// Ctrl-C in a terminal signals this process too. The signal is ignored, because the server may still need a document
// while it shuts down. This process exits with the server.
process.on("SIGINT", () => undefined);

const locales = { en: englishLocale, ur: urduLocale };

/** With `inParts`, the file of bills is sent in parts, see `BillPart`. */
type ProcessRequest = PdfRequest & { inParts?: boolean };

type PdfBytes = Uint8Array<ArrayBuffer>;

async function handleRequest({ inParts, ...request }: ProcessRequest): Promise<void> {
  try {
    if (inParts && request.kind === "bills") await sendParts(request);
    else await send({ bytes: await render(request) });
  } catch (error) {
    await send({ error: String(error) });
  }
}

async function sendParts(request: BillsRequest): Promise<void> {
  for (const part of await renderBills(request)) await send(part);
  await send({ isComplete: true });
}

/** Resolves when the message is sent, so that parts do not accumulate in the memory of this process. */
function send(message: PdfResponse | BillPart): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function renderBills({ society, bills, copies, language }: BillsRequest) {
  return createBillsPdf(bills, { society, copies, locale: locales[language], fonts: await loadFonts() });
}

async function render(request: PdfRequest): Promise<PdfBytes> {
  const { society, issuedOn } = request;
  const context = { society, issuedOn, fonts: await loadFonts() };
  switch (request.kind) {
    case "receipt":
      return createReceiptPdf(request.document, context);
    case "statement":
      return createStatementPdf(request.document, context);
    case "report":
      return createReportPdf(request.document, context);
    case "day-close":
      return createDayClosePdf(request.document, { ...context, locale: locales[request.language] });
    case "bills": {
      const parts = [...(await renderBills(request))];
      return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes)));
    }
    case "certificate":
      return createCertificatePdf(request.document, { ...context, locale: locales[request.language] });
    case "transfer-letter":
      return createTransferLetterPdf(request.document, { ...context, locale: locales[request.language] });
    case "deposit-slip":
      return createDepositSlipPdf(request.document, { ...context, locale: locales[request.language] });
  }
}
