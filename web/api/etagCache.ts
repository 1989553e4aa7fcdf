import type { ConditionalGet } from "./request.ts";

type ListResponse = Awaited<ReturnType<ConditionalGet["parse"]>>;

const maxLists = 20;
/** Longer lists are not cached. */
const maxRows = 10_000;
/** The last responses by path, least recently loaded first. */
const cachedResponses = new Map<string, { tag: string; answer: ListResponse }>();

/**
 * A conditional GET of a list, answered from the cache while the list is unchanged. Needs the cursor of the subscription:
 * changes between the cached response and the subscription would be missing otherwise.
 */
export function conditionalGet(path: string, cursor: string | undefined): ConditionalGet {
  const known = cachedResponses.get(path);
  const isSure = known !== undefined && cursor !== undefined;
  return {
    headers: isSure ? { "If-None-Match": known.tag, Cursor: cursor } : {},
    parse: async (response) => {
      if (response.status === 304) return known?.answer;
      const answer = await response.json();
      storeResponse(path, { tag: response.headers.get("ETag"), answer });
      return answer;
    },
  };
}

/** Removes the lists of a resource, or all. */
export function evict(resource?: string): void {
  for (const path of [...cachedResponses.keys()])
    if (resource === undefined || path === `/${resource}` || path.startsWith(`/${resource}?`))
      cachedResponses.delete(path);
}

function storeResponse(path: string, { tag, answer }: { tag: string | null; answer: ListResponse }): void {
  cachedResponses.delete(path);
  if (tag === null || !(answer?.data?.length <= maxRows)) return;
  cachedResponses.set(path, { tag, answer });
  const [oldest] = cachedResponses.keys();
  if (cachedResponses.size > maxLists && oldest !== undefined) cachedResponses.delete(oldest);
}
