import { useEffect } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { subscribeTopic } from "./cache.ts";
import { onChange } from "./changeEvents.ts";

const debounceMs = 300;

/** Subscribes to these resources and runs after changes of any of them, once for all within 300 ms. `resources` must be stable. */
export function useOnChange(resources: readonly string[], run: () => void): void {
  const handle = useEvent(run);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribeTopics = resources.map(subscribeTopic);
    const unsubscribe = onChange((changed) => {
      if (changed && !changed.some((name) => resources.includes(name))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        handle();
      }, debounceMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      for (const unsubscribeTopic of unsubscribeTopics) unsubscribeTopic();
    };
  }, [resources, handle]);
}
