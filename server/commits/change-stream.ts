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
  hasChanges,
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
  /** If it throws, the commit is delivered again to this subscriber and the ones after it. */
  onCommit?: (commit: CommitEvent) => void | Promise<void>;
  /** Called before this server writes a commit. The write may still fail. */
  onPendingCommit?: (commit: PendingCommit) => void;
  /** Called when commits were missed. The derived state has been loaded again; clients must reload their data too. */
  onHistoryLost?: () => void;
}

const maxRememberedTransactions = 4096;
const commitWaitTimeoutMs = 3_000;
/**
 * MongoDB answers an idle stream every second. After this many heartbeats without an answer it counts as unreachable.
 */
const heartbeatIntervalMs = 500;
const maxMissedHeartbeats = 7;
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
  /** Committed transactions of this server that the stream has not delivered yet. */
  readonly #expectedCommits = new Map<string, { resources: ReadonlySet<string>; delivered: Deferred<void> }>();
  readonly #deliveredTransactions = new Set<string>();
  readonly #pendingCommits = new Map<string, PendingCommit>();
  #stream: mongoose.mongo.ChangeStream<CommitPart> | undefined;
  #resumeToken: mongoose.mongo.ResumeToken;
  #startTime: mongoose.mongo.Timestamp | undefined;
  #closed = false;
  #isOpen = false;
  #running: Promise<void> = Promise.resolve();
  #partialCommit: readonly CommitPart[] = [];
  /**
   * The last position between two transactions: a client that resumed within a transaction would miss its first parts.
   */
  #cursor: string | undefined;
  #isHistoryLost = false;
  /** Counted in timer ticks, so that a blocked event loop is not taken for an unreachable database. */
  #missedHeartbeats = 0;
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
    return this.#missedHeartbeats >= maxMissedHeartbeats;
  }

  /** All commits up to this position have been delivered. */
  get cursor(): string {
    return this.#cursor ?? toCursor(this.#resumeToken);
  }

  /** Loads the derived state and follows the commits from there. Resolves when the stream is open. */
  async start(): Promise<void> {
    this.#startTime = nextTimestamp(await this.#options.loadState());
    // Earlier commits are part of the loaded state and will not be delivered.
    this.#markAllDelivered();
    this.#heartbeat = setInterval(() => {
      if (!this.#isHandling) this.#missedHeartbeats++;
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

  /** Keeps a commit that this server is about to write, until the stream delivers it. */
  addPendingCommit(commit: PendingCommit): void {
    // A retried transaction may have no changes any more.
    if (commit.changes.length === 0) return void this.discardPendingCommit(commit.transaction);
    this.#pendingCommits.set(commit.transaction, commit);
    for (const { subscriber } of this.#subscribers) subscriber.onPendingCommit?.(commit);
  }

  /** Drops a commit whose transaction has failed, as far as this server knows. */
  discardPendingCommit(transaction: string): void {
    this.#pendingCommits.delete(transaction);
  }

  /**
   * Registers a committed transaction of this server, so that `waitForCommit` waits until the stream has delivered it.
   */
  expectCommit(transaction: string, resources: ReadonlySet<string>): void {
    if (resources.size === 0 || this.#deliveredTransactions.has(transaction)) return;
    this.#expectedCommits.set(transaction, { resources, delivered: deferred<void>() });
  }

  /**
   * Resolves when all commits of this server to these resources have been delivered, so that a caller reads its own
   * writes. Throws 503 while the stream is stale, as permissions may be outdated too.
   */
  async waitForCommit(resources: readonly string[]): Promise<void> {
    if (this.isStale) throw unavailable();
    const expected = [...this.#expectedCommits.values()].filter((commit) =>
      resources.some((name) => commit.resources.has(name)),
    );
    if (expected.length === 0) return;
    const timeout = deferred<never>();
    const timer = setTimeout(() => timeout.reject(unavailable()), commitWaitTimeoutMs);
    try {
      await Promise.race([Promise.all(expected.map(({ delivered }) => delivered.promise)), timeout.promise]);
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
      this.#startTime = nextTimestamp(await this.#options.loadState());
    } catch (loadError) {
      this.#options.log.warn({ err: loadError }, "Could not reload the derived state yet");
      return;
    }
    this.#resumeToken = undefined;
    this.#partialCommit = [];
    this.#markAllDelivered();
    this.#isHistoryLost = true;
  }

  async #consume(onOpen: () => void): Promise<void> {
    const database = this.#options.connection.db;
    if (!database) throw unavailable();
    const position = this.#resumeToken ? { resumeAfter: this.#resumeToken } : { startAtOperationTime: this.#startTime };
    const stream = database
      .collection<CommitDoc>(commitsCollection)
      .watch<CommitPart, mongoose.mongo.ChangeStreamDocument<CommitPart>>(
        [{ $match: { operationType: "insert" } }, { $set: { fullDocument: this.#fullDocumentExpression } }],
        { ...position, maxAwaitTimeMS: 1_000 },
      );
    this.#stream = stream;
    // Fires with the first answer. tryNext would first wait a second for a commit.
    stream.once("resumeTokenChanged", () => {
      this.#resumeToken ??= stream.resumeToken;
      this.#updateCursor();
      this.#missedHeartbeats = 0;
      this.#isOpen = true;
      onOpen();
      // Called only now, because clients need a cursor to continue from.
      if (this.#isHistoryLost) for (const { subscriber } of this.#subscribers) subscriber.onHistoryLost?.();
      this.#isHistoryLost = false;
    });
    // A new promise for each wait: Promise.race would leak handlers on a long-lived one.
    let timeout = deferred<never>();
    let missedHeartbeats = 0;
    const heartbeat = setInterval(() => {
      // tryNext and close may never return when the connection hangs.
      if (!this.#isHandling && ++missedHeartbeats >= maxMissedHeartbeats)
        timeout.reject(new Error("The database does not answer"));
    }, heartbeatIntervalMs).unref();
    try {
      while (!this.#closed) {
        timeout = deferred<never>();
        const event = await Promise.race([stream.tryNext(), timeout.promise]);
        if (!event && stream.closed) throw new StreamEndedError();
        missedHeartbeats = 0;
        this.#missedHeartbeats = 0;
        if (event) await this.#handleEvent(event);
        else this.#resumeToken = stream.resumeToken;
        this.#updateCursor();
      }
    } finally {
      clearInterval(heartbeat);
      this.#isOpen = false;
      void stream.close().catch(() => undefined);
    }
  }

  /** Commits of this server are in memory, so the stream sends only their identifying fields. */
  get #fullDocumentExpression(): object {
    const identifyingFields = {
      transaction: "$fullDocument.transaction",
      part: "$fullDocument.part",
      parts: "$fullDocument.parts",
    };
    return { $cond: [{ $eq: ["$fullDocument.server", this.serverId] }, identifyingFields, "$fullDocument"] };
  }

  async #handleEvent(event: mongoose.mongo.ChangeStreamDocument<CommitPart>): Promise<void> {
    if (event.operationType !== "insert") return;
    const parts = [...this.#partialCommit, event.fullDocument];
    const commit = await this.#assemble(parts, toCursor(event._id));
    if (commit) {
      await this.#deliver(commit);
      this.#markDelivered(commit.transaction);
    }
    this.#partialCommit = commit ? [] : parts;
    this.#resumeToken = event._id;
  }

  async #deliver(commit: CommitEvent): Promise<void> {
    this.#isHandling = true;
    try {
      for (const subscription of this.#subscribers) {
        // A commit is delivered again after an error; those before the failed subscriber have handled it already.
        if (subscription.lastCursor === commit.cursor) continue;
        await subscription.subscriber.onCommit?.(commit);
        subscription.lastCursor = commit.cursor;
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
    return assembleCommit(parts.every(hasChanges) ? parts : await this.#readCommit(last.transaction), cursor);
  }

  /** Reads a commit of this server that is not in memory any more, because its transaction seemed to have failed. */
  #readCommit(transaction: string): Promise<CommitDoc[]> {
    const commits = this.#options.connection.collection<CommitDoc>(commitsCollection);
    return commits.find({ transaction }).sort({ part: 1 }).toArray();
  }

  #updateCursor(): void {
    if (this.#partialCommit.length === 0) this.#cursor = toCursor(this.#resumeToken);
  }

  #markDelivered(transaction: string): void {
    this.#deliveredTransactions.add(transaction);
    this.#pendingCommits.delete(transaction);
    this.#expectedCommits.get(transaction)?.delivered.resolve();
    this.#expectedCommits.delete(transaction);
    if (this.#deliveredTransactions.size <= maxRememberedTransactions) return;
    for (const oldest of this.#deliveredTransactions) {
      this.#deliveredTransactions.delete(oldest);
      return;
    }
  }

  #markAllDelivered(): void {
    this.#pendingCommits.clear();
    for (const transaction of [...this.#expectedCommits.keys()]) this.#markDelivered(transaction);
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
