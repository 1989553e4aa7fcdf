import mongoose from "mongoose";
import { messages } from "../../shared/messages.ts";
import { Refused, unavailable } from "./refusal.ts";

/** What is known to be no bug, as a refusal: a database that is away, a request that cannot be read. */
export function asRefused(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (isAway(error) || isBeingRestored(error)) return unavailable();
  if (error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500)
    return new Refused(error.status, error.status === 413 ? messages.tooLarge : messages.invalidBody);
  return undefined;
}

/** A collection that takes no writes yet, or that went away under who was reading it. */
function isBeingRestored(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && restoringCodes.includes(error.code);
}

/** DocumentValidationFailure, QueryPlanKilled. */
const restoringCodes: readonly unknown[] = [121, 175];

function isAway(error: unknown): boolean {
  const {
    MongoNetworkError,
    MongoServerSelectionError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
    MongoOperationTimeoutError,
  } = mongoose.mongo;
  return [
    MongoNetworkError,
    MongoServerSelectionError,
    MongoNotConnectedError,
    MongoTopologyClosedError,
    MongoOperationTimeoutError,
  ].some((kind) => error instanceof kind);
}
