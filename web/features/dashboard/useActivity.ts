import { useEffect, useState } from "react";
import { calls } from "../../../shared/calls.ts";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { request } from "../../lib/request.ts";
import { useHeard } from "../../lib/useHeard.ts";
import { useHandler } from "../../ui/useHandler.ts";

const pageSize = 12;
const mostAtOnce = 100;
const heardHere: readonly string[] = ["activity"];

interface Told {
  lines: readonly ActivityRecord[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** What was done, newest first, read again with everything that is done; `more` reads on. */
export function useActivity() {
  const [told, setTold] = useState<Told>();
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);

  const read = useHandler(async () => {
    try {
      setTold(await readPage({ limit: Math.min(mostAtOnce, Math.max(pageSize, told?.lines.length ?? 0)) }));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  });
  useHeard(heardHere, () => void read());
  useEffect(() => {
    void read();
  }, [read]);

  async function more() {
    if (!told?.next || busy) return;
    setBusy(true);
    try {
      const { lines, next } = await readPage({ limit: pageSize, after: told.next });
      setTold({ lines: [...told.lines, ...lines], next });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  return { lines: told?.lines, ended: told?.next === null, failed, busy, read, more };
}

async function readPage({ limit, after }: { limit: number; after?: string }): Promise<Told> {
  const query = new URLSearchParams({ limit: String(limit), ...(after === undefined ? {} : { after }) });
  const path = `${calls.activity.path}?${query}`;
  const { data, next } = await request<{ data: ActivityRecord[]; next: string | null }>({ method: "get", path });
  return { lines: data, next };
}
