import { useEffect } from "react";
import { endpointPaths } from "../../../shared/calls.ts";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { useOnChange } from "../../lib/useHeard.ts";
import { usePagedList } from "../../lib/usePages.ts";

const activityResources: readonly string[] = ["activity"];

/** What was done, newest first, read again with everything that is done. */
export function useActivity() {
  const pages = usePagedList<ActivityRecord>({ path: endpointPaths.activity.path, pageSize: 12, maxPageSize: 100 });
  const { refetch } = pages;
  useOnChange(activityResources, () => void refetch());
  useEffect(() => void refetch(), [refetch]);
  return pages;
}
