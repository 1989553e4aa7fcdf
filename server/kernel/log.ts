import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines, to standard output unless told otherwise; never a password, token or address. */
export function makeLog(level: string, to?: DestinationStream): Log {
  const options = { level, redact: ["*.password", "*.token"] };
  return to ? pino(options, to) : pino(options);
}
