import { useEffect } from "react";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { endpointPaths } from "../../../shared/endpoints/paths.ts";
import { usePagedList } from "../../api/usePagedList.ts";
import { useOnChange } from "../../live/useOnChange.ts";

const activityResources: readonly string[] = ["activity"];

/** What was done, newest first, read again with everything that is done. */
export function useActivity() {
  const pages = usePagedList<ActivityRecord>({ path: endpointPaths.activity.path, pageSize: 12, maxPageSize: 100 });
  const { refetch } = pages;
  useOnChange(activityResources, () => void refetch());
  useEffect(() => void refetch(), [refetch]);
  return pages;
}
