import { useRef, useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { request } from "./request.ts";

interface PagedListOptions {
  path: string;
  /** Number of entries of the first and each further page. */
  pageSize: number;
  /** The server's maximum for one request. */
  maxPageSize: number;
}

interface LoadedPages<Entry> {
  entries: readonly Entry[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
}

/**
 * A list that is loaded page by page, newest first. `refetch` reloads the loaded entries, `loadMore` adds the next
 * page. Drops a page that does not follow the loaded entries, because a refetch has replaced them meanwhile.
 */
export function usePagedList<Entry>({ path, pageSize, maxPageSize }: PagedListOptions) {
  const [pages, setPages] = useState<LoadedPages<Entry>>();
  const [error, setError] = useState<unknown>();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const currentGeneration = useRef(0);

  async function fetchPage(query: Record<string, string>): Promise<LoadedPages<Entry>> {
    const response = await request<{ data: Entry[]; next: string | null }>({
      method: "get",
      path: `${path}?${new URLSearchParams(query)}`,
    });
    return { entries: response.data, nextCursor: response.next };
  }

  const refetch = useEvent(async () => {
    const generation = ++currentGeneration.current;
    const loadedCount = pages?.entries.length ?? 0;
    try {
      const newest = await fetchPage({ limit: String(Math.min(maxPageSize, Math.max(pageSize, loadedCount))) });
      if (generation !== currentGeneration.current) return;
      setPages(newest);
      setError(undefined);
    } catch (cause) {
      if (generation === currentGeneration.current) setError(cause);
    }
  });

  const loadMore = useEvent(async () => {
    if (!pages?.nextCursor || isLoadingMore) return;
    setIsLoadingMore(true);
    try {
      const older = await fetchPage({ limit: String(pageSize), after: pages.nextCursor });
      const extended = { entries: [...pages.entries, ...older.entries], nextCursor: older.nextCursor };
      setPages((current) => (current === pages ? extended : current));
    } catch (cause) {
      setError(cause);
    } finally {
      setIsLoadingMore(false);
    }
  });

  return { entries: pages?.entries, isComplete: pages?.nextCursor === null, error, isLoadingMore, refetch, loadMore };
}
