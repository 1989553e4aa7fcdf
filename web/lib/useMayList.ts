import type { AnyResource } from "../../shared/registry.ts";
import { useMay } from "./session.ts";

/** May the person signed in list these records? */
export function useMayList({ guards }: Pick<AnyResource, "guards">): boolean {
  return useMay(guards.list.page, guards.list.flag);
}
