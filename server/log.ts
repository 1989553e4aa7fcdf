import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { HttpError } from "./errors.ts";

export type Log = Logger;

/** JSON lines, to standard output unless told otherwise; never a password, token or address. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = { level, redact: ["*.password", "*.token"], serializers: { err: serializeError } };
  return to ? pino(options, to) : pino(options);
}

/** A refusal was meant: where it was thrown tells nothing. */
function serializeError(error: Error): object {
  return error instanceof HttpError ? { type: "Refused", message: error.message } : stdSerializers.err(error);
}
