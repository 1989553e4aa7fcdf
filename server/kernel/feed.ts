import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { isDatabaseError } from "../database.ts";
import { type CommitDoc, commitsCollection } from "./commit.ts";
import { type Deferred, deferred } from "./deferred.ts";
import type { Log } from "./log.ts";
import { unavailable } from "./refusal.ts";
import { cursorOf, isLast, isWhole, type Own, type Part, type Told, wholeOf } from "./told.ts";

interface FeedParts {
  connection: mongoose.Connection;
  log: Log;
  /** Reads all derived state anew and returns the moment it was read at. */
  load: () => Promise<mongoose.mongo.Timestamp>;
  onTold: (told: Told) => Promise<void>;
  /** This server is about to write something, and will tell it once that is done. */
  onKept: (own: Own) => void;
  /** The history has a gap: whoever follows must read again. */
  onGap: () => void;
}

const remembered = 4096;
const longestWaitMs = 3_000;
/** The database says every second that it has nothing new; after so many of our beats without a word it is away. */
const beatMs = 500;
const mostSilentBeats = 7;
/** Whoever waits for the database to come back has not long to wait once it is. */
const backOffMs = [50, 200, 500] as const;
/** The stream's place in history is gone: oplog rolled over, or the stream was ended for good. */
const gapCodes = [260, 280, 286];

/**
 * Follows the commits of the whole portal, whichever server wrote them, for as long as this server lives: what breaks is
 * taken up at the place where it broke, and where that place is gone everything derived is read anew.
 */
export class Feed {
  /** Tells this server's commits from others'. */
  readonly server = randomUUID();
  readonly #parts: FeedParts;
  readonly #waiting = new Map<string, { resources: ReadonlySet<string>; done: Deferred<void> }>();
  readonly #heard = new Set<string>();
  readonly #own = new Map<string, Own>();
  #stream: mongoose.mongo.ChangeStream<Part> | undefined;
  #token: mongoose.mongo.ResumeToken;
  #from: mongoose.mongo.Timestamp | undefined;
  #closed = false;
  #live = false;
  #running: Promise<void> = Promise.resolve();
  #half: readonly Part[] = [];
  /** The last place between two transactions. */
  #place: string | undefined;
  #gap = false;
  /** Counted by our own beats and not by the clock, so that a busy moment here is not taken for silence there. */
  #silentBeats = 0;
  #heart: NodeJS.Timeout | undefined;
  /** Telling what was heard, and so not listening. */
  #busy = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Is the stream open, and the database heard on it? */
  get live(): boolean {
    return this.#live && !this.deaf;
  }

  /** Has nothing been heard for so long that what is known here may be long out of date? */
  get deaf(): boolean {
    return this.#silentBeats >= mostSilentBeats;
  }

  /** The place up to which everything has been heard. */
  get cursor(): string {
    return this.#place ?? cursorOf(this.#token);
  }

  /** Loads what is derived and follows from there; resolves when the stream is open. */
  async start(): Promise<void> {
    this.#from = next(await this.#parts.load());
    // What was written before that moment is in what was loaded, and will not be heard.
    this.#hearAll();
    this.#heart = setInterval(() => {
      if (!this.#busy) this.#silentBeats++;
    }, beatMs).unref();
    const opened = deferred<void>();
    this.#running = this.#follow(opened.resolve);
    await opened.promise;
  }

  /** Hears no more; a wait for the next commit ends when the connection is closed, otherwise within a second. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heart);
    await this.#stream?.close().catch(() => undefined);
    await this.#running;
  }

  /** Remembers what a transaction of this server is about to do, until it has been heard that it is done. */
  keep(own: Own): void {
    // Begun again, it may have come to nothing.
    if (own.changes.length === 0) return void this.forget(own.transaction);
    this.#own.set(own.transaction, own);
    this.#parts.onKept(own);
  }

  /** The transaction has failed, as far as is known. */
  forget(transaction: string): void {
    this.#own.delete(transaction);
  }

  /** A transaction of this server is in the database; it will be heard shortly. */
  expect(transaction: string, resources: ReadonlySet<string>): void {
    if (resources.size === 0 || this.#heard.has(transaction)) return;
    this.#waiting.set(transaction, { resources, done: deferred<void>() });
  }

  /**
   * Resolves when everything that this server wrote to these resources has been heard: a reader sees his own writes. Refused
   * at once while nothing is heard, as then nobody's rights are known for certain either.
   */
  async seen(resources: readonly string[]): Promise<void> {
    if (this.deaf) throw unavailable();
    const open = [...this.#waiting.values()].filter((item) => resources.some((name) => item.resources.has(name)));
    if (open.length === 0) return;
    const late = deferred<never>();
    const timer = setTimeout(() => late.reject(unavailable()), longestWaitMs);
    try {
      await Promise.race([Promise.all(open.map((item) => item.done.promise)), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #follow(opened: () => void): Promise<void> {
    for (let tries = 0; !this.#closed; tries++) {
      try {
        await this.#read(() => {
          tries = 0;
          opened();
        });
      } catch (error) {
        if (this.#closed) return;
        this.#live = false;
        this.#parts.log.warn({ err: error, tries }, "The stream of commits broke; taking it up again");
        await this.#recover(error, tries);
      }
    }
  }

  async #recover(error: unknown, tries: number): Promise<void> {
    const wait = backOffMs[Math.min(tries, backOffMs.length - 1)] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (!isGap(error)) return;
    try {
      this.#from = next(await this.#parts.load());
    } catch (loadError) {
      this.#parts.log.warn({ err: loadError }, "Could not read anew yet");
      return;
    }
    this.#token = undefined;
    this.#half = [];
    this.#hearAll();
    this.#gap = true;
  }

  async #read(onOpen: () => void): Promise<void> {
    const database = this.#parts.connection.db;
    if (!database) throw unavailable();
    const place = this.#token ? { resumeAfter: this.#token } : { startAtOperationTime: this.#from };
    const stream = database
      .collection<CommitDoc>(commitsCollection)
      .watch<Part, mongoose.mongo.ChangeStreamDocument<Part>>(
        [{ $match: { operationType: "insert" } }, { $set: { fullDocument: this.#needed } }],
        { ...place, maxAwaitTimeMS: 1_000 },
      );
    this.#stream = stream;
    // The first answer comes at once; tryNext alone would wait a second for a commit before saying so.
    stream.once("resumeTokenChanged", () => {
      this.#token ??= stream.resumeToken;
      this.#rest();
      this.#silentBeats = 0;
      this.#live = true;
      onOpen();
      // Only now there is a place again from which those who follow can go on.
      if (this.#gap) this.#parts.onGap();
      this.#gap = false;
    });
    // Another for each wait: what waits for the same promise again and again is never let go.
    let silence = deferred<never>();
    let beats = 0;
    const heart = setInterval(() => {
      // A stream on which nothing comes may wait for ever, and closing it too.
      if (!this.#busy && ++beats >= mostSilentBeats) silence.reject(new Error("Nothing is heard of the database"));
    }, beatMs).unref();
    try {
      while (!this.#closed) {
        silence = deferred<never>();
        const event = await Promise.race([stream.tryNext(), silence.promise]);
        if (!event && stream.closed) throw new StreamEnded();
        beats = 0;
        this.#silentBeats = 0;
        if (event) await this.#take(event);
        else this.#token = stream.resumeToken;
        this.#rest();
      }
    } finally {
      clearInterval(heart);
      this.#live = false;
      void stream.close().catch(() => undefined);
    }
  }

  /** What is known here already would be sent, and read, for nothing. */
  get #needed(): object {
    const known = {
      transaction: "$fullDocument.transaction",
      part: "$fullDocument.part",
      parts: "$fullDocument.parts",
    };
    return { $cond: [{ $eq: ["$fullDocument.server", this.server] }, known, "$fullDocument"] };
  }

  async #take(event: mongoose.mongo.ChangeStreamDocument<Part>): Promise<void> {
    if (event.operationType !== "insert") return;
    const parts = [...this.#half, event.fullDocument];
    const told = await this.#whole(parts, cursorOf(event._id));
    if (told) {
      this.#busy = true;
      await this.#parts.onTold(told).finally(() => {
        this.#busy = false;
      });
      this.#hear(told.transaction);
    }
    this.#half = told ? [] : parts;
    this.#token = event._id;
  }

  async #whole(parts: readonly Part[], cursor: string): Promise<Told | undefined> {
    const last = parts.at(-1);
    if (!last || !isLast(last)) return undefined;
    const own = this.#own.get(last.transaction);
    if (own) return { cursor, transaction: own.transaction, at: own.at, by: own.by, changes: own.changes };
    return wholeOf(parts.every(isWhole) ? parts : await this.#written(last.transaction), cursor);
  }

  /** Of a transaction of this server that was taken for failed: its parts as they are in the database. */
  #written(transaction: string): Promise<CommitDoc[]> {
    const commits = this.#parts.connection.collection<CommitDoc>(commitsCollection);
    return commits.find({ transaction }).sort({ part: 1 }).toArray();
  }

  /** A client that came back to a place within a transaction would hear only the rest of it. */
  #rest(): void {
    if (this.#half.length === 0) this.#place = cursorOf(this.#token);
  }

  #hear(transaction: string): void {
    this.#heard.add(transaction);
    this.#own.delete(transaction);
    this.#waiting.get(transaction)?.done.resolve();
    this.#waiting.delete(transaction);
    if (this.#heard.size <= remembered) return;
    for (const oldest of this.#heard) {
      this.#heard.delete(oldest);
      return;
    }
  }

  #hearAll(): void {
    this.#own.clear();
    for (const transaction of [...this.#waiting.keys()]) this.#hear(transaction);
  }
}

/** The server has ended the stream, as when the collection is dropped; the driver would say forever that nothing is new. */
export class StreamEnded extends Error {}

function isGap(error: unknown): boolean {
  return error instanceof StreamEnded || gapCodes.some((code) => isDatabaseError(error, code));
}

function next(time: mongoose.mongo.Timestamp): mongoose.mongo.Timestamp {
  return new mongoose.mongo.Timestamp({ t: time.t, i: time.i + 1 });
}
