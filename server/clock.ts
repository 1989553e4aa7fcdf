import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "./log.ts";

/** The clock of a server: the current time, or a fixed time while demo data with past dates is seeded. */
export class Clock {
  #time: Date | undefined;

  /** Fixes the clock at this time; undefined returns it to the current time. */
  set(time: Date | undefined): void {
    this.#time = time;
  }

  readonly now = (): Date => this.#time ?? new Date();
}

/** An expiry is accepted when the clocks of two servers differ by at most this. */
const maxExpirySkewMs = 10 * 60_000;

/** The latest expiry that can have been stored by `now`. A later one was stored by a clock that was ahead. */
export function computeLatestExpiry(now: Date, lifetimeMs: number): Date {
  return new Date(now.getTime() + lifetimeMs + maxExpirySkewMs);
}

/**
 * Whether a record with this expiry is still valid. An expiry beyond the longest possible lifetime counts as expired,
 * because a server whose clock was ahead stored it: the record would otherwise be valid for years.
 */
export function isUnexpired(expiry: Date | string, { now, lifetimeMs }: { now: Date; lifetimeMs: number }): boolean {
  const expiryDate = new Date(expiry);
  return expiryDate > now && expiryDate <= computeLatestExpiry(now, lifetimeMs);
}

const checkIntervalMs = 60_000;
/** With a larger difference, the leases of mails and imports and the order of commits are not reliable. */
const maxReliableSkewMs = 20_000;

const helloReplySchema = z.object({ localTime: z.date() });

interface ClockSkewOptions {
  connection: mongoose.Connection;
  log: Log;
  now: () => Date;
}

/** Logs an error when the clocks of this machine and of the database server differ. Checks now and every minute. */
export function watchClockSkew({ connection, log, now }: ClockSkewOptions) {
  let isSkewed = false;
  const check = async () => {
    const sentAt = now().getTime();
    const reply = helloReplySchema.safeParse(await connection.db?.command({ hello: 1 }).catch(() => undefined));
    if (!reply.success) return;
    const receivedAt = now().getTime();
    const seconds = Math.round(((sentAt + receivedAt) / 2 - reply.data.localTime.getTime()) / 1000);
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(seconds) * 1000 > maxReliableSkewMs;
    if (isSkewed)
      log.error({ seconds }, "The clocks of this machine and of the database differ; correct the wrong one");
    else if (wasSkewed) log.warn("The clocks of this machine and of the database agree again");
  };
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return { firstCheck: check(), stop: () => clearInterval(timer) };
}
