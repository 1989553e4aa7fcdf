import { useEffect, useRef, useState } from "react";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { request } from "../../lib/request.ts";
import { useHandler } from "../../ui/useHandler.ts";

interface HistoryInput {
  PlotID: number;
  /** Another text as soon as something at the house has changed. */
  state: string;
}

interface History {
  entries: readonly AuditRecord[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

const pageSize = 50;
const mostAtOnce = 1_000;

/** What was changed at the house, newest first, read again with every change; `more` reads on. */
export function usePlotHistory({ PlotID, state }: HistoryInput) {
  const [history, setHistory] = useState<History>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  const again = useHandler(async () => {
    turn.current++;
    const mine = turn.current;
    const limit = Math.min(mostAtOnce, Math.max(pageSize, history?.entries.length ?? 0));
    try {
      const read = await readPage(PlotID, { limit });
      if (mine !== turn.current) return;
      setHistory(read);
      setProblem(undefined);
    } catch (error) {
      if (mine === turn.current) setProblem(error);
    }
  });

  useEffect(() => {
    if (state !== "") void again();
  }, [state, again]);

  const more = useHandler(async () => {
    if (!history?.next || busy) return;
    const mine = turn.current;
    setBusy(true);
    try {
      const read = await readPage(PlotID, { limit: pageSize, after: history.next });
      if (mine === turn.current) setHistory({ entries: [...history.entries, ...read.entries], next: read.next });
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  });

  return { entries: history?.entries, ended: history?.next === null, problem, busy, again, more };
}

async function readPage(PlotID: number, { limit, after }: { limit: number; after?: string }): Promise<History> {
  const query = new URLSearchParams({ limit: String(limit), ...(after === undefined ? {} : { after }) });
  const path = `/plot/${PlotID}/history?${query}`;
  const { data, next } = await request<{ data: AuditRecord[]; next: string | null }>({ method: "get", path });
  return { entries: data, next };
}
