import { useCallback, useSyncExternalStore } from "react";
import { useTheme } from "styled-components";

/** Whether the window is below the width at which tables become cards. */
export function useIsMobile(): boolean {
  const query = useTheme().mobile.replace("@media ", "");
  const follow = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
