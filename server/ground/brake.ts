import { messages } from "../../shared/messages.ts";
import { tooMany } from "../kernel/refusal.ts";

interface BrakeParts {
  tries: number;
  minutes: number;
  now: () => Date;
}

/** A flood of names that nobody has must not fill the memory. */
const mostRemembered = 100_000;

/** Slows guessing: after so many failures within so many minutes a key must wait. */
export class Brake {
  readonly #parts: BrakeParts;
  readonly #failures = new Map<string, number[]>();

  constructor(parts: BrakeParts) {
    this.#parts = parts;
  }

  /** Seconds that the key has to wait; 0 when it may go on. */
  wait(key: string): number {
    const { tries, minutes, now } = this.#parts;
    const oldest = this.#recent(key).at(-tries);
    return oldest === undefined ? 0 : Math.ceil((oldest + minutes * 60_000 - now().getTime()) / 1000);
  }

  /** Refuses a key that has to wait. */
  refuse(key: string): void {
    const seconds = this.wait(key);
    if (seconds > 0) throw tooMany(messages.tooManyTries, seconds);
  }

  count(key: string): void {
    const failures = [...this.#recent(key), this.#parts.now().getTime()];
    // To the end, so that who failed longest ago comes first.
    this.#failures.delete(key);
    this.#failures.set(key, failures);
    this.#forget();
  }

  /** How many keys it keeps in mind. */
  get remembered(): number {
    return this.#failures.size;
  }

  release(key: string): void {
    this.#failures.delete(key);
  }

  #forget(): void {
    for (const [key, failures] of this.#failures) {
      if (this.remembered <= mostRemembered && (failures.at(-1) ?? 0) > this.#since()) return;
      this.#failures.delete(key);
    }
  }

  #since(): number {
    return this.#parts.now().getTime() - this.#parts.minutes * 60_000;
  }

  #recent(key: string): number[] {
    const since = this.#since();
    const now = this.#parts.now().getTime();
    // What a clock that was ahead has written must not count for as long as that was.
    const recent = (this.#failures.get(key) ?? []).filter((time) => time > since && time <= now);
    if (recent.length === 0) this.#failures.delete(key);
    return recent;
  }
}
