import { useEffect } from "react";
import { useHandler } from "../ui/useHandler.ts";
import { followExtra } from "./cache.ts";
import { onHeard } from "./heard.ts";

const gatherMs = 300;

/** Follows these resources and runs when something in them has changed, once for all that is heard within a moment. `resources` must be stable. */
export function useHeard(resources: readonly string[], run: () => void): void {
  const handle = useHandler(run);
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const leave = resources.map(followExtra);
    const stop = onHeard((changed) => {
      if (changed && !changed.some((name) => resources.includes(name))) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        handle();
      }, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(soon);
      for (const unfollow of leave) unfollow();
    };
  }, [resources, handle]);
}
