import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { prefetch } from "../api/prefetch.ts";
import { isDisplayWindow, readToken } from "../api/token.ts";
import { readLanguagePreference } from "../i18n/languagePreference.ts";
import { preloadScreen } from "./screens.ts";

// Starts the first requests and loads the code of the first screen. The build (vite.config.ts) gives this file a script
// of its own, which runs before the app's code is loaded.
const hasToken = readToken() !== null;
if (!isDisplayWindow()) prefetch(endpointPaths.societyInfo);
if (hasToken) prefetch(endpointPaths.me);
if (hasToken && location.pathname === "/") prefetch(endpointPaths.dashboard);
if (readLanguagePreference() === "ur")
  Promise.all([import("../i18n/locales/ur.ts"), import("../i18n/dictionary.ts")]).catch(() => undefined);

/** Resolves when the code of the first screen is loaded. */
export const initialScreenLoaded = preloadScreen(location.pathname, { isSignedIn: hasToken });

// The first formatted number loads the browser's locale data, which is slow: done while waiting for the network.
setTimeout(() => (0).toLocaleString("en-PK"));
