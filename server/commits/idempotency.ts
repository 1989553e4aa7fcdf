import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type mongoose from "mongoose";
import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import { isDatabaseError } from "../database/connection.ts";
import type { Session } from "../database/store.ts";
import { HttpError, unavailable } from "../errors.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Marks one request; its first transaction writes the mark, so that the same request cannot be done twice. */
export interface IdempotencyKey {
  readonly id: string;
  readonly hash: string;
  /** Set when the mark is in the database. */
  isRecorded: boolean;
}

interface IdempotencyDoc {
  _id: string;
  hash: string;
  /** What wrote the mark; empty where the request wrote nothing. */
  transaction: string;
  expires: Date;
  /** As text, as it may hold names that the database takes for no field. */
  answer?: string;
}

const duplicateKey = 11_000;
const retentionMs = 24 * 3_600_000;
const pollIntervalMs = 20;
const maxAnswerWaitMs = 2_000;
/** A longer answer is made again rather than kept; the database takes no document over 16 MB. */
const maxStoredAnswerLength = 4_000_000;

/** Answers a repeated request with its first answer for 24 hours, whichever server it reaches. Refusals are not kept. */
export class IdempotencyStore {
  readonly #docs: mongoose.mongo.Collection<IdempotencyDoc>;
  readonly #running = new Map<string, { hash: string; answer: Promise<JsonObject> }>();

  readonly #now: () => Date;

  /** By the clock of the machine, as the database forgets marks by its own. */
  constructor(connection: mongoose.Connection, now = () => new Date()) {
    this.#docs = connection.collection<IdempotencyDoc>("answers");
    this.#now = now;
  }

  async ensureIndexes(): Promise<void> {
    await this.#docs.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Runs the request unless it was run before. Another body under the same key is refused with 422. */
  async runOnce(once: IdempotencyKey, ways: IdempotentRequest): Promise<JsonObject> {
    const running = this.#running.get(once.id);
    if (running) {
      assertSameRequest(running.hash, once);
      return running.answer;
    }
    const answer = this.#process(once, ways);
    this.#running.set(once.id, { hash: once.hash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(once.id);
    }
  }

  /** Writes the marks within the transaction that does what they are for. */
  async recordKeys(marked: readonly { key: IdempotencyKey; transaction: string }[], session: Session): Promise<void> {
    if (marked.length === 0) return;
    await this.#insert(
      marked.map(({ key, transaction }) => ({ ...this.#docFor(key), transaction })),
      session,
    );
  }

  async #process(once: IdempotencyKey, ways: IdempotentRequest): Promise<JsonObject> {
    const before = await this.#docs.findOne({ _id: once.id });
    if (before && before.expires > this.#now()) return this.#readFirstAnswer(once, ways);
    if (before) await this.#docs.deleteOne({ _id: once.id, expires: before.expires });
    try {
      const answer = await ways.run();
      const kept = toStoredAnswer(answer);
      if (once.isRecorded) await this.#docs.updateOne({ _id: once.id }, { $set: kept });
      else await this.#insert([{ ...this.#docFor(once), transaction: "", ...kept }]);
      return answer;
    } catch (error) {
      if (error instanceof AlreadyProcessedError) return this.#readFirstAnswer(once, ways);
      throw error;
    }
  }

  /** The first answer; where the server that made it fell before it was kept, what its transaction wrote. */
  async #readFirstAnswer(once: IdempotencyKey, { run, recover }: IdempotentRequest): Promise<JsonObject> {
    const giveUpAt = performance.now() + maxAnswerWaitMs;
    for (;;) {
      const mark = await this.#docs.findOne({ _id: once.id });
      if (!mark) throw unavailable();
      assertSameRequest(mark.hash, once);
      if (mark.answer !== undefined) return parseAnswer(mark.answer);
      if (mark.transaction === "") return run();
      if (performance.now() > giveUpAt) return recover(mark.transaction);
      await pause(pollIntervalMs);
    }
  }

  #docFor({ id, hash }: IdempotencyKey): Pick<IdempotencyDoc, "_id" | "hash" | "expires"> {
    return { _id: id, hash, expires: new Date(this.#now().getTime() + retentionMs) };
  }

  async #insert(marks: IdempotencyDoc[], session?: Session): Promise<void> {
    try {
      await this.#docs.insertMany(marks, { session });
    } catch (error) {
      if (isDatabaseError(error, duplicateKey)) throw new AlreadyProcessedError();
      throw error;
    }
  }
}

/**
 * The mark of a request that carries an Idempotency-Key; the same key of another user or call is another one. What was sent is
 * kept only as a hash keyed with the Idempotency-Key, which is kept nowhere: nobody guesses a password from it.
 */
export function createIdempotencyKey({
  key,
  user,
  call,
  sent,
}: {
  key: string;
  user: number;
  call: string;
  sent: unknown;
}): IdempotencyKey {
  const id = createHash("sha256").update(`${user}\n${call}\n${key}`).digest("base64url");
  const hash = createHmac("sha256", key).update(JSON.stringify(sent)).digest("base64url");
  return { id, hash, isRecorded: false };
}

interface IdempotentRequest {
  run: () => Promise<JsonObject>;
  /** The answer to a request whose transaction was written but whose answer was lost. */
  recover: (transaction: string) => Promise<JsonObject>;
}

class AlreadyProcessedError extends Error {}

function assertSameRequest(hash: string, once: IdempotencyKey): void {
  if (hash !== once.hash) throw new HttpError(422, createMessage("idempotency-key-reused"));
}

function toStoredAnswer(answer: JsonObject): Pick<IdempotencyDoc, "answer"> {
  const text = JSON.stringify(answer);
  return text.length > maxStoredAnswerLength ? {} : { answer: text };
}

function parseAnswer(text: string): JsonObject {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
