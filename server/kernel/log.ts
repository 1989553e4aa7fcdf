import { type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines; never a password, token or address. */
export function makeLog(level: string): Log {
  return pino({ level, redact: ["req.headers.authorization", "req.headers.cookie", "*.password", "*.token"] });
}
