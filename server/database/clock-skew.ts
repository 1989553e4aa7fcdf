import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "../log.ts";

const checkIntervalMs = 60_000;
/** With a larger difference, the leases of mails and imports and the order of commits are not reliable. */
const maxClockSkewMs = 20_000;

const helloReply = z.object({ localTime: z.date() });

interface ClockSkewOptions {
  connection: mongoose.Connection;
  log: Log;
  now: () => Date;
}

/** Logs an error when the clocks of this machine and of the database server differ. Checks now and every minute. */
export function watchClockSkew({ connection, log, now }: ClockSkewOptions): {
  firstCheck: Promise<void>;
  stop: () => void;
} {
  let isSkewed = false;
  const check = async () => {
    const sentAt = now().getTime();
    const reply = helloReply.safeParse(await connection.db?.command({ hello: 1 }).catch(() => undefined));
    if (!reply.success) return;
    const receivedAt = now().getTime();
    const seconds = Math.round(((sentAt + receivedAt) / 2 - reply.data.localTime.getTime()) / 1000);
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(seconds) * 1000 > maxClockSkewMs;
    if (isSkewed)
      log.error({ seconds }, "The clocks of this machine and of the database differ; correct the wrong one");
    else if (wasSkewed) log.warn("The clocks of this machine and of the database agree again");
  };
  const timer = setInterval(() => void check(), checkIntervalMs).unref();
  return { firstCheck: check(), stop: () => clearInterval(timer) };
}
