import type mongoose from "mongoose";
import { z } from "zod";
import type { Log } from "./log.ts";

const lookEveryMs = 60_000;
/** Leases of mails and imports, and who comes after whom, are of no use when clocks are further apart. */
const mostApartMs = 20_000;

const hello = z.object({ localTime: z.date() });

interface WatchParts {
  connection: mongoose.Connection;
  log: Log;
  now: () => Date;
}

/** Says so when this machine's clock and the database's differ, now and every minute. */
export function watchClock({ connection, log, now }: WatchParts): { looked: Promise<void>; stop: () => void } {
  let apart = false;
  const look = async () => {
    const asked = now().getTime();
    const told = hello.safeParse(await connection.db?.command({ hello: 1 }).catch(() => undefined));
    if (!told.success) return;
    const answered = now().getTime();
    const seconds = Math.round(((asked + answered) / 2 - told.data.localTime.getTime()) / 1000);
    const before = apart;
    apart = Math.abs(seconds) * 1000 > mostApartMs;
    if (apart) log.error({ seconds }, "The clocks of this machine and of the database differ; mend whichever is wrong");
    else if (before) log.warn("The clocks of this machine and of the database agree again");
  };
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return { looked: look(), stop: () => clearInterval(timer) };
}
