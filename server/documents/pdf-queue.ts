import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { FairQueue } from "../jobs/fair-queue.ts";
import { type PdfRequest, renderInChildProcess } from "./pdf-renderer.ts";

/** One core stays free for the server. */
const maxConcurrentDocuments = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Rendering this many takes about two seconds. */
const maxWaitingPerRequester = 20;
/** About 70 kB each. */
const maxCachedDocuments = 100;
/** The cache is emptied when nothing has been rendered for this long. */
const idleCacheMs = 120_000;

const queue = new FairQueue({
  maxRunning: maxConcurrentDocuments,
  maxWaitingPerAccount: maxWaitingPerRequester,
  maxWaitingPerClient: maxWaitingPerRequester,
});
/** By the hash of the request, oldest first. Some are still being rendered. */
const cachedDocuments = new Map<string, Promise<Uint8Array>>();
let evictionTimer: NodeJS.Timeout | undefined;

/**
 * Runs a task that reads and renders a document when it is its requester's turn: users (by UserID) and the mail sender
 * take turns.
 * Throws 429 at once if too many tasks of this requester are waiting. The task checks the user's rights itself, because
 * they can be revoked while it waits.
 */
export function runWithPdfRenderer<Result>(
  requester: number | "mail",
  task: (render: (request: PdfRequest) => Promise<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const name = String(requester);
  return queue.run({ client: name, account: name }, () => task(renderOnce));
}

/** Renders a document, or returns the cached one with exactly the same content. */
function renderOnce(request: PdfRequest): Promise<Uint8Array> {
  const hash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  const cached = cachedDocuments.get(hash);
  if (cached) return cached;
  const document = renderInChildProcess(request);
  cachedDocuments.set(hash, document);
  document.catch(() => cachedDocuments.delete(hash));
  clearTimeout(evictionTimer);
  evictionTimer = setTimeout(() => cachedDocuments.clear(), idleCacheMs).unref();
  const [oldestHash] = cachedDocuments.keys();
  if (cachedDocuments.size > maxCachedDocuments && oldestHash !== undefined) cachedDocuments.delete(oldestHash);
  return document;
}
