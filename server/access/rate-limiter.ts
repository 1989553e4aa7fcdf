import { createHash } from "node:crypto";
import { RateLimiterMongo, RateLimiterRes } from "rate-limiter-flexible";
import type { Store } from "../database/store.ts";
import { tooManyRequests } from "../errors.ts";

interface RateLimiterOptions {
  connection: Store["connection"];
  /** Separates the keys of this limiter from those of the others. */
  name: string;
  maxAttempts: number;
  windowMinutes: number;
}

/** Servers' clocks may differ by this much. A count that expires even later was stored by a clock that was ahead. */
const maxClockSkewMs = 10 * 60_000;

/**
 * Limits attempts per key. The counts are in MongoDB, so that a limit holds across servers and restarts.
 * The window starts with the first attempt. Keys are stored as hashes, as they contain names and addresses.
 */
export class RateLimiter {
  readonly #limiter: RateLimiterMongo;

  constructor({ connection, name, maxAttempts, windowMinutes }: RateLimiterOptions) {
    this.#limiter = new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collectionName,
      keyPrefix: name,
      points: maxAttempts,
      duration: windowMinutes * 60,
      disableIndexesCreation: true,
    });
  }

  /** Throws 429 with Retry-After when no attempt is left for this key. Counts nothing. */
  async assertAllowed(key: string): Promise<void> {
    const state = await this.#limiter.get(hashKey(key));
    if (state && state.consumedPoints >= this.#limiter.points) await this.#refuse(key, state);
  }

  /** Counts an attempt. Throws 429 with Retry-After when it exceeds the limit. Atomic across servers. */
  async consume(key: string): Promise<void> {
    try {
      await this.#limiter.consume(hashKey(key));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      await this.#refuse(key, error);
    }
  }

  /** Deletes the count of this key. */
  async reset(key: string): Promise<void> {
    await this.#limiter.delete(hashKey(key));
  }

  /** Throws 429, unless the stored count is wrong; then deletes it. */
  async #refuse(key: string, { msBeforeNext }: RateLimiterRes): Promise<void> {
    if (msBeforeNext > this.#limiter.msDuration + maxClockSkewMs) return this.reset(key);
    throw tooManyRequests(Math.ceil(msBeforeNext / 1000));
  }
}

/** Creates the indexes that all limiters share: unique keys, and removal of expired counts by MongoDB. */
export async function ensureRateLimitIndexes(connection: Store["connection"]): Promise<void> {
  const counts = connection.collection(collectionName);
  await counts.createIndex({ key: 1 }, { unique: true });
  await counts.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
}

const collectionName = "rate-limits";
const concurrencyRetrySeconds = 2;

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

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
