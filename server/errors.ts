import { messages } from "../shared/messages.ts";
import type { RecordEdit } from "../shared/wire.ts";
import type { Doc } from "./database/store.ts";

interface ErrorDetails {
  /** Field → what is wrong with it. */
  errors?: Readonly<Record<string, string>>;
  /** The record as it is now, a stored row; presented before it leaves. */
  row?: Doc;
  /** What was done to the record since the version that was sent. */
  changed?: readonly RecordEdit[];
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
}

/** A refusal that its reader can act on. Anything else that is thrown is a bug and answered 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The body or a parameter breaks a rule; `errors` names each field. */
export function invalid(message: string, errors?: Readonly<Record<string, string>>): HttpError {
  return new HttpError(400, message, { errors });
}

/** A parameter in the address that is unknown here or holds what it cannot. */
export function invalidParameter(name: string): HttpError {
  const message = `Unknown or wrong parameter: ${name}`;
  return invalid(message, { [name]: message });
}

/** No token, or one that no longer counts. */
export function unauthorized(message: string = messages.unauthorized): HttpError {
  return new HttpError(401, message);
}

/** Signed in, but the flag is missing. */
export function forbidden(message: string = messages.forbidden): HttpError {
  return new HttpError(403, message);
}

/** No such record, or none that this viewer may know of. */
export function notFound(label: string): HttpError {
  return new HttpError(404, messages.notFound(label));
}

/** The state of the books does not allow it; `row` is the current record where there is one. */
export function conflict(message: string, row?: Doc): HttpError {
  return new HttpError(409, message, { row });
}

/** The change is of a version that is no longer the record's; `changed` tells what has become of it. */
export function staleVersion(
  message: string,
  { row, changed }: { row: Doc; changed: readonly RecordEdit[] },
): HttpError {
  return new HttpError(409, message, { row, changed });
}

/** Too often; another try makes sense after so many seconds. */
export function tooManyRequests(message: string, retryAfter: number): HttpError {
  return new HttpError(429, message, { retryAfter });
}

/** The database is away. */
export function unavailable(): HttpError {
  return new HttpError(503, messages.databaseUnavailable, { retryAfter: 2 });
}

/** The database's disk is nearly full; reading goes on. */
export function diskFull(): HttpError {
  return new HttpError(503, messages.diskFull, { retryAfter: 30 });
}
