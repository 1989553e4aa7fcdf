import { loadLiveClient } from "./fetched.ts";
import { startTokenRenewal } from "./renewal.ts";
import { onUnauthorized } from "./request.ts";
import { reloadSession, restoreSession } from "./session.ts";
import { handleSessionEnded } from "./signedOut.ts";
import { isDisplayWindow, onTokenChangedElsewhere, readToken } from "./token.ts";
import { loadSocietyInfo } from "./welcome.ts";

/** Finds out who is signed in and hears when that changes; called once. Resolves when all is known that the first screen begins with, as far as it can be had. */
export async function startClient(): Promise<void> {
  onUnauthorized(handleSessionEnded);
  onTokenChangedElsewhere(handleTokenChangedElsewhere);
  startTokenRenewal();
  await Promise.all([
    restoreSession(),
    isDisplayWindow() ? undefined : loadSocietyInfo(),
    readToken() === null ? undefined : loadPrefetched(),
  ]);
}

async function loadPrefetched(): Promise<void> {
  await (await loadLiveClient()).loadPrefetchedDashboard();
}

function handleTokenChangedElsewhere(): void {
  if (readToken() === null) handleSessionEnded();
  else reloadSession();
}
