import { messages } from "../../shared/messages.ts";
import { tooManyRequests } from "../errors.ts";

interface RateLimiterOptions {
  maxAttempts: number;
  windowMinutes: number;
  now: () => Date;
}

/** A flood of names that nobody has must not fill the memory. */
const maxTrackedKeys = 100_000;

/** Slows guessing: after so many failures within so many minutes a key must wait. */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #attempts = new Map<string, number[]>();

  constructor(parts: RateLimiterOptions) {
    this.#options = parts;
  }

  /** Seconds that the key has to wait; 0 when it may go on. */
  secondsUntilAllowed(key: string): number {
    const { maxAttempts, windowMinutes, now } = this.#options;
    const oldest = this.#recentAttempts(key).at(-maxAttempts);
    return oldest === undefined ? 0 : Math.ceil((oldest + windowMinutes * 60_000 - now().getTime()) / 1000);
  }

  /** Refuses a key that has to wait. */
  assertAllowed(key: string): void {
    const seconds = this.secondsUntilAllowed(key);
    if (seconds > 0) throw tooManyRequests(messages.tooManyTries, seconds);
  }

  record(key: string): void {
    const failures = [...this.#recentAttempts(key), this.#options.now().getTime()];
    // To the end, so that who failed longest ago comes first.
    this.#attempts.delete(key);
    this.#attempts.set(key, failures);
    this.#evict();
  }

  /** How many keys it keeps in mind. */
  get trackedKeys(): number {
    return this.#attempts.size;
  }

  reset(key: string): void {
    this.#attempts.delete(key);
  }

  #evict(): void {
    for (const [key, failures] of this.#attempts) {
      if (this.trackedKeys <= maxTrackedKeys && (failures.at(-1) ?? 0) > this.#windowStart()) return;
      this.#attempts.delete(key);
    }
  }

  #windowStart(): number {
    return this.#options.now().getTime() - this.#options.windowMinutes * 60_000;
  }

  #recentAttempts(key: string): number[] {
    const since = this.#windowStart();
    const now = this.#options.now().getTime();
    // What a clock that was ahead has written must not count for as long as that was.
    const recent = (this.#attempts.get(key) ?? []).filter((time) => time > since && time <= now);
    if (recent.length === 0) this.#attempts.delete(key);
    return recent;
  }
}
