import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/noto-naskh-arabic/500.css";
import "@fontsource/noto-naskh-arabic/700.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { initLanguage } from "../i18n/t.ts";
import { App } from "./App.tsx";
import { initialScreenLoaded } from "./preload.ts";
import { startClient } from "./startClient.ts";

/** Drawn once with all that it needs, a first screen is there sooner than drawn in parts; but nobody waits longer for the parts. */
const maxWaitMs = 1_000;

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the portal");
void renderApp(root);

/** What comes beside waits for this module, so that nothing here may wait for that before the module is done. */
async function renderApp(place: HTMLElement): Promise<void> {
  const known = Promise.all([startClient(), initialScreenLoaded]);
  await initLanguage();
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
