import { useEffect } from "react";
import { calls } from "../../../shared/calls.ts";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { useHeard } from "../../lib/useHeard.ts";
import { usePages } from "../../lib/usePages.ts";

const heardHere: readonly string[] = ["activity"];

/** What was done, newest first, read again with everything that is done. */
export function useActivity() {
  const pages = usePages<ActivityRecord>({ path: calls.activity.path, pageSize: 12, mostAtOnce: 100 });
  const { again } = pages;
  useHeard(heardHere, () => void again());
  useEffect(() => void again(), [again]);
  return pages;
}
