import "./fonts.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { startLanguage } from "./lib/language.ts";
import { startClient } from "./lib/start.ts";
import { fetchPage } from "./routes.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the portal");
startClient();
fetchPage(location.pathname);
await startLanguage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
