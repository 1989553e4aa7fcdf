import { Provider, useAtomValue } from "jotai";
import { useSyncExternalStore } from "react";
import { RouterProvider } from "react-router-dom";
import { ThemeProvider } from "styled-components";
import { themeAtom } from "./lib/preferences.ts";
import { store } from "./lib/store.ts";
import { router } from "./routes.tsx";
import { themes } from "./theme.ts";
import { GlobalStyle } from "./ui/GlobalStyle.tsx";
import { ToastHost } from "./ui/Toast.tsx";

const darkDevice = matchMedia("(prefers-color-scheme: dark)");

/** The portal in the browser: theme, store and pages. */
export function App() {
  return (
    <Provider store={store}>
      <ThemeProvider theme={themes[useThemeName()]}>
        <GlobalStyle />
        <RouterProvider router={router} />
        <ToastHost />
      </ThemeProvider>
    </Provider>
  );
}

/** The theme in force: the one chosen, else the device's. */
export function useThemeName(): "light" | "dark" {
  const chosen = useAtomValue(themeAtom, { store });
  const device = useSyncExternalStore(onDeviceChange, () => darkDevice.matches);
  if (chosen !== "system") return chosen;
  return device ? "dark" : "light";
}

function onDeviceChange(notify: () => void): () => void {
  darkDevice.addEventListener("change", notify);
  return () => darkDevice.removeEventListener("change", notify);
}
