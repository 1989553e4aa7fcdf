import { startRenewal } from "./renewal.ts";
import { whenSignedOut } from "./request.ts";
import { changeSession, restoreSession } from "./session.ts";
import { handleEnded } from "./signedOut.ts";
import { onTokenElsewhere, readToken } from "./token.ts";

/** Finds out who is signed in and hears when that changes; called once, before the first screen. */
export function startClient(): void {
  whenSignedOut(handleEnded);
  onTokenElsewhere(handleElsewhere);
  startRenewal();
  void restoreSession();
}

function handleElsewhere(): void {
  if (readToken() === null) handleEnded();
  else changeSession();
}
