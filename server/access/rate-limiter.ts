import { createHash } from "node:crypto";
import { isUnexpired, latestExpiry } from "../clock.ts";
import type { Store } from "../database/store.ts";
import { tooManyRequests } from "../errors.ts";

interface RateLimiterOptions {
  connection: Store["connection"];
  /** Separates the keys of this limiter from those of the others. */
  name: string;
  maxAttempts: number;
  windowMinutes: number;
}

interface AttemptsDoc {
  key: string;
  /** When each counted attempt leaves the window. */
  expiries: Date[];
  /** MongoDB removes the document then. */
  expire: Date;
}

/**
 * Limits the attempts per key within any span of `windowMinutes`. They are stored in MongoDB, so that a limit holds
 * across servers and restarts. Keys are stored as hashes, as they contain names and addresses.
 */
export class RateLimiter {
  readonly #connection: Store["connection"];
  readonly #name: string;
  readonly #maxAttempts: number;
  readonly #windowMs: number;

  constructor({ connection, name, maxAttempts, windowMinutes }: RateLimiterOptions) {
    this.#connection = connection;
    this.#name = name;
    this.#maxAttempts = maxAttempts;
    this.#windowMs = windowMinutes * 60_000;
  }

  /** Throws 429 with Retry-After when no attempt is left for this key. Counts nothing. */
  async assertAllowed(key: string): Promise<void> {
    this.#assertAttemptLeft(await this.#docs.findOne({ key: this.#hash(key) }), new Date());
  }

  /** Counts an attempt. Throws 429 with Retry-After when none is left. Atomic across servers. */
  async consume(key: string): Promise<void> {
    const now = new Date();
    const expire = new Date(now.getTime() + this.#windowMs);
    const isCounted = { $and: [{ $gt: ["$$this", now] }, { $lte: ["$$this", latestExpiry(now, this.#windowMs)] }] };
    const counted = { $filter: { input: { $ifNull: ["$expiries", []] }, cond: isCounted } };
    const expiries = { $slice: [{ $concatArrays: [counted, [expire]] }, this.#maxAttempts] };
    const previous = await this.#docs.findOneAndUpdate({ key: this.#hash(key) }, [{ $set: { expiries, expire } }], {
      upsert: true,
      returnDocument: "before",
    });
    this.#assertAttemptLeft(previous, now);
  }

  /** Deletes the attempts of this key. */
  async reset(key: string): Promise<void> {
    await this.#docs.deleteOne({ key: this.#hash(key) });
  }

  get #docs() {
    return this.#connection.collection<AttemptsDoc>(collectionName);
  }

  #assertAttemptLeft(doc: AttemptsDoc | null, now: Date): void {
    const counted = (doc?.expiries ?? []).filter((expiry) => isUnexpired(expiry, { now, lifetimeMs: this.#windowMs }));
    if (counted.length < this.#maxAttempts) return;
    const firstExpiryMs = Math.min(...counted.map((expiry) => expiry.getTime()));
    throw tooManyRequests(Math.ceil((firstExpiryMs - now.getTime()) / 1000));
  }

  #hash(key: string): string {
    return createHash("sha256").update(`${this.#name}:${key}`).digest("base64url");
  }
}

/** Creates the indexes that all limiters share: unique keys, and removal of expired attempts by MongoDB. */
export async function ensureRateLimitIndexes(connection: Store["connection"]): Promise<void> {
  const docs = connection.collection(collectionName);
  await docs.createIndex({ key: 1 }, { unique: true });
  await docs.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
}

const collectionName = "rate-limits";
const concurrencyRetrySeconds = 2;

/** Limits how many operations of one key run at the same time. Further ones are refused. */
export class ConcurrencyLimit {
  readonly #maxPerKey: number;
  readonly #running = new Map<string, number>();

  constructor(maxPerKey: number) {
    this.#maxPerKey = maxPerKey;
  }

  /** Runs the operation. Throws 429 when too many of this key are running. */
  async run<Result>(key: string, operation: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#maxPerKey) throw tooManyRequests(concurrencyRetrySeconds);
    this.#running.set(key, running + 1);
    try {
      return await operation();
    } finally {
      const remaining = (this.#running.get(key) ?? 1) - 1;
      if (remaining > 0) this.#running.set(key, remaining);
      else this.#running.delete(key);
    }
  }
}
