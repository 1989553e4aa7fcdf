import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { isDatabaseError } from "../database/connection.ts";
import { unavailable } from "../errors.ts";
import type { Log } from "../log.ts";
import { type CommitDoc, commitsCollection } from "./commit.ts";
import {
  assembleCommit,
  type CommitEvent,
  type CommitPart,
  isCompletePart,
  isLastPart,
  type PendingCommit,
  toCursor,
} from "./commit-event.ts";
import { type Deferred, deferred } from "./deferred.ts";

interface ChangeStreamOptions {
  connection: mongoose.Connection;
  log: Log;
  /** Reads all derived state anew and returns the moment it was read at. */
  loadState: () => Promise<mongoose.mongo.Timestamp>;
  onCommit: (told: CommitEvent) => Promise<void>;
  /** This server is about to write something, and will tell it once that is done. */
  onPendingCommit: (own: PendingCommit) => void;
  /** The history has a gap: whoever follows must read again. */
  onHistoryLost: () => void;
}

const maxSeenTransactions = 4096;
const commitWaitTimeoutMs = 3_000;
/** The database says every second that it has nothing new; after so many of our beats without a word it is away. */
const heartbeatIntervalMs = 500;
const maxSilentBeats = 7;
/** Whoever waits for the database to come back has not long to wait once it is. */
const backoffMs = [50, 200, 500] as const;
/** The stream's place in history is gone: oplog rolled over, or the stream was ended for good. */
const historyLostCodes = [260, 280, 286];

/**
 * Follows the commits of the whole portal, whichever server wrote them, for as long as this server lives: what breaks is
 * taken up at the place where it broke, and where that place is gone everything derived is read anew.
 */
export class ChangeStream {
  /** Tells this server's commits from others'. */
  readonly serverId = randomUUID();
  readonly #options: ChangeStreamOptions;
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
  /** The last place between two transactions. */
  #cursor: string | undefined;
  #isHistoryLost = false;
  /** Counted by our own beats and not by the clock, so that a busy moment here is not taken for silence there. */
  #silentBeats = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  /** Telling what was heard, and so not listening. */
  #isHandling = false;

  constructor(parts: ChangeStreamOptions) {
    this.#options = parts;
  }

  /** Is the stream open, and the database heard on it? */
  get isLive(): boolean {
    return this.#isOpen && !this.isStale;
  }

  /** Has nothing been heard for so long that what is known here may be long out of date? */
  get isStale(): boolean {
    return this.#silentBeats >= maxSilentBeats;
  }

  /** The place up to which everything has been heard. */
  get cursor(): string {
    return this.#cursor ?? toCursor(this.#token);
  }

  /** Loads what is derived and follows from there; resolves when the stream is open. */
  async start(): Promise<void> {
    this.#startAt = nextTimestamp(await this.#options.loadState());
    // What was written before that moment is in what was loaded, and will not be heard.
    this.#markAllSeen();
    this.#heartbeat = setInterval(() => {
      if (!this.#isHandling) this.#silentBeats++;
    }, heartbeatIntervalMs).unref();
    const opened = deferred<void>();
    this.#running = this.#run(opened.resolve);
    await opened.promise;
  }

  /** Hears no more; a wait for the next commit ends when the connection is closed, otherwise within a second. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#stream?.close().catch(() => undefined);
    await this.#running;
  }

  /** Remembers what a transaction of this server is about to do, until it has been heard that it is done. */
  addPending(own: PendingCommit): void {
    // Begun again, it may have come to nothing.
    if (own.changes.length === 0) return void this.discardPending(own.transaction);
    this.#pendingCommits.set(own.transaction, own);
    this.#options.onPendingCommit(own);
  }

  /** The transaction has failed, as far as is known. */
  discardPending(transaction: string): void {
    this.#pendingCommits.delete(transaction);
  }

  /** A transaction of this server is in the database; it will be heard shortly. */
  expectCommit(transaction: string, resources: ReadonlySet<string>): void {
    if (resources.size === 0 || this.#seenTransactions.has(transaction)) return;
    this.#waits.set(transaction, { resources, done: deferred<void>() });
  }

  /**
   * Resolves when everything that this server wrote to these resources has been heard: a reader sees his own writes. Refused
   * at once while nothing is heard, as then nobody's rights are known for certain either.
   */
  async waitForCommit(resources: readonly string[]): Promise<void> {
    if (this.isStale) throw unavailable();
    const open = [...this.#waits.values()].filter((item) => resources.some((name) => item.resources.has(name)));
    if (open.length === 0) return;
    const late = deferred<never>();
    const timer = setTimeout(() => late.reject(unavailable()), commitWaitTimeoutMs);
    try {
      await Promise.race([Promise.all(open.map((item) => item.done.promise)), late.promise]);
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
        this.#options.log.warn({ err: error, tries }, "The stream of commits broke; taking it up again");
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
      this.#options.log.warn({ err: loadError }, "Could not read anew yet");
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
    const place = this.#token ? { resumeAfter: this.#token } : { startAtOperationTime: this.#startAt };
    const stream = database
      .collection<CommitDoc>(commitsCollection)
      .watch<CommitPart, mongoose.mongo.ChangeStreamDocument<CommitPart>>(
        [{ $match: { operationType: "insert" } }, { $set: { fullDocument: this.#projection } }],
        { ...place, maxAwaitTimeMS: 1_000 },
      );
    this.#stream = stream;
    // The first answer comes at once; tryNext alone would wait a second for a commit before saying so.
    stream.once("resumeTokenChanged", () => {
      this.#token ??= stream.resumeToken;
      this.#updateCursor();
      this.#silentBeats = 0;
      this.#isOpen = true;
      onOpen();
      // Only now there is a place again from which those who follow can go on.
      if (this.#isHistoryLost) this.#options.onHistoryLost();
      this.#isHistoryLost = false;
    });
    // Another for each wait: what waits for the same promise again and again is never let go.
    let silence = deferred<never>();
    let beats = 0;
    const heart = setInterval(() => {
      // A stream on which nothing comes may wait for ever, and closing it too.
      if (!this.#isHandling && ++beats >= maxSilentBeats) silence.reject(new Error("Nothing is heard of the database"));
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
      clearInterval(heart);
      this.#isOpen = false;
      void stream.close().catch(() => undefined);
    }
  }

  /** What is known here already would be sent, and read, for nothing. */
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
    const told = await this.#assemble(parts, toCursor(event._id));
    if (told) {
      this.#isHandling = true;
      await this.#options.onCommit(told).finally(() => {
        this.#isHandling = false;
      });
      this.#markSeen(told.transaction);
    }
    this.#partialCommit = told ? [] : parts;
    this.#token = event._id;
  }

  async #assemble(parts: readonly CommitPart[], cursor: string): Promise<CommitEvent | undefined> {
    const last = parts.at(-1);
    if (!last || !isLastPart(last)) return undefined;
    const own = this.#pendingCommits.get(last.transaction);
    if (own) return { cursor, transaction: own.transaction, at: own.at, by: own.by, changes: own.changes };
    return assembleCommit(parts.every(isCompletePart) ? parts : await this.#readParts(last.transaction), cursor);
  }

  /** Of a transaction of this server that was taken for failed: its parts as they are in the database. */
  #readParts(transaction: string): Promise<CommitDoc[]> {
    const commits = this.#options.connection.collection<CommitDoc>(commitsCollection);
    return commits.find({ transaction }).sort({ part: 1 }).toArray();
  }

  /** A client that came back to a place within a transaction would hear only the rest of it. */
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

/** The server has ended the stream, as when the collection is dropped; the driver would say forever that nothing is new. */
export class StreamEndedError extends Error {}

function isHistoryLost(error: unknown): boolean {
  return error instanceof StreamEndedError || historyLostCodes.some((code) => isDatabaseError(error, code));
}

function nextTimestamp(time: mongoose.mongo.Timestamp): mongoose.mongo.Timestamp {
  return new mongoose.mongo.Timestamp({ t: time.t, i: time.i + 1 });
}
