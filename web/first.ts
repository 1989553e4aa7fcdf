import { calls } from "../shared/calls.ts";
import { begin } from "./lib/begun.ts";
import { chosenLanguage } from "./lib/languageChosen.ts";
import { isDisplayWindow, readToken } from "./lib/token.ts";
import { fetchScreen } from "./screens.ts";

const signedIn = readToken() !== null;
if (!isDisplayWindow()) begin(calls.welcome);
if (signedIn) begin(calls.me);
if (signedIn && location.pathname === "/") begin(calls.dashboard);
if (chosenLanguage() === "ur") import("./words/urdu.ts").catch(() => undefined);

/** Resolves when the code of the first screen is there. Begun, like all above, before the portal itself has come. */
export const firstScreen = fetchScreen(location.pathname, { signedIn });

// The first figure or date that a browser writes makes it open its tables, which is slow: better now, while all there is to do is wait.
setTimeout(() => (0).toLocaleString("en-PK"));
