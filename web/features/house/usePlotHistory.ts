import { useEffect } from "react";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { usePages } from "../../lib/usePages.ts";

interface HistoryInput {
  PlotID: number;
  /** Another text as soon as something at the house has changed. */
  state: string;
}

/** What was changed at the house, newest first, read again with every change. */
export function usePlotHistory({ PlotID, state }: HistoryInput) {
  const pages = usePages<AuditRecord>({ path: `/plot/${PlotID}/history`, pageSize: 50, mostAtOnce: 1_000 });
  const { again } = pages;
  useEffect(() => {
    if (state !== "") void again();
  }, [state, again]);
  return pages;
}
