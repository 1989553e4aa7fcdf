import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "../log.ts";

const checkIntervalMs = 60_000;
/** Leases of mails and imports, and who comes after whom, are of no use when clocks are further apart. */
const maxClockSkewMs = 20_000;

const helloReply = z.object({ localTime: z.date() });

interface ClockSkewOptions {
  connection: mongoose.Connection;
  log: Log;
  now: () => Date;
}

/** Says so when this machine's clock and the database's differ, now and every minute. */
export function watchClockSkew({ connection, log, now }: ClockSkewOptions): {
  firstCheck: Promise<void>;
  stop: () => void;
} {
  let apart = false;
  const look = async () => {
    const asked = now().getTime();
    const told = helloReply.safeParse(await connection.db?.command({ hello: 1 }).catch(() => undefined));
    if (!told.success) return;
    const answered = now().getTime();
    const seconds = Math.round(((asked + answered) / 2 - told.data.localTime.getTime()) / 1000);
    const before = apart;
    apart = Math.abs(seconds) * 1000 > maxClockSkewMs;
    if (apart) log.error({ seconds }, "The clocks of this machine and of the database differ; mend whichever is wrong");
    else if (before) log.warn("The clocks of this machine and of the database agree again");
  };
  const timer = setInterval(() => void look(), checkIntervalMs).unref();
  return { firstCheck: look(), stop: () => clearInterval(timer) };
}
