import { onTestFinished, vi } from "vitest";

/**
 * Stops the system clock for the rest of the test, for code that does not use the portal's clock. Returns a function
 * that advances it by minutes.
 */
export function freezeSystemTime(): (minutes: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (minutes) => vi.setSystemTime(Date.now() + minutes * 60_000);
}

/** Added to the machine's time in browser windows, so that they start two weeks after the clock of a test portal. */
export const browserOffsetMs = Date.parse("2026-11-29T07:00:00Z") - Date.now();

/** The time in browser windows. */
export function browserNow(): Date {
  return new Date(Date.now() + browserOffsetMs);
}

/** The clock of a test portal; its time changes only when a test sets or advances it. */
export class Clock {
  #now = new Date("2026-11-15T07:00:00Z");

  readonly now = (): Date => this.#now;

  set(isoTime: string): void {
    this.#now = new Date(isoTime);
  }

  advanceMinutes(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000);
  }
}
