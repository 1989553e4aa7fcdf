import { useLayoutEffect } from "react";
import { useEvent } from "./useEvent.ts";

/** Calls back on each event of this type that reaches the window. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  callback: (event: WindowEventMap[Type]) => void,
): void {
  const handleEvent = useEvent(callback);
  // Not a passive effect, which runs after the screen is visible: a key pressed at once would be lost.
  useLayoutEffect(() => {
    window.addEventListener(type, handleEvent);
    return () => window.removeEventListener(type, handleEvent);
  }, [type, handleEvent]);
}
