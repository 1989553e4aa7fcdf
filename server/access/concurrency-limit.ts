import { tooManyRequests } from "../errors.ts";

/** Keeps one key from taking up all the time there is: no more than so much of its work is under way at once, the rest is refused. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#max = most;
  }

  /** Does the work, unless there is too much of this key's already. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#running.get(key) ?? 0;
    if (before >= this.#max) throw tooManyRequests(2);
    this.#running.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }
}
