import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type mongoose from "mongoose";
import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import { isDatabaseError } from "../database/connection.ts";
import type { Session } from "../database/store.ts";
import { HttpError, unavailable } from "../errors.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Identifies one request. Its first transaction records the key, so that the request cannot be committed twice. */
export interface IdempotencyKey {
  readonly id: string;
  readonly hash: string;
  /** Set when the key is in the database. */
  isRecorded: boolean;
}

interface IdempotencyDoc {
  _id: string;
  hash: string;
  /** The transaction that recorded the key; "" if the request wrote nothing. */
  transaction: string;
  expires: Date;
  /** JSON text, because an answer may have keys that are no valid field names. Absent until the request is answered. */
  answer?: string;
}

const duplicateKey = 11_000;
const retentionMs = 24 * 3_600_000;
const pollIntervalMs = 20;
const maxAnswerWaitMs = 2_000;
/** A longer answer is not stored but computed again; a document must not exceed 16 MB. */
const maxStoredAnswerLength = 4_000_000;

/** Answers a repeated request with its first answer for 24 hours, on every server. Error responses are not stored. */
export class IdempotencyStore {
  readonly #docs: mongoose.mongo.Collection<IdempotencyDoc>;
  readonly #running = new Map<string, { hash: string; answer: Promise<JsonObject> }>();
  readonly #now: () => Date;

  /** Uses the machine's clock and not the test clock, because MongoDB expires the documents by its own clock. */
  constructor(connection: mongoose.Connection, now = () => new Date()) {
    this.#docs = connection.collection<IdempotencyDoc>("answers");
    this.#now = now;
  }

  async ensureIndexes(): Promise<void> {
    await this.#docs.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Runs the request unless it was run before. Throws 422 if the key was used for a request with another body. */
  async runOnce(key: IdempotencyKey, request: IdempotentRequest): Promise<JsonObject> {
    const running = this.#running.get(key.id);
    if (running) {
      assertSameRequest(running.hash, key);
      return running.answer;
    }
    const answer = this.#process(key, request);
    this.#running.set(key.id, { hash: key.hash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(key.id);
    }
  }

  /** Records the keys in the transaction of the requests that they identify. */
  async recordKeys(entries: readonly { key: IdempotencyKey; transaction: string }[], session: Session): Promise<void> {
    if (entries.length === 0) return;
    await this.#insert(
      entries.map(({ key, transaction }) => ({ ...this.#docFor(key), transaction })),
      session,
    );
  }

  async #process(key: IdempotencyKey, request: IdempotentRequest): Promise<JsonObject> {
    const before = await this.#docs.findOne({ _id: key.id });
    if (before && before.expires > this.#now()) return this.#readFirstAnswer(key, request);
    if (before) await this.#docs.deleteOne({ _id: key.id, expires: before.expires });
    try {
      const answer = await request.run();
      const stored = toStoredAnswer(answer);
      if (key.isRecorded) await this.#docs.updateOne({ _id: key.id }, { $set: stored });
      else await this.#insert([{ ...this.#docFor(key), transaction: "", ...stored }]);
      return answer;
    } catch (error) {
      if (error instanceof AlreadyProcessedError) return this.#readFirstAnswer(key, request);
      throw error;
    }
  }

  /** The stored answer. If the first server stopped before storing it, the answer is recovered from its transaction. */
  async #readFirstAnswer(key: IdempotencyKey, { run, recover }: IdempotentRequest): Promise<JsonObject> {
    const giveUpAt = performance.now() + maxAnswerWaitMs;
    for (;;) {
      const doc = await this.#docs.findOne({ _id: key.id });
      if (!doc) throw unavailable();
      assertSameRequest(doc.hash, key);
      if (doc.answer !== undefined) return parseAnswer(doc.answer);
      if (doc.transaction === "") return run();
      if (performance.now() > giveUpAt) return recover(doc.transaction);
      await pause(pollIntervalMs);
    }
  }

  #docFor({ id, hash }: IdempotencyKey): Pick<IdempotencyDoc, "_id" | "hash" | "expires"> {
    return { _id: id, hash, expires: new Date(this.#now().getTime() + retentionMs) };
  }

  async #insert(docs: IdempotencyDoc[], session?: Session): Promise<void> {
    try {
      await this.#docs.insertMany(docs, { session });
    } catch (error) {
      if (isDatabaseError(error, duplicateKey)) throw new AlreadyProcessedError();
      throw error;
    }
  }
}

/**
 * The key is scoped to the user and the call. The body is stored only as an HMAC keyed with the Idempotency-Key header,
 * which is not stored, so that a password in the body cannot be guessed from the hash.
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
  /** Builds the answer of a committed request whose answer was lost. */
  recover: (transaction: string) => Promise<JsonObject>;
}

class AlreadyProcessedError extends Error {}

function assertSameRequest(hash: string, key: IdempotencyKey): void {
  if (hash !== key.hash) throw new HttpError(422, createMessage("idempotency-key-reused"));
}

function toStoredAnswer(answer: JsonObject): Pick<IdempotencyDoc, "answer"> {
  const text = JSON.stringify(answer);
  return text.length > maxStoredAnswerLength ? {} : { answer: text };
}

function parseAnswer(text: string): JsonObject {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
