import { can } from "../../shared/permissions.ts";
import type { Change, Session } from "../../shared/wire.ts";
import { handleSessionEnded, type LiveClient, sessionAtom, signedInSessionAtom } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import {
  applyPermissions,
  clearCache,
  receiveChanges,
  refetchAllLists,
  refetchFailedLists,
  refetchResources,
} from "./cache.ts";
import { emitChange } from "./changeEvents.ts";
import { closeConnection, openConnection, setServerEventHandlers } from "./connection.ts";
import { clearDashboard, fetchDashboardIfShown, loadPrefetchedDashboard, setDashboard } from "./dashboard.ts";
import { clearDisplayData, setDisplayData } from "./displayReceipts.ts";
import { clearPresence, setPresence } from "./presence.ts";
import { scheduleMailStatusFetch, setReceiptMailProgress } from "./receiptMails.ts";
import { forgetRecentChanges, setOwnUser } from "./recentChanges.ts";
import { clearRunProgress, setRunProgress } from "./runProgress.ts";

let queuedChanges: Change[] = [];

/**
 * The functions of the live connection that the session and the start of the client call. Importing this file also sets
 * the handlers of the server's events, which update the caches of the screens. The sign-in page does not load it.
 */
export const liveClient = {
  openConnection,
  closeConnection,
  clearCache,
  loadPrefetchedDashboard,
} satisfies LiveClient & { loadPrefetchedDashboard: unknown };

setServerEventHandlers({
  session: handleSession,
  changes: ({ changes }) => queueChanges(changes),
  dashboard: setDashboard,
  wall: setDisplayData,
  activity: () => emitChange(["activity"]),
  mail: setReceiptMailProgress,
  // Imports and printings of bills.
  import: setRunProgress,
  resync: handleResync,
  presence: setPresence,
  unauthorized: handleSessionEnded,
  connectedAfterReadsWithoutSubscription: reloadDataReadWithoutSubscription,
  connectionResumed: handleConnectionResumed,
});
store.sub(sessionAtom, () => {
  const session = store.get(signedInSessionAtom);
  if (session) return setOwnUser(session.user);
  queuedChanges = [];
  clearDashboard();
  clearDisplayData();
  clearPresence();
  clearRunProgress();
});

/** The server sends the session on connecting and when the user's rights change. */
function handleSession(session: Session): void {
  const previous = store.get(signedInSessionAtom);
  const hasNewRights =
    previous?.user.role.scope !== session.user.role.scope ||
    JSON.stringify(previous.permissions) !== JSON.stringify(session.permissions);
  store.set(sessionAtom, session);
  // Kept with unchanged rights, because an open form learns from the recent changes that its record was deleted.
  if (hasNewRights) forgetRecentChanges();
  applyPermissions(session);
  if (!can(session, { page: "/", flag: "CanView" })) clearDashboard();
  // Rows may be missing, or contain fields such as the CNIC that the user may no longer view.
  if (hasNewRights) refetchAllLists();
}

function handleResync({ resources }: { resources: readonly string[] }): void {
  void refetchResources(resources);
  emitChange(resources);
  if (resources.includes("dashboard")) void fetchDashboardIfShown();
}

/** Loads everything again, because the data misses changes from before the subscription was confirmed. */
function reloadDataReadWithoutSubscription(): void {
  refetchAllLists();
  emitChange();
  scheduleMailStatusFetch();
  void fetchDashboardIfShown();
}

/**
 * Loads what the server does not send after a reconnect at the cursor: it sends the missed changes of records. For users
 * with scope `own` all lists are loaded again, because the server sends no changes for plots that were linked to them or
 * unlinked while they were disconnected.
 */
function handleConnectionResumed(): void {
  if (store.get(signedInSessionAtom)?.user.role.scope === "own") refetchAllLists();
  else refetchFailedLists();
  scheduleMailStatusFetch();
  void fetchDashboardIfShown();
  // The server does not send the missed changes of these topics.
  emitChange(["wall", "activity", "letterhead", "month-lock-state"]);
}

/** Applies all changes of one animation frame together; at once in a hidden window, which has no frames. */
function queueChanges(changes: readonly Change[]): void {
  const isFirst = queuedChanges.length === 0;
  queuedChanges.push(...changes);
  if (document.hidden) flushChanges();
  else if (isFirst) requestAnimationFrame(flushChanges);
}

function flushChanges(): void {
  const changes = queuedChanges;
  queuedChanges = [];
  if (changes.length > 0) receiveChanges(changes);
}
