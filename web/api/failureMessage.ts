import { ApiError } from "./request.ts";

export type Operation = "fetch" | "add" | "update" | "delete";

interface FailureMessages {
  /** For a response with an error status and no message of its own. */
  errorResponse: Record<Operation, string>;
  /** For a request without a response, or with a successful response that is not JSON. */
  noResponse: Record<Operation, string>;
}

/**
 * The error of a failed list or save. If the server gave no message (no connection, a response that is not JSON, an
 * error of a proxy), it gets the specification's message for the operation.
 */
export function withFailureMessage(
  error: unknown,
  { resource, operation }: { resource: string; operation: Operation },
): ApiError {
  if (error instanceof ApiError && error.hasServerMessage) return error;
  const { errorResponse, noResponse } = getFailureMessages(resource);
  const status = error instanceof ApiError ? error.status : 0;
  return new ApiError({ status, message: (status >= 400 ? errorResponse : noResponse)[operation] });
}

function getFailureMessages(resource: string): FailureMessages {
  const noun = nounsOfSystemRecords.get(resource);
  if (noun === undefined)
    return { errorResponse: buildFailureMessages("item", "Failed to fetch data"), noResponse: unexpectedErrors };
  const failures = buildFailureMessages(noun, "Failed to load data");
  return { errorResponse: failures, noResponse: failures };
}

/** The specification names these records in its messages; it calls all others an "item". */
const nounsOfSystemRecords = new Map([
  ["menus", "menu"],
  ["action", "action"],
  ["menuactionsmap", "menu action"],
  ["role", "role"],
  ["role-permissions", "role"],
]);

const unexpectedErrors: FailureMessages["noResponse"] = {
  fetch: "Unexpected error fetching data",
  add: "Unexpected error adding item",
  update: "Unexpected error updating item",
  delete: "Unexpected error deleting item",
};

function buildFailureMessages(noun: string, fetch: string): FailureMessages["errorResponse"] {
  return {
    fetch,
    add: `Failed to add ${noun}`,
    update: `Failed to update ${noun}`,
    delete: `Failed to delete ${noun}`,
  };
}
