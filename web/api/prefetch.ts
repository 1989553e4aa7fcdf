import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { readToken } from "./token.ts";

interface PrefetchedResponse {
  token: string | null;
  response: Promise<Response>;
}

const prefetchedResponses = new Map<string, PrefetchedResponse>();

/** Reads this while the portal's own code is still on its way; whoever asks for it first is given the answer. */
export function prefetch({ path }: Pick<Endpoint, "path">): void {
  const token = readToken();
  const response = fetch(`/api${path}`, { headers: authHeaders(token) });
  // What fails is told to who takes it.
  response.catch(() => undefined);
  prefetchedResponses.set(path, { token, response });
}

/** Has this been read ahead for who is signed in, and not been taken? */
export function isPrefetched({ path }: Pick<Endpoint, "path">): boolean {
  return prefetchedResponses.get(path)?.token === readToken();
}

/** The answer that was read ahead, once, and only to whom it was given. */
export function takePrefetched(path: string, token: string | null): Promise<Response> | undefined {
  const found = prefetchedResponses.get(path);
  prefetchedResponses.delete(path);
  return found?.token === token ? found.response : undefined;
}

/** Says who asks. */
export function authHeaders(token: string | null): Record<string, string> {
  return token === null || token === "" ? {} : { Authorization: `Bearer ${token}` };
}
