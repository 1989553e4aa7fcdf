import { Provider } from "jotai";
import { RouterProvider } from "react-router-dom";
import { ThemeProvider } from "styled-components";
import { usePrinting, useTheme } from "./lib/preferences.ts";
import { store } from "./lib/store.ts";
import { router } from "./routes.tsx";
import { themes } from "./theme.ts";
import { GlobalStyle } from "./ui/GlobalStyle.tsx";
import { ToastHost } from "./ui/Toast.tsx";

/** The portal in the browser: theme, store and pages. */
export function App() {
  const [theme] = useTheme();
  const printing = usePrinting();
  return (
    <Provider store={store}>
      <ThemeProvider theme={themes[printing ? "light" : theme]}>
        <GlobalStyle />
        <RouterProvider router={router} />
        <ToastHost />
      </ThemeProvider>
    </Provider>
  );
}
