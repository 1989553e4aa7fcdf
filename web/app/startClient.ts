import { onUnauthorized } from "../api/request.ts";
import { configureSession, handleSessionEnded, reloadSession, restoreSession } from "../api/session.ts";
import { loadSocietyInfo } from "../api/societyInfo.ts";
import { isDisplayWindow, onTokenChangedElsewhere, readToken } from "../api/token.ts";
import { startTokenRenewal } from "../api/tokenRenewal.ts";
import { importWithRetry } from "../hooks/importWithRetry.ts";
import { loadSocketClient } from "../live/loadSocketClient.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/**
 * Restores the session and watches for its end; called once. Resolves when the data of the first screen is loaded, or
 * when its first request has failed.
 */
export async function startClient(): Promise<void> {
  configureSession({
    loadLiveClient,
    onSignedOutElsewhere: () => showToast({ kind: "info", text: "You were signed out" }),
  });
  onUnauthorized(handleSessionEnded);
  onTokenChangedElsewhere(handleTokenChangedElsewhere);
  startTokenRenewal();
  await Promise.all([
    restoreSession(),
    isDisplayWindow() ? undefined : loadSocietyInfo(),
    readToken() === null ? undefined : loadPrefetchedData(),
  ]);
}

async function loadLiveClient() {
  // The live client connects as soon as it is loaded: the Socket.IO client is loaded in parallel.
  void loadSocketClient();
  const { liveClient } = await importWithRetry(() => import("../live/liveClient.ts"));
  return liveClient;
}

async function loadPrefetchedData(): Promise<void> {
  await (await loadLiveClient()).loadPrefetchedDashboard();
}

function handleTokenChangedElsewhere(): void {
  if (readToken() === null) handleSessionEnded();
  else reloadSession();
}
