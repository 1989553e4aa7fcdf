import type { ConditionalGet } from "./request.ts";

type ListResponse = Awaited<ReturnType<ConditionalGet["parse"]>>;

const maxLists = 20;
/** Longer lists are not cached. */
const maxRows = 10_000;
/** The last responses by path, least recently loaded first. */
const cachedResponses = new Map<string, { tag: string; body: ListResponse }>();

/**
 * A GET of a list that reads the cached body if the server answers 304. It is conditional only with the cursor of the
 * subscription: without it, changes between the cached response and the subscription would be missing.
 */
export function conditionalGet(path: string, cursor: string | undefined): ConditionalGet {
  const cached = cachedResponses.get(path);
  const canRevalidate = cached !== undefined && cursor !== undefined;
  return {
    headers: canRevalidate ? { "If-None-Match": cached.tag, Cursor: cursor } : {},
    parse: async (response) => {
      if (response.status === 304) return cached?.body;
      const body = await response.json();
      storeResponse(path, { tag: response.headers.get("ETag"), body });
      return body;
    },
  };
}

/** Removes the lists of a resource, or all. */
export function evict(resource?: string): void {
  for (const path of [...cachedResponses.keys()])
    if (resource === undefined || path === `/${resource}` || path.startsWith(`/${resource}?`))
      cachedResponses.delete(path);
}

function storeResponse(path: string, { tag, body }: { tag: string | null; body: ListResponse }): void {
  cachedResponses.delete(path);
  if (tag === null || !(body?.data?.length <= maxRows)) return;
  cachedResponses.set(path, { tag, body });
  const [oldest] = cachedResponses.keys();
  if (cachedResponses.size > maxLists && oldest !== undefined) cachedResponses.delete(oldest);
}
