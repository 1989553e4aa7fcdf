import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type mongoose from "mongoose";
import { z } from "zod";
import { createMessage } from "../../shared/messages.ts";
import { idempotencyRetentionMs } from "../../shared/wire.ts";
import { duplicateKeyCode, isDatabaseError } from "../database/connection.ts";
import type { Doc, Session } from "../database/store.ts";
import { HttpError, unavailable } from "../errors.ts";
import { toRowChanges } from "./change-columns.ts";
import { type CommitDoc, commitsCollection } from "./commit.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Identifies one request. The first transaction of the request records the key, so that the request runs only once. */
export interface IdempotencyKey {
  /** Hash of the user, the path and the header. */
  readonly id: string;
  /** HMAC of the request, to detect a different request with the same header. */
  readonly hash: string;
  /** Whether the key is in the database. Set when the transaction that recorded it is committed. */
  isRecorded: boolean;
}

interface IdempotencyDoc {
  _id: string;
  hash: string;
  /** Id of the transaction that recorded the key; "" if the request wrote nothing. */
  transaction: string;
  expires: Date;
  /** As JSON, because an answer can have keys that are not valid field names. Missing until the request is answered. */
  answer?: string;
}

const pollIntervalMs = 20;
const maxAnswerWaitMs = 2_000;
/** In characters. Longer answers are not stored but rebuilt, because a document must not exceed 16 MB. */
const maxStoredAnswerLength = 4_000_000;

/** Answers a repeated request with its first answer for 24 hours, on every server. Errors are not stored. */
export class IdempotencyStore {
  readonly #docs: mongoose.mongo.Collection<IdempotencyDoc>;
  readonly #running = new Map<string, { hash: string; answer: Promise<JsonObject> }>();
  readonly #now: () => Date;

  /**
   * `now` must be the time of the machine, not the portal's clock, which tests change: MongoDB expires documents by its
   * own.
   */
  constructor(connection: mongoose.Connection, now = () => new Date()) {
    this.#docs = connection.collection<IdempotencyDoc>("answers");
    this.#now = now;
  }

  async ensureIndexes(): Promise<void> {
    await this.#docs.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Runs the request unless it was run before. Throws 422 if the key was used for a different request. */
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

  /** Records the keys in the transaction of the requests that they identify. Throws if one is recorded already. */
  async recordKeys(
    entries: readonly { key: IdempotencyKey; transactionId: string }[],
    session: Session,
  ): Promise<void> {
    if (entries.length === 0) return;
    await this.#insert(
      entries.map(({ key, transactionId }) => ({ ...this.#docFor(key), transaction: transactionId })),
      session,
    );
  }

  async #process(key: IdempotencyKey, request: IdempotentRequest): Promise<JsonObject> {
    const stored = await this.#docs.findOne({ _id: key.id });
    if (stored && stored.expires > this.#now()) return this.#readFirstAnswer(key, request);
    if (stored) await this.#docs.deleteOne({ _id: key.id, expires: stored.expires });
    try {
      const answer = await request.run();
      const answerField = toStoredAnswer(answer);
      if (key.isRecorded) await this.#docs.updateOne({ _id: key.id }, { $set: answerField });
      else await this.#insert([{ ...this.#docFor(key), transaction: "", ...answerField }]);
      return answer;
    } catch (error) {
      if (error instanceof AlreadyProcessedError) return this.#readFirstAnswer(key, request);
      throw error;
    }
  }

  /**
   * The stored answer. If there is none, because the first server stopped before storing it or because it is too long,
   * it is rebuilt from the rows of its transaction.
   */
  async #readFirstAnswer(key: IdempotencyKey, { run, rebuildAnswer }: IdempotentRequest): Promise<JsonObject> {
    const deadline = performance.now() + maxAnswerWaitMs;
    for (;;) {
      const doc = await this.#docs.findOne({ _id: key.id });
      if (!doc) throw unavailable();
      assertSameRequest(doc.hash, key);
      if (doc.answer !== undefined) return parseAnswer(doc.answer);
      // The first run wrote nothing, and its answer was too long to store.
      if (doc.transaction === "") return run();
      if (performance.now() > deadline) return rebuildAnswer(doc.transaction);
      await pause(pollIntervalMs);
    }
  }

  #docFor({ id, hash }: IdempotencyKey): Pick<IdempotencyDoc, "_id" | "hash" | "expires"> {
    return { _id: id, hash, expires: new Date(this.#now().getTime() + idempotencyRetentionMs) };
  }

  async #insert(docs: IdempotencyDoc[], session?: Session): Promise<void> {
    try {
      await this.#docs.insertMany(docs, { session });
    } catch (error) {
      if (isDatabaseError(error, duplicateKeyCode)) throw new AlreadyProcessedError();
      throw error;
    }
  }
}

/**
 * Scopes the Idempotency-Key header to the user and the path. The request is stored only as an HMAC whose key is the
 * header, which is not stored, so that a password in the body cannot be guessed from the hash.
 */
export function createIdempotencyKey({
  header,
  userId,
  path,
  request,
}: {
  header: string;
  userId: number;
  path: string;
  /** What must be equal in a repeated request and the first one. */
  request: unknown;
}): IdempotencyKey {
  const id = createHash("sha256").update(`${userId}\n${path}\n${header}`).digest("base64url");
  const hash = createHmac("sha256", header).update(JSON.stringify(request)).digest("base64url");
  return { id, hash, isRecorded: false };
}

interface IdempotentRequest {
  run: () => Promise<JsonObject>;
  /** Builds the answer again from the rows of the committed transaction. */
  rebuildAnswer: (transactionId: string) => Promise<JsonObject>;
}

/** The rows of a resource that a transaction inserted. */
export interface InsertedRows {
  firstRow: Doc | undefined;
  count: number;
}

/** Reads the rows that a transaction inserted, to rebuild the answer to its request. */
export async function readInsertedRows(
  connection: mongoose.Connection,
  { transactionId, resource }: WrittenRows,
): Promise<InsertedRows> {
  const inserted: InsertedRows = { firstRow: undefined, count: 0 };
  for await (const { type, after } of readChanges(connection, { transactionId, resource })) {
    if (type !== "insert") continue;
    inserted.firstRow ??= after ?? undefined;
    inserted.count++;
  }
  return inserted;
}

/** The row as the transaction left it: the one with this id, or without an id the last one that it wrote. */
export async function readWrittenRow(
  connection: mongoose.Connection,
  { transactionId, resource, id }: WrittenRows & { id?: number },
): Promise<Doc | undefined> {
  let row: Doc | undefined;
  for await (const change of readChanges(connection, { transactionId, resource }))
    if ((id ?? change.id) === change.id) row = change.after ?? undefined;
  return row;
}

interface WrittenRows {
  transactionId: string;
  resource: { name: string };
}

/** The changes of the resource's rows in a transaction, in the order of the writes. */
async function* readChanges(connection: mongoose.Connection, { transactionId, resource }: WrittenRows) {
  const commits = connection.collection<CommitDoc>(commitsCollection);
  for await (const { changes } of commits.find({ transaction: transactionId }).sort({ part: 1 }))
    yield* toRowChanges(changes).filter(({ resource: name }) => name === resource.name);
}

/** Thrown when the key is in the database: the request was processed before, or another server is processing it. */
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
