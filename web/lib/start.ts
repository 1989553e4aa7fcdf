import { fetchLive } from "./fetched.ts";
import { startRenewal } from "./renewal.ts";
import { whenSignedOut } from "./request.ts";
import { changeSession, restoreSession } from "./session.ts";
import { handleEnded } from "./signedOut.ts";
import { isDisplayWindow, onTokenElsewhere, readToken } from "./token.ts";
import { readWelcome } from "./welcome.ts";

/** Finds out who is signed in and hears when that changes; called once. Resolves when all is known that the first screen begins with, as far as it can be had. */
export async function startClient(): Promise<void> {
  whenSignedOut(handleEnded);
  onTokenElsewhere(handleElsewhere);
  startRenewal();
  await Promise.all([
    restoreSession(),
    isDisplayWindow() ? undefined : readWelcome(),
    readToken() === null ? undefined : readAhead(),
  ]);
}

async function readAhead(): Promise<void> {
  await (await fetchLive()).takeBegunBoard();
}

function handleElsewhere(): void {
  if (readToken() === null) handleEnded();
  else changeSession();
}
