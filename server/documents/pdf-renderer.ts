import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import type { BillDocument } from "../../shared/documents/bill.ts";
import type { CertificateDocument } from "../../shared/documents/certificate.ts";
import type { SignedDayCloseDocument } from "../../shared/documents/day-close.ts";
import type { DepositSlipDocument } from "../../shared/documents/deposit-slip.ts";
import type { ReportDocument } from "../../shared/documents/month-report.ts";
import type { ReceiptDocument } from "../../shared/documents/payment-receipt.ts";
import type { SocietyLetterhead } from "../../shared/documents/pdf-document.ts";
import type { StatementDocument } from "../../shared/documents/statement.ts";
import type { TransferLetterDocument } from "../../shared/documents/transfer-letter.ts";
import type { BillCopies } from "../../shared/endpoints/bill.ts";
import { forkModule } from "../jobs/child-process.ts";

const maxRenderMs = 20_000;

const idleRenderers = new Set<ChildProcess>();

/**
 * Renders a document as PDF; throws when that fails. Takes about 100 ms of CPU, so it runs in a child process, which is
 * kept for further documents. There are as many processes as documents are rendered at the same time.
 */
export async function renderInChildProcess(request: PdfRequest): Promise<Uint8Array> {
  const [child = startRenderer()] = idleRenderers;
  idleRenderers.delete(child);
  const response = responseSchema.parse(await requestPdf(child, request));
  // Not reached without a response: the process is then about to end.
  idleRenderers.add(child);
  if ("error" in response) throw new Error(response.error);
  return response.bytes;
}

/** Starts a child process that ends with the server and does not keep it running. */
function startRenderer(): ChildProcess {
  const child = forkModule(new URL("./pdf-process.ts", import.meta.url), { maxHeapMegabytes: 256 });
  child.once("exit", () => idleRenderers.delete(child));
  child.unref();
  child.channel?.unref();
  return child;
}

function requestPdf(child: ChildProcess, request: PdfRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (response: unknown) => end(() => resolve(response));
    const fail = () => end(() => reject(new Error("The PDF process failed or exceeded its time limit")));
    const timeout = setTimeout(() => child.kill("SIGKILL"), maxRenderMs);
    // The open channel keeps the server running until the response arrives.
    child.channel?.ref();
    child.once("message", onMessage).once("error", fail).once("exit", fail);
    child.send(request, (error) => error && fail());

    function end(settle: () => void): void {
      clearTimeout(timeout);
      child.off("message", onMessage).off("error", fail).off("exit", fail);
      child.channel?.unref();
      settle();
    }
  });
}

/** The content of a document, by kind. */
type PdfContent =
  | { kind: "receipt"; document: ReceiptDocument }
  | { kind: "statement"; document: StatementDocument }
  | { kind: "report"; document: ReportDocument }
  | { kind: "day-close"; document: SignedDayCloseDocument; language: "en" | "ur" }
  | { kind: "bills"; bills: readonly BillDocument[]; copies: BillCopies; language: "en" | "ur" }
  | { kind: "certificate"; document: CertificateDocument; language: "en" | "ur" }
  | { kind: "transfer-letter"; document: TransferLetterDocument; language: "en" | "ur" }
  | { kind: "deposit-slip"; document: DepositSlipDocument; language: "en" | "ur" };

/** A document without the letterhead. `issuedOn` is printed on it, except on bills, which have a day each. */
export type PdfDocument = PdfContent & { issuedOn: Day };

/** A document with all of its content. */
export type PdfRequest = PdfDocument & { society: SocietyLetterhead };

export type BillsRequest = Extract<PdfRequest, { kind: "bills" }>;

const responseSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ error: z.string() })]);

export type PdfResponse = z.output<typeof responseSchema>;
