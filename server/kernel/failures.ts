import mongoose from "mongoose";
import { messages } from "../../shared/messages.ts";
import { Refused, unavailable } from "./refusal.ts";

/** What is known to be no bug, as a refusal: a database that is away, a request that cannot be read. */
export function asRefused(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (isAway(error) || isPassing(error)) return unavailable();
  // Several rows that are written together are told with what broke wrapped in an error of theirs.
  if (error instanceof mongoose.mongo.MongoServerError && error.errorResponse instanceof Error)
    return asRefused(error.errorResponse);
  if (error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500)
    return new Refused(error.status, error.status === 413 ? messages.tooLarge : messages.invalidBody);
  return undefined;
}

/** The database answers, but that it cannot do this now; or the driver has found that another try may cure it. */
function isPassing(error: unknown): boolean {
  const { MongoError, MongoServerError } = mongoose.mongo;
  if (error instanceof MongoServerError && passing.has(error.code)) return true;
  return error instanceof MongoError && curable.some((label) => error.hasErrorLabel(label));
}

const curable = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"] as const;

const passing: ReadonlySet<unknown> = new Set([
  // A restore: a collection takes no writes yet (DocumentValidationFailure), or went away under who was reading it (QueryPlanKilled).
  ...[121, 175],
  // It is ending, or another member takes its place: HostUnreachable, HostNotFound, NetworkTimeout, ShutdownInProgress,
  // ReadConcernMajorityNotAvailableYet, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary, InterruptedAtShutdown,
  // InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
  ...[6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436],
  // Its disk is full: OutOfDiskSpace, or UserWritesBlocked by whoever watches the room.
  ...[14031, 371],
]);

function isAway(error: unknown): boolean {
  // A line that the database ends while something is being written is told by Node itself.
  if (error instanceof Error && "code" in error && brokenLine.has(error.code)) return true;
  return away.some((kind) => error instanceof kind);
}

const away = [
  mongoose.mongo.MongoNetworkError,
  mongoose.mongo.MongoServerSelectionError,
  mongoose.mongo.MongoNotConnectedError,
  mongoose.mongo.MongoTopologyClosedError,
  mongoose.mongo.MongoOperationTimeoutError,
];

const brokenLine: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ECONNREFUSED"]);
