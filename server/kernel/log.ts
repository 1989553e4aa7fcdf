import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { Refused } from "./refusal.ts";

export type Log = Logger;

/** JSON lines, to standard output unless told otherwise; never a password, token or address. */
export function makeLog(level: string, to?: DestinationStream): Log {
  const options = { level, redact: ["*.password", "*.token"], serializers: { err: asLogged } };
  return to ? pino(options, to) : pino(options);
}

/** A refusal was meant: where it was thrown tells nothing. */
function asLogged(error: Error): object {
  return error instanceof Refused ? { type: "Refused", message: error.message } : stdSerializers.err(error);
}
