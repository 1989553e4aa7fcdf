import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { isDatabaseError } from "../database/connection.ts";
import { unavailable } from "../errors.ts";
import type { Log } from "../log.ts";
import {
  assembleCommit,
  type CommitDoc,
  type CommitEvent,
  type CommitPart,
  commitsCollection,
  isCompletePart,
  isLastPart,
  type PendingCommit,
  toCursor,
} from "./commit.ts";
import { type Deferred, deferred } from "./deferred.ts";

interface ChangeStreamOptions {
  connection: mongoose.Connection;
  log: Log;
  /** Loads all state that is derived from the database and returns the time of the snapshot. */
  loadState: () => Promise<mongoose.mongo.Timestamp>;
}

export interface CommitSubscriber {
  /** If it throws, the commit is delivered again to this subscriber and those after it. */
  onCommit?: (commit: CommitEvent) => void | Promise<void>;
  /** This server is about to write a commit, which may still fail. */
  onPendingCommit?: (commit: PendingCommit) => void;
  /** Commits were missed. The derived state has been loaded again; clients must do so too. */
  onHistoryLost?: () => void;
}

const maxSeenTransactions = 4096;
const commitWaitTimeoutMs = 3_000;
/** An idle stream answers every second. After this many heartbeats without an answer the database counts as unreachable. */
const heartbeatIntervalMs = 500;
const maxSilentBeats = 7;
const backoffMs = [50, 200, 500] as const;
/** The stream cannot be resumed: the oplog was truncated or the stream was invalidated. */
const historyLostCodes = [260, 280, 286];

/**
 * Follows the commits of all servers and passes each to the subscribers, in order. A broken stream is resumed where it
 * broke. If its position is no longer in the oplog, the derived state is loaded again.
 */
export class ChangeStream {
  /** Marks the commits of this server. */
  readonly serverId = randomUUID();
  readonly #options: ChangeStreamOptions;
  readonly #subscribers: { subscriber: CommitSubscriber; lastCursor: string }[] = [];
  readonly #waits = new Map<string, { resources: ReadonlySet<string>; done: Deferred<void> }>();
  readonly #seenTransactions = new Set<string>();
  readonly #pendingCommits = new Map<string, PendingCommit>();
  #stream: mongoose.mongo.ChangeStream<CommitPart> | undefined;
  #token: mongoose.mongo.ResumeToken;
  #startAt: mongoose.mongo.Timestamp | undefined;
  #closed = false;
  #isOpen = false;
  #running: Promise<void> = Promise.resolve();
  #partialCommit: readonly CommitPart[] = [];
  /** The last position between two transactions: a client that resumed within one would miss its first parts. */
  #cursor: string | undefined;
  #isHistoryLost = false;
  /** Counted in timer ticks, so that a blocked event loop is not taken for an unreachable database. */
  #silentBeats = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  /** Subscribers are running, so the stream is not being read. */
  #isHandling = false;

  constructor(options: ChangeStreamOptions) {
    this.#options = options;
  }

  /** Appends to the ordered list of subscribers. */
  subscribe(subscriber: CommitSubscriber): void {
    this.#subscribers.push({ subscriber, lastCursor: "" });
  }

  /** The stream is open and the database answers. */
  get isLive(): boolean {
    return this.#isOpen && !this.isStale;
  }

  /** The database has been silent for so long that the derived state may be outdated. */
  get isStale(): boolean {
    return this.#silentBeats >= maxSilentBeats;
  }

  /** All commits up to this position have been delivered. */
  get cursor(): string {
    return this.#cursor ?? toCursor(this.#token);
  }

  /** Loads the derived state and follows the commits from there. Resolves when the stream is open. */
  async start(): Promise<void> {
    this.#startAt = nextTimestamp(await this.#options.loadState());
    // Earlier commits are part of the loaded state and will not be delivered.
    this.#markAllSeen();
    this.#heartbeat = setInterval(() => {
      if (!this.#isHandling) this.#silentBeats++;
    }, heartbeatIntervalMs).unref();
    const opened = deferred<void>();
    this.#running = this.#run(opened.resolve);
    await opened.promise;
  }

  /** Stops. Resolves within a second, or at once when the connection is closed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#stream?.close().catch(() => undefined);
    await this.#running;
  }

  /** Keeps a commit of this server until the stream delivers it. */
  addPending(commit: PendingCommit): void {
    // A retried transaction may have no changes any more.
    if (commit.changes.length === 0) return void this.discardPending(commit.transaction);
    this.#pendingCommits.set(commit.transaction, commit);
    for (const { subscriber } of this.#subscribers) subscriber.onPendingCommit?.(commit);
  }

  /** The transaction has failed, as far as this server knows. */
  discardPending(transaction: string): void {
    this.#pendingCommits.delete(transaction);
  }

  /** A transaction of this server is committed; `waitForCommit` waits until the stream has delivered it. */
  expectCommit(transaction: string, resources: ReadonlySet<string>): void {
    if (resources.size === 0 || this.#seenTransactions.has(transaction)) return;
    this.#waits.set(transaction, { resources, done: deferred<void>() });
  }

  /**
   * Resolves when all commits of this server to these resources have been delivered, so that a caller reads its own
   * writes. Throws 503 while the stream is stale, as permissions may be outdated too.
   */
  async waitForCommit(resources: readonly string[]): Promise<void> {
    if (this.isStale) throw unavailable();
    const waits = [...this.#waits.values()].filter((item) => resources.some((name) => item.resources.has(name)));
    if (waits.length === 0) return;
    const timeout = deferred<never>();
    const timer = setTimeout(() => timeout.reject(unavailable()), commitWaitTimeoutMs);
    try {
      await Promise.race([Promise.all(waits.map((item) => item.done.promise)), timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #run(opened: () => void): Promise<void> {
    for (let tries = 0; !this.#closed; tries++) {
      try {
        await this.#consume(() => {
          tries = 0;
          opened();
        });
      } catch (error) {
        if (this.#closed) return;
        this.#isOpen = false;
        this.#options.log.warn({ err: error, tries }, "The change stream failed; resuming");
        await this.#recover(error, tries);
      }
    }
  }

  async #recover(error: unknown, tries: number): Promise<void> {
    const wait = backoffMs[Math.min(tries, backoffMs.length - 1)] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (!isHistoryLost(error)) return;
    try {
      this.#startAt = nextTimestamp(await this.#options.loadState());
    } catch (loadError) {
      this.#options.log.warn({ err: loadError }, "Could not reload the derived state yet");
      return;
    }
    this.#token = undefined;
    this.#partialCommit = [];
    this.#markAllSeen();
    this.#isHistoryLost = true;
  }

  async #consume(onOpen: () => void): Promise<void> {
    const database = this.#options.connection.db;
    if (!database) throw unavailable();
    const position = this.#token ? { resumeAfter: this.#token } : { startAtOperationTime: this.#startAt };
    const stream = database
      .collection<CommitDoc>(commitsCollection)
      .watch<CommitPart, mongoose.mongo.ChangeStreamDocument<CommitPart>>(
        [{ $match: { operationType: "insert" } }, { $set: { fullDocument: this.#projection } }],
        { ...position, maxAwaitTimeMS: 1_000 },
      );
    this.#stream = stream;
    // Fires with the first answer; tryNext would wait a second for a commit first.
    stream.once("resumeTokenChanged", () => {
      this.#token ??= stream.resumeToken;
      this.#updateCursor();
      this.#silentBeats = 0;
      this.#isOpen = true;
      onOpen();
      // Clients need a cursor to continue from, which exists only now.
      if (this.#isHistoryLost) for (const { subscriber } of this.#subscribers) subscriber.onHistoryLost?.();
      this.#isHistoryLost = false;
    });
    // A new promise for each wait: Promise.race would leak handlers on a long-lived one.
    let silence = deferred<never>();
    let beats = 0;
    const heartbeat = setInterval(() => {
      // tryNext and close may never return when the connection hangs.
      if (!this.#isHandling && ++beats >= maxSilentBeats) silence.reject(new Error("The database does not answer"));
    }, heartbeatIntervalMs).unref();
    try {
      while (!this.#closed) {
        silence = deferred<never>();
        const event = await Promise.race([stream.tryNext(), silence.promise]);
        if (!event && stream.closed) throw new StreamEndedError();
        beats = 0;
        this.#silentBeats = 0;
        if (event) await this.#handleEvent(event);
        else this.#token = stream.resumeToken;
        this.#updateCursor();
      }
    } finally {
      clearInterval(heartbeat);
      this.#isOpen = false;
      void stream.close().catch(() => undefined);
    }
  }

  /** Of commits of this server, which are kept in memory, only the identifying fields are sent. */
  get #projection(): object {
    const known = {
      transaction: "$fullDocument.transaction",
      part: "$fullDocument.part",
      parts: "$fullDocument.parts",
    };
    return { $cond: [{ $eq: ["$fullDocument.server", this.serverId] }, known, "$fullDocument"] };
  }

  async #handleEvent(event: mongoose.mongo.ChangeStreamDocument<CommitPart>): Promise<void> {
    if (event.operationType !== "insert") return;
    const parts = [...this.#partialCommit, event.fullDocument];
    const commit = await this.#assemble(parts, toCursor(event._id));
    if (commit) {
      await this.#deliver(commit);
      this.#markSeen(commit.transaction);
    }
    this.#partialCommit = commit ? [] : parts;
    this.#token = event._id;
  }

  async #deliver(commit: CommitEvent): Promise<void> {
    this.#isHandling = true;
    try {
      for (const entry of this.#subscribers) {
        // A commit is delivered again after an error; those before the failed subscriber have handled it already.
        if (entry.lastCursor === commit.cursor) continue;
        await entry.subscriber.onCommit?.(commit);
        entry.lastCursor = commit.cursor;
      }
    } finally {
      this.#isHandling = false;
    }
  }

  async #assemble(parts: readonly CommitPart[], cursor: string): Promise<CommitEvent | undefined> {
    const last = parts.at(-1);
    if (!last || !isLastPart(last)) return undefined;
    const pending = this.#pendingCommits.get(last.transaction);
    if (pending) return { cursor, ...pending };
    return assembleCommit(parts.every(isCompletePart) ? parts : await this.#readParts(last.transaction), cursor);
  }

  /** Reads a commit of this server that is no longer in memory, because its transaction seemed to have failed. */
  #readParts(transaction: string): Promise<CommitDoc[]> {
    const commits = this.#options.connection.collection<CommitDoc>(commitsCollection);
    return commits.find({ transaction }).sort({ part: 1 }).toArray();
  }

  #updateCursor(): void {
    if (this.#partialCommit.length === 0) this.#cursor = toCursor(this.#token);
  }

  #markSeen(transaction: string): void {
    this.#seenTransactions.add(transaction);
    this.#pendingCommits.delete(transaction);
    this.#waits.get(transaction)?.done.resolve();
    this.#waits.delete(transaction);
    if (this.#seenTransactions.size <= maxSeenTransactions) return;
    for (const oldest of this.#seenTransactions) {
      this.#seenTransactions.delete(oldest);
      return;
    }
  }

  #markAllSeen(): void {
    this.#pendingCommits.clear();
    for (const transaction of [...this.#waits.keys()]) this.#markSeen(transaction);
  }
}

/** MongoDB has ended the stream, for instance because the collection was dropped. The driver does not report this. */
export class StreamEndedError extends Error {}

function isHistoryLost(error: unknown): boolean {
  return error instanceof StreamEndedError || historyLostCodes.some((code) => isDatabaseError(error, code));
}

function nextTimestamp(time: mongoose.mongo.Timestamp): mongoose.mongo.Timestamp {
  return new mongoose.mongo.Timestamp({ t: time.t, i: time.i + 1 });
}
