import { can } from "../../shared/permissions.ts";
import type { Change, Session } from "../../shared/wire.ts";
import { handleSessionEnded } from "../api/handleSessionEnded.ts";
import { sessionAtom } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import { applyPermissions, clearCache, receiveChanges, refetchAll, refetchFailed, refetchResources } from "./cache.ts";
import { emitChange } from "./changeEvents.ts";
import { closeConnection, onServerEvents, openConnection } from "./connection.ts";
import { clearDashboard, loadPrefetchedDashboard, refetchDashboard, setDashboard } from "./dashboard.ts";
import { setOwnName } from "./highlights.ts";
import { setImportProgress } from "./importProgress.ts";
import { setPresence } from "./presence.ts";
import { scheduleMailStatusFetch, setMailProgress } from "./receiptMails.ts";
import { clearWallReceipts, setWallReceipts } from "./wallReceipts.ts";

let queuedChanges: Change[] = [];

/** What keeps screens live once somebody is signed in; comes after the sign-in page, connected with what screens read. */
export const liveClient = { openConnection, closeConnection, clearCache, loadPrefetchedDashboard } as const;

onServerEvents({
  session: handleSession,
  changes: ({ changes }) => queueChanges(changes),
  dashboard: setDashboard,
  wall: setWallReceipts,
  activity: () => emitChange(["activity"]),
  mail: setMailProgress,
  import: setImportProgress,
  resync: handleResync,
  presence: setPresence,
  unauthorized: handleSessionEnded,
  restarted: handleRestarted,
  resumed: handleResumed,
});
store.sub(sessionAtom, () => {
  const session = store.get(sessionAtom);
  if (session !== null && session !== "loading") return setOwnName(session.user.fullName);
  queuedChanges = [];
  clearDashboard();
  clearWallReceipts();
});

/** Rights may have changed, also while there was no line. */
function handleSession(session: Session): void {
  const scope = currentScope();
  store.set(sessionAtom, session);
  applyPermissions(session);
  if (!can(session, { page: "/", flag: "CanView" })) clearDashboard();
  if (scope !== session.user.role.scope) refetchAll();
}

function handleResync({ resources }: { resources: readonly string[] }): void {
  void refetchResources(resources);
  emitChange(resources);
  if (resources.includes("dashboard")) void refetchDashboard();
}

function handleRestarted(): void {
  refetchAll();
  emitChange();
  scheduleMailStatusFetch();
  void refetchDashboard();
}

/** Whose plots have changed meanwhile is told nothing of those lost or gained. */
function handleResumed(): void {
  if (currentScope() === "own") refetchAll();
  else refetchFailed();
  scheduleMailStatusFetch();
  void refetchDashboard();
  // These are figures and notices, not records: what was told of them meanwhile is not told again.
  emitChange(["wall", "activity"]);
}

function currentScope() {
  const session = store.get(sessionAtom);
  return session === null || session === "loading" ? undefined : session.user.role.scope;
}

/** What arrives within one frame is shown in one frame; a hidden window gets no frames and takes it at once. */
function queueChanges(changes: readonly Change[]): void {
  const first = queuedChanges.length === 0;
  queuedChanges.push(...changes);
  if (document.hidden) flushChanges();
  else if (first) requestAnimationFrame(flushChanges);
}

function flushChanges(): void {
  const changes = queuedChanges;
  queuedChanges = [];
  if (changes.length > 0) receiveChanges({ changes });
}
