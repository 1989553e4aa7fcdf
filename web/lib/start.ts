import type { Change } from "../../shared/wire.ts";
import { showToast } from "../ui/Toast.tsx";
import { boardAtom } from "./board.ts";
import { readAgain, readAllAgain, takeChanges } from "./cache.ts";
import { listen } from "./connection.ts";
import { dontGlowFor } from "./glow.ts";
import { whenSignedOut } from "./request.ts";
import { endSession, restoreSession, sessionAtom } from "./session.ts";
import { store } from "./store.ts";

let waiting: Change[] = [];

/** Connects what comes over the line with what screens read; called once, before the first screen. */
export function startClient(): void {
  listen({
    session: (session) => store.set(sessionAtom, session),
    changes: ({ changes }) => gather(changes),
    dashboard: (board) => store.set(boardAtom, board),
    resync: ({ resources }) => readAgain(resources),
    refused: handleEnded,
    fresh: readAllAgain,
  });
  whenSignedOut(handleEnded);
  store.sub(sessionAtom, () => {
    const session = store.get(sessionAtom);
    if (session === null) store.set(boardAtom, undefined);
    else if (session !== "loading") dontGlowFor(session.user.fullName);
  });
  void restoreSession();
}

function handleEnded(): void {
  if (store.get(sessionAtom) !== null && store.get(sessionAtom) !== "loading")
    showToast({ kind: "info", text: "You were signed out" });
  endSession();
}

/** What arrives within one frame is shown in one frame; a hidden window gets no frames and takes it at once. */
function gather(changes: readonly Change[]): void {
  const first = waiting.length === 0;
  waiting.push(...changes);
  if (document.hidden) show();
  else if (first) requestAnimationFrame(show);
}

function show(): void {
  const changes = waiting;
  waiting = [];
  if (changes.length > 0) takeChanges({ changes });
}
