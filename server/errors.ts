import { createMessage, type Message } from "../shared/messages.ts";
import type { RecordEdit } from "../shared/wire.ts";
import type { Doc } from "./database/store.ts";

interface ErrorDetails {
  /** What is wrong with each field: the text of its schema, or a message with a code. */
  errors?: Readonly<Record<string, string | Message>>;
  /** The current record, a stored row; presented before it leaves. */
  row?: Doc;
  /** The edits since the version that was sent. */
  changed?: readonly RecordEdit[];
  /** Seconds after which to retry. */
  retryAfter?: number;
}

/** A request that is refused for a reason its sender can act on. Anything else that is thrown is a bug and answered 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: Message["code"];
  readonly values: Message["values"];
  readonly details: ErrorDetails;

  constructor(status: number, { message, code, values }: Message, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.values = values;
    this.details = details;
  }
}

/** 400: the body or a parameter breaks a rule. A text without a code is that of a schema. */
export function invalid(message: string | Message, errors?: ErrorDetails["errors"]): HttpError {
  return new HttpError(400, typeof message === "string" ? { message, code: "validation" } : message, { errors });
}

/** 400 for one field. */
export function invalidField(field: string, message: string | Message): HttpError {
  return invalid(message, { [field]: message });
}

/** 400: a query parameter that is unknown here or has a value that it cannot have. */
export function invalidParameter(name: string): HttpError {
  return invalidField(name, createMessage("invalid-parameter", { name }));
}

/** 401: no token, or one that is no longer valid. */
export function unauthorized(message: Message = createMessage("unauthorized")): HttpError {
  return new HttpError(401, message);
}

/** 403: signed in, but without the permission. */
export function forbidden(message: Message = createMessage("forbidden")): HttpError {
  return new HttpError(403, message);
}

/** 404: no such record, or none that this viewer can see. */
export function notFound(label: string): HttpError {
  return new HttpError(404, createMessage("not-found", { label }));
}

/** 409: the stored data does not allow it; `row` is the current record where there is one. */
export function conflict(message: Message, row?: Doc): HttpError {
  return new HttpError(409, message, { row });
}

/** 409: the edit is based on an old version of the record. */
export function staleVersion(
  message: Message,
  { row, changed }: { row: Doc; changed: readonly RecordEdit[] },
): HttpError {
  return new HttpError(409, message, { row, changed });
}

/** 429; `retryAfter` in seconds. */
export function tooManyRequests(retryAfter: number): HttpError {
  return new HttpError(429, createMessage("rate-limited"), { retryAfter });
}

/** 503: the database cannot be reached. */
export function unavailable(): HttpError {
  return new HttpError(503, createMessage("database-unavailable"), { retryAfter: 2 });
}

/** 503: the database's disk is nearly full; reading goes on. */
export function diskFull(): HttpError {
  return new HttpError(503, createMessage("disk-full"), { retryAfter: 30 });
}
