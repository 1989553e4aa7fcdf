import mongoose from "mongoose";
import { createMessage, type Message } from "../shared/messages.ts";
import type { Approval } from "../shared/resources/approval.ts";
import type { ApprovalRequest } from "../shared/resources/approval-request.ts";
import type { RecordEdit } from "../shared/wire.ts";
import type { Doc } from "./database/store.ts";

interface ErrorDetails {
  /** What is wrong with each field: the text of its schema, or a message with a code. */
  errors?: Readonly<Record<string, string | Message>>;
  /** The current stored row. The API presents it before sending it. */
  row?: Doc;
  /** `data` of the response if there is no `row`. */
  data?: unknown;
  /** The edits since the version that the request is based on, oldest first. */
  edits?: readonly RecordEdit[];
  retryAfterSeconds?: number;
}

/**
 * An expected failure, with the status and the message of the response. `toHttpError` converts errors of libraries; an
 * error that it cannot convert is a bug and is answered with 500.
 */
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

/** What a second person must approve, and the versions of the records that it concerns. */
export type ApprovalSubject = Pick<
  Approval,
  "Kind" | "PlotID" | "HouseCount" | "Amount" | "Date" | "Subject" | "Details" | "Reason"
> &
  Pick<ApprovalRequest, "Versions">;

/**
 * 403: the request exceeds an approval limit of the society. A route with approvals stores the request and answers 202
 * instead.
 */
export class ApprovalRequired extends HttpError {
  readonly subject: ApprovalSubject;

  constructor(subject: ApprovalSubject) {
    super(403, createMessage("approval-required"));
    this.subject = subject;
  }
}

/** 400: the body or a parameter breaks a rule. A string is the message of a schema and gets the code `validation`. */
export function invalid(message: string | Message, errors?: ErrorDetails["errors"]): HttpError {
  return new HttpError(400, typeof message === "string" ? { message, code: "validation" } : message, { errors });
}

/** 400 for one field. */
export function invalidField(field: string, message: string | Message): HttpError {
  return invalid(message, { [field]: message });
}

/** 400: a query parameter that is unknown or has an invalid value. */
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

/** 404: the record does not exist or this viewer may not see it. */
export function notFound(label: string): HttpError {
  return new HttpError(404, createMessage("not-found", { label }));
}

/** 409: the stored data does not allow the request. `row` is the current row, if it exists. */
export function conflict(message: Message, row?: Doc): HttpError {
  return new HttpError(409, message, { row });
}

/** 409: the edit is based on an old version of the record. */
export function staleVersion(message: Message, { row, edits }: { row: Doc; edits: readonly RecordEdit[] }): HttpError {
  return new HttpError(409, message, { row, edits });
}

/** 409: the request is based on a preview that is no longer right. The response has the current one. */
export function previewChanged(currentPreview: unknown): HttpError {
  return new HttpError(409, createMessage("preview-changed"), { data: currentPreview });
}

/** 429: too many requests in a short time. */
export function tooManyRequests(retryAfterSeconds: number): HttpError {
  return new HttpError(429, createMessage("rate-limited"), { retryAfterSeconds });
}

/** 429: too many tasks that one client or user requested are waiting for their turn. */
export function tooManyWaiting(retryAfterSeconds: number): HttpError {
  return new HttpError(429, createMessage("too-many-waiting"), { retryAfterSeconds });
}

/** 503: the database cannot be reached, takes too long, or rejected the operation for a temporary reason. */
export function unavailable(): HttpError {
  return new HttpError(503, createMessage("database-unavailable"), { retryAfterSeconds: 2 });
}

/** 503: the database's disk is nearly full; reads still work. */
export function diskFull(): HttpError {
  return new HttpError(503, createMessage("disk-full"), { retryAfterSeconds: 30 });
}

/** The HttpError for an expected failure, such as an unreachable database or a malformed body; undefined for a bug. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isConnectionError(error) || isTransient(error)) return unavailable();
  // Bulk writes wrap the original error.
  if (error instanceof mongoose.mongo.MongoServerError && error.errorResponse instanceof Error)
    return toHttpError(error.errorResponse);
  if (error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500)
    return new HttpError(error.status, error.status === 413 ? createMessage("too-large") : createMessage("validation"));
  return undefined;
}

/** Whether the database rejected the operation for a temporary reason. */
function isTransient(error: unknown): boolean {
  const { MongoError, MongoServerError } = mongoose.mongo;
  if (error instanceof MongoServerError && transientCodes.has(error.code)) return true;
  return error instanceof MongoError && transientLabels.some((label) => error.hasErrorLabel(label));
}

const transientLabels = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"] as const;

const transientCodes: ReadonlySet<unknown> = new Set([
  // During a restore: the collection rejects writes (DocumentValidationFailure) or was replaced (QueryPlanKilled).
  ...[121, 175],
  // During a shutdown or failover: HostUnreachable, HostNotFound, NetworkTimeout, ShutdownInProgress,
  // ReadConcernMajorityNotAvailableYet, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary,
  // InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
  ...[6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436],
  // The disk is full: OutOfDiskSpace, or UserWritesBlocked by an operator.
  ...[14031, 371],
]);

function isConnectionError(error: unknown): boolean {
  // If a connection breaks during a write, the driver throws the error of Node.
  if (error instanceof Error && "code" in error && brokenConnectionCodes.has(error.code)) return true;
  return connectionErrors.some((errorClass) => error instanceof errorClass);
}

const connectionErrors = [
  mongoose.mongo.MongoNetworkError,
  mongoose.mongo.MongoServerSelectionError,
  mongoose.mongo.MongoNotConnectedError,
  mongoose.mongo.MongoTopologyClosedError,
  mongoose.mongo.MongoOperationTimeoutError,
];

const brokenConnectionCodes: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ECONNREFUSED"]);
