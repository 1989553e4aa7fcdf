import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { fetchAndSyncClock } from "../hooks/serverClock.ts";
import { readToken } from "./token.ts";

interface PrefetchedResponse {
  token: string | null;
  response: Promise<Response>;
}

const prefetchedResponses = new Map<string, PrefetchedResponse>();

/** Starts a GET before the app's own code is loaded; the first request for the path takes the response. */
export function prefetch({ path }: Pick<Endpoint, "path">): void {
  const token = readToken();
  const response = fetchAndSyncClock(`/api${path}`, { headers: createAuthHeaders(token) });
  // The error is handled by the request that takes the response.
  response.catch(() => undefined);
  prefetchedResponses.set(path, { token, response });
}

/** Whether the path was prefetched with the current token, and no request has taken the response yet. */
export function isPrefetched({ path }: Pick<Endpoint, "path">): boolean {
  return prefetchedResponses.get(path)?.token === readToken();
}

/** Takes the prefetched response, once, if it was requested with this token. */
export function takePrefetched(path: string, token: string | null): Promise<Response> | undefined {
  const prefetched = prefetchedResponses.get(path);
  prefetchedResponses.delete(path);
  return prefetched?.token === token ? prefetched.response : undefined;
}

/** The Authorization header for the token. */
export function createAuthHeaders(token: string | null): Record<string, string> {
  return token === null || token === "" ? {} : { Authorization: `Bearer ${token}` };
}
