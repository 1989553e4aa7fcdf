import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { FairQueue } from "../jobs/fair-queue.ts";
import { type PdfRequest, renderInChildProcess } from "./pdf-renderer.ts";

/** One core stays free for the server. */
const maxConcurrentDocuments = Math.min(2, Math.max(1, availableParallelism() - 1));
/** A user waits about two seconds for all of them; mails are fewer at the same time. */
const maxWaitingPerOwner = 20;
/** About 70 kB each. */
const maxCachedDocuments = 100;
/** When nothing has been rendered for this long, the cache is emptied. */
const idleCacheMs = 120_000;

const queue = new FairQueue({
  maxRunning: maxConcurrentDocuments,
  maxWaitingPerAccount: maxWaitingPerOwner,
  maxWaitingPerClient: maxWaitingPerOwner,
});
/** By the hash of all of their content, the oldest first; some are still being rendered. */
const cachedDocuments = new Map<string, Promise<Uint8Array>>();
let evictionTimer: NodeJS.Timeout | undefined;

/**
 * Runs a task that reads the content of a document and renders it as PDF, when it is its owner's turn. Throws 429 at
 * once when too many tasks of this owner are waiting. Users and the sender of mails take turns. While a task waits,
 * rights can be revoked, so it checks them itself.
 */
export function runWithPdfRenderer<Result>(
  owner: number | "mail",
  task: (render: (request: PdfRequest) => Promise<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const name = String(owner);
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
