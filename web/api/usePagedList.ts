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
  next: string | null;
}

/** A list that is loaded page by page, newest first. `refetch` reloads what is loaded, `loadMore` adds the next page. A response that is outdated by a refetch is dropped. */
export function usePagedList<Entry>({ path, pageSize, maxPageSize }: PagedListOptions) {
  const [pages, setPages] = useState<LoadedPages<Entry>>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  async function read(query: Record<string, string>): Promise<LoadedPages<Entry>> {
    const answer = await request<{ data: Entry[]; next: string | null }>({
      method: "get",
      path: `${path}?${new URLSearchParams(query)}`,
    });
    return { entries: answer.data, next: answer.next };
  }

  const again = useEvent(async () => {
    turn.current++;
    const mine = turn.current;
    const shown = pages?.entries.length ?? 0;
    try {
      const newest = await read({ limit: String(Math.min(maxPageSize, Math.max(pageSize, shown))) });
      if (mine !== turn.current) return;
      setPages(newest);
      setProblem(undefined);
    } catch (error) {
      if (mine === turn.current) setProblem(error);
    }
  });

  const more = useEvent(async () => {
    if (!pages?.next || busy) return;
    const mine = turn.current;
    setBusy(true);
    try {
      const older = await read({ limit: String(pageSize), after: pages.next });
      if (mine === turn.current) setPages({ entries: [...pages.entries, ...older.entries], next: older.next });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  });

  return { entries: pages?.entries, ended: pages?.next === null, error: problem, busy, refetch: again, loadMore: more };
}
