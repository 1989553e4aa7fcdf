import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { HttpError } from "./errors.ts";

export type Log = Logger;

/** Writes JSON lines to standard output or `destination`. Passwords and tokens are redacted. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, redact: ["*.password", "*.token"], serializers: { err: serializeError } };
  return destination ? pino(options, destination) : pino(options);
}

/** Omits the stack trace of an HttpError, because it is not a bug. */
function serializeError(error: Error): object {
  return error instanceof HttpError ? { type: "HttpError", message: error.message } : stdSerializers.err(error);
}
