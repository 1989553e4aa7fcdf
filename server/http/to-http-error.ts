import mongoose from "mongoose";
import { createMessage } from "../../shared/messages.ts";
import { HttpError, unavailable } from "../errors.ts";

/** What is known to be no bug, as a refusal: a database that is away, a request that cannot be read. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isUnreachable(error) || isTransient(error)) return unavailable();
  // Several rows that are written together are told with what broke wrapped in an error of theirs.
  if (error instanceof mongoose.mongo.MongoServerError && error.errorResponse instanceof Error)
    return toHttpError(error.errorResponse);
  if (error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500)
    return new HttpError(error.status, error.status === 413 ? createMessage("too-large") : createMessage("validation"));
  return undefined;
}

/** The database answers, but that it cannot do this now; or the driver has found that another try may cure it. */
function isTransient(error: unknown): boolean {
  const { MongoError, MongoServerError } = mongoose.mongo;
  if (error instanceof MongoServerError && transientCodes.has(error.code)) return true;
  return error instanceof MongoError && transientLabels.some((label) => error.hasErrorLabel(label));
}

const transientLabels = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"] as const;

const transientCodes: ReadonlySet<unknown> = new Set([
  // A restore: a collection takes no writes yet (DocumentValidationFailure), or went away under who was reading it (QueryPlanKilled).
  ...[121, 175],
  // It is ending, or another member takes its place: HostUnreachable, HostNotFound, NetworkTimeout, ShutdownInProgress,
  // ReadConcernMajorityNotAvailableYet, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary, InterruptedAtShutdown,
  // InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
  ...[6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436],
  // Its disk is full: OutOfDiskSpace, or UserWritesBlocked by whoever watches the room.
  ...[14031, 371],
]);

function isUnreachable(error: unknown): boolean {
  // A line that the database ends while something is being written is told by Node itself.
  if (error instanceof Error && "code" in error && brokenConnectionCodes.has(error.code)) return true;
  return unreachableErrors.some((kind) => error instanceof kind);
}

const unreachableErrors = [
  mongoose.mongo.MongoNetworkError,
  mongoose.mongo.MongoServerSelectionError,
  mongoose.mongo.MongoNotConnectedError,
  mongoose.mongo.MongoTopologyClosedError,
  mongoose.mongo.MongoOperationTimeoutError,
];

const brokenConnectionCodes: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ECONNREFUSED"]);
