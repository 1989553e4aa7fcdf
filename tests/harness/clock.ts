import { onTestFinished, vi } from "vitest";

/** Stops the system clock for the rest of the test, for code that does not take the portal's clock. Returns how to advance it by minutes. */
export function freezeSystemTime(): (minutes: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (minutes) => vi.setSystemTime(Date.now() + minutes * 60_000);
}

/** The portal's time, which stands still until it is set. */
export class Clock {
  #now = new Date("2026-11-15T07:00:00Z");

  readonly now = (): Date => this.#now;

  /** To a moment, ISO 8601. */
  set(moment: string): void {
    this.#now = new Date(moment);
  }

  /** On by some minutes. */
  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000);
  }
}
