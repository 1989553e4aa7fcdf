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
} from "./commit.ts";
import { toCursor } from "./cursor.ts";
import { createDeferred } from "./deferred.ts";
import { OwnCommitDeliveries } from "./own-commit-deliveries.ts";

interface ChangeStreamOptions {
  connection: mongoose.Connection;
  log: Log;
  /**
   * Loads all state that is derived from the database and returns the time of the snapshot. Called at the start and
   * after lost history, such as a restore, so it first writes what the database lacks, for example migrations.
   */
  loadState: () => Promise<mongoose.mongo.Timestamp>;
}

export interface CommitSubscriber {
  /** If this throws, the commit is delivered again to this subscriber and the subscribers after it. */
  onCommit?: (commit: CommitEvent) => void | Promise<void>;
  /** Called before this server writes a commit. The write may still fail. */
  onPendingCommit?: (commit: PendingCommit) => void;
  /** Called when commits were missed. The derived state has been loaded again; clients must reload their data too. */
  onHistoryLost?: () => void;
}

const tickMs = 500;
/** MongoDB answers an idle stream every second. After this many ticks without an answer it counts as unreachable. */
const maxSilentTicks = 7;
const backoffMs = [50, 200, 500] as const;
/** The stream cannot be resumed: InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const historyLostCodes = [260, 280, 286];

/**
 * Follows the commits of all servers and passes each to the subscribers, in order. A broken stream is resumed where it
 * broke. If its position is no longer in the oplog, the derived state is loaded again.
 */
export class ChangeStream {
  /** Stored in the commits of this server, so that the stream sends these commits without their rows. */
  readonly serverId = randomUUID();
  readonly #options: ChangeStreamOptions;
  readonly #subscriptions: { subscriber: CommitSubscriber; lastCursor: string }[] = [];
  /** Commits that this server is writing, by transaction id. */
  readonly #pendingCommits = new Map<string, PendingCommit>();
  readonly #ownCommitDeliveries = new OwnCommitDeliveries();
  #stream: mongoose.mongo.ChangeStream<CommitPart> | undefined;
  /** Where to open the stream while there is no resume token. */
  #startTime: mongoose.mongo.Timestamp | undefined;
  #resumeToken: mongoose.mongo.ResumeToken;
  /**
   * The last position between two commits: a client that resumed within a commit would miss the commit's first parts.
   */
  #cursor: string | undefined;
  /** The parts read so far of a commit with several parts. */
  #partialCommit: readonly CommitPart[] = [];
  #isOpen = false;
  #isClosed = false;
  /** The derived state was loaded again, and the subscribers do not know yet: see `onHistoryLost`. */
  #mustReportHistoryLoss = false;
  /** Subscribers are running, so the stream is not being read. */
  #isDelivering = false;
  /** Resolves when the stream has ended after `close`. */
  #ended: Promise<void> = Promise.resolve();
  #ticker: NodeJS.Timeout | undefined;
  /** Timer ticks since the last answer. Ticks instead of a time, because a blocked event loop is not an outage. */
  #silentTicks = 0;

  constructor(options: ChangeStreamOptions) {
    this.#options = options;
  }

  /** Appends to the ordered list of subscribers. */
  subscribe(subscriber: CommitSubscriber): void {
    this.#subscriptions.push({ subscriber, lastCursor: "" });
  }

  /** The stream is open and the database answers. */
  get isLive(): boolean {
    return this.#isOpen && !this.isStale;
  }

  /** The database has been silent for so long that the derived state may be outdated. */
  get isStale(): boolean {
    return this.#silentTicks >= maxSilentTicks;
  }

  /** All commits up to this position have been delivered. */
  get cursor(): string {
    return this.#cursor ?? toCursor(this.#resumeToken);
  }

  /** Loads the derived state and follows the commits from there. Resolves when the stream is open. */
  async start(): Promise<void> {
    await this.#loadState();
    this.#ticker = setInterval(() => {
      if (!this.#isDelivering) this.#silentTicks++;
    }, tickMs).unref();
    const opened = createDeferred<void>();
    this.#ended = this.#run(opened.resolve);
    await opened.promise;
  }

  /** Stops. Resolves within a second, or at once when the connection is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    await this.#stream?.close().catch(() => undefined);
    await this.#ended;
  }

  /** Stores a commit that this server is about to write, until the stream delivers it. */
  addPendingCommit(commit: PendingCommit): void {
    // A retried transaction may have no changes any more.
    if (commit.changes.length === 0) return void this.discardPendingCommit(commit.transactionId);
    this.#pendingCommits.set(commit.transactionId, commit);
    for (const { subscriber } of this.#subscriptions) subscriber.onPendingCommit?.(commit);
  }

  /** Drops a commit whose transaction has failed, as far as this server knows. */
  discardPendingCommit(transactionId: string): void {
    this.#pendingCommits.delete(transactionId);
  }

  /** Registers a committed transaction of this server, so that `waitForOwnCommits` waits for its delivery. */
  expectCommit(transactionId: string, resources: ReadonlySet<string>): void {
    this.#ownCommitDeliveries.expect(transactionId, resources);
  }

  /**
   * Resolves when all commits of this server to these resources have been delivered, so that a caller reads its own
   * writes. Throws 503 while the stream is stale, as permissions may be outdated too.
   */
  async waitForOwnCommits(resources: readonly string[]): Promise<void> {
    if (this.isStale) throw unavailable();
    await this.#ownCommitDeliveries.wait(resources);
  }

  /** Loads the derived state from a snapshot. The commits up to the snapshot are not delivered. */
  async #loadState(): Promise<void> {
    const snapshotTime = await this.#options.loadState();
    this.#startTime = new mongoose.mongo.Timestamp({ t: snapshotTime.t, i: snapshotTime.i + 1 });
    this.#resumeToken = undefined;
    this.#partialCommit = [];
    // Marks all known commits of this server: the stream never delivers those in the snapshot, so that a caller would
    // wait for one of them until the timeout.
    for (const transactionId of [...this.#pendingCommits.keys(), ...this.#ownCommitDeliveries.expectedIds])
      this.#ownCommitDeliveries.markDelivered(transactionId);
    this.#pendingCommits.clear();
  }

  /** Follows the stream until `close`. Calls `onOpen` each time it is opened. */
  async #run(onOpen: () => void): Promise<void> {
    for (let tries = 0; !this.#isClosed; tries++) {
      try {
        await this.#follow(() => {
          tries = 0;
          onOpen();
        });
      } catch (error) {
        if (this.#isClosed) return;
        this.#isOpen = false;
        this.#options.log.warn({ err: error, tries }, "The change stream failed; resuming");
        await this.#recover(error, tries);
      }
    }
  }

  async #recover(error: unknown, tries: number): Promise<void> {
    const delayMs = backoffMs[Math.min(tries, backoffMs.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!isHistoryLost(error)) return;
    try {
      await this.#loadState();
      this.#mustReportHistoryLoss = true;
    } catch (loadError) {
      this.#options.log.warn({ err: loadError }, "Could not reload the derived state yet");
    }
  }

  /** Opens the stream and handles its events. Throws when the stream fails. */
  async #follow(onOpen: () => void): Promise<void> {
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
      this.#silentTicks = 0;
      this.#isOpen = true;
      onOpen();
      // Called only now, because clients need a cursor to continue from.
      if (this.#mustReportHistoryLoss) for (const { subscriber } of this.#subscriptions) subscriber.onHistoryLost?.();
      this.#mustReportHistoryLoss = false;
    });
    // A new promise for each wait, because Promise.race would leak handlers on a long-lived promise.
    let timeout = createDeferred<never>();
    /** Ticks since the last answer of this stream. `#silentTicks` may also count ticks from before it was opened. */
    let streamSilentTicks = 0;
    const ticker = setInterval(() => {
      // tryNext and close may never return when the connection hangs.
      if (!this.#isDelivering && ++streamSilentTicks >= maxSilentTicks)
        timeout.reject(new Error("The database does not answer"));
    }, tickMs).unref();
    try {
      while (!this.#isClosed) {
        timeout = createDeferred<never>();
        const event = await Promise.race([stream.tryNext(), timeout.promise]);
        if (!event && stream.closed) throw new StreamEndedError();
        streamSilentTicks = 0;
        this.#silentTicks = 0;
        if (event) await this.#handleEvent(event);
        else this.#resumeToken = stream.resumeToken;
        this.#updateCursor();
      }
    } finally {
      clearInterval(ticker);
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
      this.#pendingCommits.delete(commit.transactionId);
      this.#ownCommitDeliveries.markDelivered(commit.transactionId);
    }
    this.#partialCommit = commit ? [] : parts;
    this.#resumeToken = event._id;
  }

  /** The commit of these parts; undefined until they are complete. */
  async #assemble(parts: readonly CommitPart[], cursor: string): Promise<CommitEvent | undefined> {
    const last = parts.at(-1);
    if (!last || !isLastPart(last)) return undefined;
    const pending = this.#pendingCommits.get(last.transaction);
    if (pending) return { cursor, ...pending };
    if (parts.every(hasChanges)) return assembleCommit(parts, cursor);
    // This server dropped its commit from memory, because the transaction seemed to have failed or the derived state
    // was loaded again.
    const commits = this.#options.connection.collection<CommitDoc>(commitsCollection);
    const storedParts = await commits.find({ transaction: last.transaction }).sort({ part: 1 }).toArray();
    return assembleCommit(storedParts, cursor);
  }

  async #deliver(commit: CommitEvent): Promise<void> {
    this.#isDelivering = true;
    try {
      for (const subscription of this.#subscriptions) {
        // After an error the commit is delivered again. The subscribers before the failed one have already handled it.
        if (subscription.lastCursor === commit.cursor) continue;
        await subscription.subscriber.onCommit?.(commit);
        subscription.lastCursor = commit.cursor;
      }
    } finally {
      this.#isDelivering = false;
    }
  }

  #updateCursor(): void {
    if (this.#partialCommit.length === 0) this.#cursor = toCursor(this.#resumeToken);
  }
}

/** MongoDB has ended the stream, for instance because the collection was dropped. The driver does not report this. */
export class StreamEndedError extends Error {}

function isHistoryLost(error: unknown): boolean {
  return error instanceof StreamEndedError || historyLostCodes.some((code) => isDatabaseError(error, code));
}
