import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { prefetch } from "../api/prefetch.ts";
import { isDisplayWindow, readToken } from "../api/token.ts";
import { readLanguagePreference } from "../i18n/languagePreference.ts";
import { preloadScreen } from "./screens.ts";

const isSignedIn = readToken() !== null;
if (!isDisplayWindow()) prefetch(endpointPaths.welcome);
if (isSignedIn) prefetch(endpointPaths.me);
if (isSignedIn && location.pathname === "/") prefetch(endpointPaths.dashboard);
if (readLanguagePreference() === "ur") import("../i18n/locales/ur.ts").catch(() => undefined);

/** Resolves when the code of the first screen is there. Begun, like all above, before the portal itself has come. */
export const initialScreenLoaded = preloadScreen(location.pathname, { signedIn: isSignedIn });

// The first figure or date that a browser writes makes it open its tables, which is slow: better now, while all there is to do is wait.
setTimeout(() => (0).toLocaleString("en-PK"));
