import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";
import { messages } from "../../shared/messages.ts";
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
  transaction: string;
  expires: Date;
  answer?: Json;
}

const keptMs = 24 * 3_600_000;
const pollMs = 20;
const longestWaitMs = 2_000;

/** Answers a repeated request with its first answer for 24 hours, whichever server it reaches. */
export class Repeats {
  readonly #marks: mongoose.mongo.Collection<Mark>;
  readonly #running = new Map<string, { hash: string; answer: Promise<Json> }>();

  constructor(connection: mongoose.Connection) {
    this.#marks = connection.collection<Mark>("answers");
  }

  async prepare(): Promise<void> {
    await this.#marks.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Runs the request unless it was run before. Another body under the same key is refused with 422. */
  async answerOnce(
    once: Once,
    { run, recover }: { run: () => Promise<Json>; recover: (transaction: string) => Promise<Json> },
  ): Promise<Json> {
    const running = this.#running.get(once.id);
    if (running) {
      refuseOther(running.hash, once);
      return running.answer;
    }
    const answer = this.#answer(once, { run, recover });
    this.#running.set(once.id, { hash: once.hash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(once.id);
    }
  }

  /** Writes the mark within the request's transaction. */
  async mark(
    once: Once,
    { transaction, now, session }: { transaction: string; now: Date; session: Session },
  ): Promise<void> {
    const expires = new Date(now.getTime() + keptMs);
    try {
      await this.#marks.insertOne({ _id: once.id, hash: once.hash, transaction, expires }, { session });
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === 11000) throw new DoneBefore();
      throw error;
    }
  }

  async #answer(
    once: Once,
    { run, recover }: { run: () => Promise<Json>; recover: (transaction: string) => Promise<Json> },
  ): Promise<Json> {
    const before = await this.#marks.findOne({ _id: once.id });
    if (before) return this.#first(once, recover);
    try {
      const answer = await run();
      if (once.written) await this.#marks.updateOne({ _id: once.id }, { $set: { answer } });
      return answer;
    } catch (error) {
      if (error instanceof DoneBefore) return this.#first(once, recover);
      throw error;
    }
  }

  /** The first answer; where the server that made it fell before it was kept, what its transaction wrote. */
  async #first(once: Once, recover: (transaction: string) => Promise<Json>): Promise<Json> {
    const giveUpAt = Date.now() + longestWaitMs;
    for (;;) {
      const mark = await this.#marks.findOne({ _id: once.id });
      if (!mark) throw unavailable();
      refuseOther(mark.hash, once);
      if (mark.answer) return mark.answer;
      if (Date.now() > giveUpAt) return recover(mark.transaction);
      await pause(pollMs);
    }
  }
}

/** The mark of a request that carries an Idempotency-Key; the same key of another user or call is another one. */
export function onceFor({ key, user, call, body }: { key: string; user: number; call: string; body: unknown }): Once {
  const id = createHash("sha256").update(`${user}\n${call}\n${key}`).digest("base64url");
  const hash = createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
  return { id, hash, written: false };
}

class DoneBefore extends Error {}

function refuseOther(hash: string, once: Once): void {
  if (hash !== once.hash) throw new Refused(422, messages.otherBody);
}
