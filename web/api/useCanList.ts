import type { AnyResource } from "../../shared/registry.ts";
import { useCan } from "./session.ts";

/** May the person signed in list these records? */
export function useCanList({ guards }: Pick<AnyResource, "guards">): boolean {
  return useCan(guards.list.page, guards.list.flag);
}
