import { useEffect } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { subscribeTopic } from "./cache.ts";
import { onChange } from "./changeEvents.ts";

const debounceMs = 300;

/** Follows these resources and runs when something in them has changed, once for all that is heard within a moment. `resources` must be stable. */
export function useOnChange(resources: readonly string[], run: () => void): void {
  const handle = useEvent(run);
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const leave = resources.map(subscribeTopic);
    const stop = onChange((changed) => {
      if (changed && !changed.some((name) => resources.includes(name))) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        handle();
      }, debounceMs);
    });
    return () => {
      stop();
      clearTimeout(soon);
      for (const unfollow of leave) unfollow();
    };
  }, [resources, handle]);
}
