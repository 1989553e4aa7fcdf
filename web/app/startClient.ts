import { handleSessionEnded } from "../api/handleSessionEnded.ts";
import { loadLiveClient } from "../api/importWithRetry.ts";
import { onUnauthorized } from "../api/request.ts";
import { reloadSession, restoreSession } from "../api/session.ts";
import { loadSocietyInfo } from "../api/societyInfo.ts";
import { isDisplayWindow, onTokenChangedElsewhere, readToken } from "../api/token.ts";
import { startTokenRenewal } from "../api/tokenRenewal.ts";

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
