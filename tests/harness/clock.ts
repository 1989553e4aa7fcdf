import { onTestFinished, vi } from "vitest";

/** Stops the system clock for the rest of the test, for code that does not take the portal's clock. Returns how to advance it by minutes. */
export function freezeSystemTime(): (minutes: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (minutes) => vi.setSystemTime(Date.now() + minutes * 60_000);
}

/** The time of the portal; it stands still until a test sets it. */
export class Clock {
  #now = new Date("2026-11-15T07:00:00Z");

  readonly now = (): Date => this.#now;

  /** `moment` is an ISO 8601 time. */
  set(moment: string): void {
    this.#now = new Date(moment);
  }

  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000);
  }
}
