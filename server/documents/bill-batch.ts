import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import { constants, setPriority } from "node:os";
import { z } from "zod";
import { forkModule } from "../jobs/child-process.ts";
import { limitConcurrency } from "../jobs/limit-concurrency.ts";
import type { BillsRequest } from "./pdf-renderer.ts";

/** Five thousand bills take about 36 seconds of CPU. */
const maxRenderMs = 300_000;
const maxHeapMegabytes = 256;

const runSerially = limitConcurrency(1);

const partSchema = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), finished: z.int() }),
  z.object({ isComplete: z.literal(true) }),
  z.object({ error: z.string() }),
]);

/** A message of the process: the next bytes with the number of finished bills, the end of the file, or an error. */
export type BillPart = z.output<typeof partSchema>;

interface BatchOptions {
  /** Receives the bytes of the file in their order, with the number of finished bills. */
  onPart: (part: { bytes: Uint8Array; finished: number }) => Promise<void>;
  /** Stops the process. */
  signal: AbortSignal;
}

/**
 * Renders many bills as one PDF in a child process with low priority, so that documents of other users do not wait for
 * it. Renders one batch at a time. Throws if rendering or `onPart` fails, or after an abort.
 */
export function renderBillBatch(request: BillsRequest, options: BatchOptions): Promise<void> {
  return runSerially(async () => {
    options.signal.throwIfAborted();
    const child = forkModule(new URL("./pdf-process.ts", import.meta.url), {
      maxHeapMegabytes,
      timeout: maxRenderMs,
      killSignal: "SIGKILL",
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    try {
      await receiveParts(child, { request, ...options });
    } finally {
      child.kill("SIGKILL");
    }
  });
}

async function receiveParts(
  child: ChildProcess,
  { request, onPart, signal }: { request: BillsRequest } & BatchOptions,
): Promise<void> {
  const messages = on(child, "message", { signal, close: ["exit"] });
  child.send({ ...request, inParts: true }, (error) => error && child.kill("SIGKILL"));
  for await (const [message] of messages) {
    const part = partSchema.parse(message);
    if ("isComplete" in part) return;
    if ("error" in part) throw new Error(part.error);
    await onPart(part);
  }
  throw new Error("The PDF process failed or exceeded its time limit");
}
