import { useRef, useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { type EntryPage, mergeNewest } from "./entryPage.ts";
import { request } from "./request.ts";

interface PagedListOptions<Entry> {
  /** Without a query. */
  path: string;
  /** Number of entries of the first and each further page. */
  pageSize: number;
  /** The server's maximum for one request. */
  maxPageSize: number;
  toId: (entry: Entry) => string;
}

/**
 * A list that is loaded page by page, newest first. Loads nothing by itself: the first `refetch` loads the first page.
 * Later ones reload as many entries as are loaded, or as the server sends at once; older loaded entries stay.
 * `loadMore` adds the next page, unless a refetch has replaced the entries before it meanwhile.
 */
export function usePagedList<Entry>({ path, pageSize, maxPageSize, toId }: PagedListOptions<Entry>) {
  const [loaded, setLoaded] = useState<EntryPage<Entry>>();
  const [error, setError] = useState<unknown>();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const currentGeneration = useRef(0);

  function fetchPage(query: Record<string, string>): Promise<EntryPage<Entry>> {
    return request<EntryPage<Entry>>({ method: "get", path: `${path}?${new URLSearchParams(query)}` });
  }

  const refetch = useEvent(async () => {
    const generation = ++currentGeneration.current;
    const limit = Math.min(maxPageSize, Math.max(pageSize, loaded?.data.length ?? 0));
    try {
      const newest = await fetchPage({ limit: String(limit) });
      if (generation !== currentGeneration.current) return;
      // A list that is not longer than the page would grow with each new entry if it was merged.
      setLoaded((current) => (current && current.data.length > limit ? mergeNewest(current, newest, toId) : newest));
      setError(undefined);
    } catch (cause) {
      if (generation === currentGeneration.current) setError(cause);
    }
  });

  const loadMore = useEvent(async () => {
    const after = loaded?.next;
    if (!after || isLoadingMore) return;
    setIsLoadingMore(true);
    try {
      const { data, next } = await fetchPage({ limit: String(pageSize), after });
      setLoaded((current) => (current?.next === after ? { data: [...current.data, ...data], next } : current));
    } catch (cause) {
      setError(cause);
    } finally {
      setIsLoadingMore(false);
    }
  });

  return { entries: loaded?.data, isComplete: loaded?.next === null, error, isLoadingMore, refetch, loadMore };
}
