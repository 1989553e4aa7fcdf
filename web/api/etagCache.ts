import { columnsMediaType, decodeColumns } from "../../shared/columns.ts";
import type { ConditionalGet } from "./request.ts";

type ListResponse = Awaited<ReturnType<ConditionalGet["parse"]>>;

const maxLists = 20;
/** Longer lists are not cached. */
const maxRows = 10_000;
/** The last responses by path, least recently loaded first. */
const cachedResponses = new Map<string, { etag: string; body: ListResponse }>();

/**
 * Builds the headers of a GET of a list, and the parser of its response, which returns the cached body for a 304. Asks
 * for columns, which are much smaller than records, and converts them to records. The ETag is sent only with the cursor
 * from which the client receives changes: without the cursor, a server that has not read the commits up to it could
 * answer 304, and the client would miss the changes between the cached response and the cursor.
 */
export function createConditionalGet(path: string, cursor: string | undefined): ConditionalGet {
  const cached = cachedResponses.get(path);
  const canRevalidate = cached !== undefined && cursor !== undefined;
  return {
    headers: {
      Accept: columnsMediaType,
      ...(canRevalidate ? { "If-None-Match": cached.etag, Cursor: cursor } : {}),
    },
    parse: async (response) => {
      if (response.status === 304) return cached?.body;
      const body = await response.json();
      // An error is plain JSON.
      if (response.ok) body.data = decodeColumns(body.data);
      storeResponse(path, { etag: response.headers.get("ETag"), body });
      return body;
    },
  };
}

/** Removes the cached lists of the resource, or everything if no resource is given. */
export function evictResponses(resource?: string): void {
  for (const path of [...cachedResponses.keys()])
    if (resource === undefined || path === `/${resource}` || path.startsWith(`/${resource}?`))
      cachedResponses.delete(path);
}

function storeResponse(path: string, { etag, body }: { etag: string | null; body: ListResponse }): void {
  cachedResponses.delete(path);
  if (etag === null || !(body?.data?.length <= maxRows)) return;
  cachedResponses.set(path, { etag, body });
  const [oldest] = cachedResponses.keys();
  if (cachedResponses.size > maxLists && oldest !== undefined) cachedResponses.delete(oldest);
}
