import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/noto-naskh-arabic/500.css";
import "@fontsource/noto-naskh-arabic/700.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { importWithRetry } from "../hooks/importWithRetry.ts";
import { waitUntilIdle } from "../hooks/waitUntilIdle.ts";
import { initLanguage } from "../i18n/t.ts";
import { fixClicksDuringLayoutShifts } from "../ui/button/fixClicksDuringLayoutShifts.ts";
import { App } from "./App.tsx";
import { initialScreenLoaded } from "./preload.ts";
import { startClient } from "./startClient.ts";

/** Max wait for code and data before the first render: one complete render is faster than several partial ones. */
const maxWaitMs = 1_000;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root element");
fixClicksDuringLayoutShifts();
void renderApp(root);

/** Not a top-level await, which would delay the chunks that import shared modules from this one. */
async function renderApp(container: HTMLElement): Promise<void> {
  const ready = Promise.all([startClient(), initialScreenLoaded]);
  await initLanguage();
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  if (!import.meta.env.PROD) return;
  await waitUntilIdle();
  const { registerServiceWorker } = await importWithRetry(() => import("./registerServiceWorker.ts"));
  // Without a service worker, the portal needs a connection to start.
  await registerServiceWorker().catch(() => undefined);
}
