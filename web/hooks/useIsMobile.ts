import { useCallback, useSyncExternalStore } from "react";
import { useTheme } from "styled-components";

/** Whether the window is as narrow as a phone: tables are shown as cards, and a menu replaces the sidebar. */
export function useIsMobile(): boolean {
  const query = useTheme().mobile.replace("@media ", "");
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mediaQuery = window.matchMedia(query);
      mediaQuery.addEventListener("change", onChange);
      return () => mediaQuery.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
