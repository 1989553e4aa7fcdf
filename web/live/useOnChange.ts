import { useEffect } from "react";
import { useEvent } from "../hooks/useEvent.ts";
import { subscribeTopic } from "./cache.ts";
import { onChange } from "./changeEvents.ts";
import { waitForSubscription } from "./connection.ts";

const callbackDelayMs = 300;

/**
 * Calls back 300 ms after a change of `resources` (names of resources or topics), once for all changes until then. Keep
 * `resources` stable between renders.
 */
export function useOnChange(resources: readonly string[], callback: () => void): void {
  const handle = useEvent(callback);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribeTopics = resources.map(subscribeTopic);
    const unsubscribe = onChange((changed) => {
      if (changed && !changed.some((name) => resources.includes(name))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        handle();
      }, callbackDelayMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      for (const unsubscribeTopic of unsubscribeTopics) unsubscribeTopic();
    };
  }, [resources, handle]);
}

/**
 * Loads data once the resources are subscribed, so that no change after the response is missed, and again after changes,
 * as `useOnChange` does. Keep `resources` stable. Loads nothing without resources.
 */
export function useLiveLoad(resources: readonly string[], load: () => void): void {
  const handle = useEvent(() => {
    if (resources.length > 0) load();
  });
  useOnChange(resources, handle);
  useEffect(() => {
    if (resources.length > 0) void waitForSubscription().then(handle);
  }, [resources, handle]);
}
