import { ApiError } from "./request.ts";

/** `retry` for the button "Try again" if the failed call may succeed later, otherwise undefined. */
export function retryIfTemporary(error: unknown, retry: () => unknown): (() => void) | undefined {
  return error instanceof ApiError && error.isTemporary ? () => void retry() : undefined;
}
