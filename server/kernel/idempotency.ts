import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type mongoose from "mongoose";
import { z } from "zod";
import { messages } from "../../shared/messages.ts";
import { isDatabaseError } from "../database.ts";
import { Refused, unavailable } from "./refusal.ts";
import type { Session } from "./store.ts";

type Json = Readonly<Record<string, unknown>>;

/** Marks one request; its first transaction writes the mark, so that the same request cannot be done twice. */
export interface Once {
  readonly id: string;
  readonly hash: string;
  /** Set when the mark is in the database. */
  written: boolean;
}

interface Mark {
  _id: string;
  hash: string;
  /** What wrote the mark; empty where the request wrote nothing. */
  transaction: string;
  expires: Date;
  /** As text, as it may hold names that the database takes for no field. */
  answer?: string;
}

const duplicateKey = 11_000;
const keptMs = 24 * 3_600_000;
const pollMs = 20;
const longestWaitMs = 2_000;
/** A longer answer is made again rather than kept; the database takes no document over 16 MB. */
const longestAnswer = 4_000_000;

/** Answers a repeated request with its first answer for 24 hours, whichever server it reaches. Refusals are not kept. */
export class Repeats {
  readonly #marks: mongoose.mongo.Collection<Mark>;
  readonly #running = new Map<string, { hash: string; answer: Promise<Json> }>();

  readonly #now: () => Date;

  /** By the clock of the machine, as the database forgets marks by its own. */
  constructor(connection: mongoose.Connection, now = () => new Date()) {
    this.#marks = connection.collection<Mark>("answers");
    this.#now = now;
  }

  async prepare(): Promise<void> {
    await this.#marks.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Runs the request unless it was run before. Another body under the same key is refused with 422. */
  async answerOnce(once: Once, ways: Ways): Promise<Json> {
    const running = this.#running.get(once.id);
    if (running) {
      refuseOther(running.hash, once);
      return running.answer;
    }
    const answer = this.#answer(once, ways);
    this.#running.set(once.id, { hash: once.hash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(once.id);
    }
  }

  /** Writes the marks within the transaction that does what they are for. */
  async mark(marked: readonly { once: Once; transaction: string }[], session: Session): Promise<void> {
    if (marked.length === 0) return;
    await this.#insert(
      marked.map(({ once, transaction }) => ({ ...this.#markOf(once), transaction })),
      session,
    );
  }

  async #answer(once: Once, ways: Ways): Promise<Json> {
    const before = await this.#marks.findOne({ _id: once.id });
    if (before && before.expires > this.#now()) return this.#first(once, ways);
    if (before) await this.#marks.deleteOne({ _id: once.id, expires: before.expires });
    try {
      const answer = await ways.run();
      const kept = keptOf(answer);
      if (once.written) await this.#marks.updateOne({ _id: once.id }, { $set: kept });
      else await this.#insert([{ ...this.#markOf(once), transaction: "", ...kept }]);
      return answer;
    } catch (error) {
      if (error instanceof DoneBefore) return this.#first(once, ways);
      throw error;
    }
  }

  /** The first answer; where the server that made it fell before it was kept, what its transaction wrote. */
  async #first(once: Once, { run, recover }: Ways): Promise<Json> {
    const giveUpAt = performance.now() + longestWaitMs;
    for (;;) {
      const mark = await this.#marks.findOne({ _id: once.id });
      if (!mark) throw unavailable();
      refuseOther(mark.hash, once);
      if (mark.answer !== undefined) return answerIn(mark.answer);
      if (mark.transaction === "") return run();
      if (performance.now() > giveUpAt) return recover(mark.transaction);
      await pause(pollMs);
    }
  }

  #markOf({ id, hash }: Once): Pick<Mark, "_id" | "hash" | "expires"> {
    return { _id: id, hash, expires: new Date(this.#now().getTime() + keptMs) };
  }

  async #insert(marks: Mark[], session?: Session): Promise<void> {
    try {
      await this.#marks.insertMany(marks, { session });
    } catch (error) {
      if (isDatabaseError(error, duplicateKey)) throw new DoneBefore();
      throw error;
    }
  }
}

/**
 * The mark of a request that carries an Idempotency-Key; the same key of another user or call is another one. What was sent is
 * kept only as a hash keyed with the Idempotency-Key, which is kept nowhere: nobody guesses a password from it.
 */
export function onceFor({ key, user, call, sent }: { key: string; user: number; call: string; sent: unknown }): Once {
  const id = createHash("sha256").update(`${user}\n${call}\n${key}`).digest("base64url");
  const hash = createHmac("sha256", key).update(JSON.stringify(sent)).digest("base64url");
  return { id, hash, written: false };
}

interface Ways {
  run: () => Promise<Json>;
  /** The answer to a request whose transaction was written but whose answer was lost. */
  recover: (transaction: string) => Promise<Json>;
}

class DoneBefore extends Error {}

function refuseOther(hash: string, once: Once): void {
  if (hash !== once.hash) throw new Refused(422, messages.otherBody);
}

function keptOf(answer: Json): Pick<Mark, "answer"> {
  const text = JSON.stringify(answer);
  return text.length > longestAnswer ? {} : { answer: text };
}

function answerIn(text: string): Json {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
