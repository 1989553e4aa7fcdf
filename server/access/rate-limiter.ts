import { createHash } from "node:crypto";
import { computeLatestExpiry, isUnexpired } from "../clock.ts";
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
  /** When MongoDB removes the document. */
  expire: Date;
}

/**
 * Limits the attempts per key within any span of `windowMinutes`. They are stored in MongoDB, so that a limit holds
 * across servers and restarts. Keys are stored as hashes, as they contain names and addresses. All times are those of
 * the machine instead of the server's clock, because MongoDB removes expired documents by its own.
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

  /**
   * Throws 429 with Retry-After when no attempt is left for this key. Does not count an attempt. `maxAttempts` can
   * lower the maximum for this check.
   */
  async assertAllowed(key: string, maxAttempts = this.#maxAttempts): Promise<void> {
    this.#assertAttemptLeft(await this.#docs.findOne({ key: this.#hash(key) }), { now: new Date(), maxAttempts });
  }

  /** Whether an attempt is left for this key, with the limiter's maximum or a lower one. Does not count an attempt. */
  async hasAttemptLeft(key: string, maxAttempts = this.#maxAttempts): Promise<boolean> {
    const doc = await this.#docs.findOne({ key: this.#hash(key) });
    return this.#countedExpiries(doc, new Date()).length < maxAttempts;
  }

  /** Counts an attempt. Throws 429 with Retry-After when none is left. Atomic across servers. */
  async consume(key: string): Promise<void> {
    const now = new Date();
    this.#assertAttemptLeft(await this.#recordAttempt(key, now), { now, maxAttempts: this.#maxAttempts });
  }

  /** Counts an attempt. Returns false instead of throwing when none is left. */
  async tryConsume(key: string): Promise<boolean> {
    const now = new Date();
    return this.#countedExpiries(await this.#recordAttempt(key, now), now).length < this.#maxAttempts;
  }

  /** Deletes the attempts of this key. */
  async reset(key: string): Promise<void> {
    await this.#docs.deleteOne({ key: this.#hash(key) });
  }

  get #docs() {
    return this.#connection.collection<AttemptsDoc>(collectionName);
  }

  /** Stores an attempt unless the maximum is stored already. Returns the document from before the update. */
  #recordAttempt(key: string, now: Date): Promise<AttemptsDoc | null> {
    const expiresAt = new Date(now.getTime() + this.#windowMs);
    // A later expiry was stored by a server whose clock was ahead. It is ignored, because it would count too long.
    const isCounted = {
      $and: [{ $gt: ["$$this", now] }, { $lte: ["$$this", computeLatestExpiry(now, this.#windowMs)] }],
    };
    const counted = { $filter: { input: { $ifNull: ["$expiries", []] }, cond: isCounted } };
    const expiries = { $slice: [{ $concatArrays: [counted, [expiresAt]] }, this.#maxAttempts] };
    return this.#docs.findOneAndUpdate({ key: this.#hash(key) }, [{ $set: { expiries, expire: expiresAt } }], {
      upsert: true,
      returnDocument: "before",
    });
  }

  #assertAttemptLeft(doc: AttemptsDoc | null, { now, maxAttempts }: { now: Date; maxAttempts: number }): void {
    const expiryTimes = this.#countedExpiries(doc, now).map((expiry) => expiry.getTime());
    // An attempt is left again as soon as fewer than `maxAttempts` are counted.
    const retryTime = expiryTimes.sort((a, b) => b - a)[maxAttempts - 1];
    if (retryTime !== undefined) throw tooManyRequests(Math.ceil((retryTime - now.getTime()) / 1000));
  }

  #countedExpiries(doc: AttemptsDoc | null, now: Date): Date[] {
    return (doc?.expiries ?? []).filter((expiry) => isUnexpired(expiry, { now, lifetimeMs: this.#windowMs }));
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
