import { messages } from "../../shared/messages.ts";
import { tooMany } from "../kernel/refusal.ts";

/** Keeps one key from taking up all the time there is: no more than so much of its work is under way at once, the rest is refused. */
export class Crowd {
  readonly #most: number;
  readonly #underWay = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work, unless there is too much of this key's already. */
  async admit<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#underWay.get(key) ?? 0;
    if (before >= this.#most) throw tooMany(messages.tooManyTries, 2);
    this.#underWay.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#underWay.get(key) ?? 1) - 1;
      if (left > 0) this.#underWay.set(key, left);
      else this.#underWay.delete(key);
    }
  }
}
