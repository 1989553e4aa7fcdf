import { useRef, useState } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { request } from "./request.ts";

interface PagedListOptions {
  path: string;
  /** How many are read at first, and with each reading on. */
  pageSize: number;
  /** How many the server hands out at once. */
  maxPageSize: number;
}

interface LoadedPages<Entry> {
  entries: readonly Entry[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** What was done, newest first: `again` reads anew what is shown, `more` reads on. What comes late never takes the place of what was asked for after it. */
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
