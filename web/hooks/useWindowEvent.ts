import { useEffect } from "react";
import { useEvent } from "./useEvent.ts";

/** Calls back on each event of this type that reaches the window. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  callback: (event: WindowEventMap[Type]) => void,
): void {
  const handleEvent = useEvent(callback);
  useEffect(() => {
    window.addEventListener(type, handleEvent);
    return () => window.removeEventListener(type, handleEvent);
  }, [type, handleEvent]);
}
