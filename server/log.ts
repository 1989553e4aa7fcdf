import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { HttpError } from "./errors.ts";

export type Log = Logger;

/** Writes JSON lines to standard output or `to`. Passwords and tokens are redacted. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = { level, redact: ["*.password", "*.token"], serializers: { err: serializeError } };
  return to ? pino(options, to) : pino(options);
}

/** An HttpError is intended, so its stack trace is left out. */
function serializeError(error: Error): object {
  return error instanceof HttpError ? { type: "HttpError", message: error.message } : stdSerializers.err(error);
}
