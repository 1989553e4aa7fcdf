import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import type { ReceiptDocument } from "../../shared/documents/payment-receipt.ts";
import type { StatementDocument } from "../../shared/documents/statement.ts";
import { forkModule } from "../jobs/child-process.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";

const maxRenderMs = 20_000;

/** One after the other, as one process makes them. */
const runSerially = limitConcurrency(1);
let renderer: ChildProcess | undefined;

/**
 * The finished document. It takes a tenth of a second, for which everybody else would have to wait, so it is made in a process
 * beside, which stays for those to come. Throws when it cannot be made.
 */
export function renderPdf(order: PdfRequest): Promise<Uint8Array> {
  return runSerially(async () => {
    renderer ??= startRenderer();
    const asked = renderer;
    const answer = responseSchema.parse(await requestPdf(asked, order));
    if ("error" in answer) throw new Error(answer.error);
    return answer.bytes;
  });
}

/** Ends with the portal, and never keeps it from ending. */
function startRenderer(): ChildProcess {
  const opened = forkModule(new URL("./pdf-process.ts", import.meta.url), { megabytes: 256 });
  opened.once("exit", () => {
    if (renderer === opened) renderer = undefined;
  });
  opened.unref();
  opened.channel?.unref();
  return opened;
}

function requestPdf(asked: ChildProcess, order: PdfRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: unknown) => end(() => resolve(answer));
    const onGone = () => end(() => reject(new Error("A document could not be made")));
    const late = setTimeout(() => asked.kill("SIGKILL"), maxRenderMs);
    // While a document is under way its process counts.
    asked.channel?.ref();
    asked.once("message", onMessage).once("error", onGone).once("exit", onGone);
    asked.send(order, (error) => error && onGone());

    function end(settle: () => void): void {
      clearTimeout(late);
      asked.off("message", onMessage).off("error", onGone).off("exit", onGone);
      asked.channel?.unref();
      settle();
    }
  });
}

interface DocumentHeader {
  /** For the head of the page. */
  society: string;
  madeOn: Day;
}

/** A document with all that stands in it. */
export type PdfRequest = DocumentHeader &
  ({ kind: "receipt"; document: ReceiptDocument } | { kind: "statement"; document: StatementDocument });

const responseSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ error: z.string() })]);

export type PdfResponse = z.output<typeof responseSchema>;
