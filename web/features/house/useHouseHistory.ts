import { useEffect } from "react";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { usePagedList } from "../../api/usePagedList.ts";

interface HouseHistoryInput {
  PlotID: number;
  /** Another text as soon as something at the house has changed. */
  revision: string;
}

/** What was changed at the house, newest first, read again with every change. */
export function useHouseHistory({ PlotID, revision }: HouseHistoryInput) {
  const pages = usePagedList<AuditRecord>({ path: `/plot/${PlotID}/history`, pageSize: 50, maxPageSize: 1_000 });
  const { refetch } = pages;
  useEffect(() => {
    if (revision !== "") void refetch();
  }, [revision, refetch]);
  return pages;
}
