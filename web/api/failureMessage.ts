import { ApiError } from "./request.ts";

export type Operation = "fetch" | "add" | "update" | "delete";

/** The messages of a kind of record: the request was refused without a reason, or no readable answer came. */
interface FailureMessages {
  errorResponse: Record<Operation, string>;
  noResponse: Record<Operation, string>;
}

/**
 * The error with the specification's message for a failed list or save, where the server gave no message: no
 * connection, an answer that is not JSON, an error of a proxy.
 */
export function withFailureMessage(
  error: unknown,
  { resource, operation }: { resource: string; operation: Operation },
): ApiError {
  if (error instanceof ApiError && error.hasServerMessage) return error;
  const { errorResponse, noResponse } = failureMessages(resource);
  const status = error instanceof ApiError ? error.status : 0;
  return new ApiError({ status, message: (status >= 400 ? errorResponse : noResponse)[operation] });
}

function failureMessages(resource: string): FailureMessages {
  const noun = nounsOfSystemRecords.get(resource);
  if (noun === undefined)
    return { errorResponse: failuresOf("item", "Failed to fetch data"), noResponse: unexpectedErrors };
  const failures = failuresOf(noun, "Failed to load data");
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

function failuresOf(noun: string, fetch: string): FailureMessages["errorResponse"] {
  return {
    fetch,
    add: `Failed to add ${noun}`,
    update: `Failed to update ${noun}`,
    delete: `Failed to delete ${noun}`,
  };
}
