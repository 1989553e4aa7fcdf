import { can } from "../../shared/permissions.ts";
import type { Change, Session } from "../../shared/wire.ts";
import { forgetBoard, readBoardAgain, takeBegunBoard, takeBoard } from "./board.ts";
import { forgetTables, keepAllowed, readAgain, readAllAgain, readBrokenAgain, takeChanges } from "./cache.ts";
import { closeLine, listen, openLine } from "./connection.ts";
import { dontGlowFor } from "./glow.ts";
import { tellHeard } from "./heard.ts";
import { takeImport } from "./imports.ts";
import { readMailsSoon, takeMail } from "./mails.ts";
import { takePresence } from "./presence.ts";
import { sessionAtom } from "./session.ts";
import { handleEnded } from "./signedOut.ts";
import { store } from "./store.ts";
import { forgetWall, takeWall } from "./wall.ts";

let waiting: Change[] = [];

/** What keeps screens live once somebody is signed in; comes after the sign-in page, connected with what screens read. */
export const live = { openLine, closeLine, forgetTables, takeBegunBoard } as const;

listen({
  session: handleSession,
  changes: ({ changes }) => gather(changes),
  dashboard: takeBoard,
  wall: takeWall,
  activity: () => tellHeard(["activity"]),
  mail: takeMail,
  import: takeImport,
  resync: handleResync,
  presence: takePresence,
  refused: handleEnded,
  fresh: handleFresh,
  back: handleBack,
});
store.sub(sessionAtom, () => {
  const session = store.get(sessionAtom);
  if (session !== null && session !== "loading") return dontGlowFor(session.user.fullName);
  waiting = [];
  forgetBoard();
  forgetWall();
});

/** Rights may have changed, also while there was no line. */
function handleSession(session: Session): void {
  const scope = scopeNow();
  store.set(sessionAtom, session);
  keepAllowed(session);
  if (!can(session, { page: "/", flag: "CanView" })) forgetBoard();
  if (scope !== session.user.role.scope) readAllAgain();
}

function handleResync({ resources }: { resources: readonly string[] }): void {
  void readAgain(resources);
  tellHeard(resources);
  if (resources.includes("dashboard")) void readBoardAgain();
}

function handleFresh(): void {
  readAllAgain();
  tellHeard();
  readMailsSoon();
  void readBoardAgain();
}

/** Whose plots have changed meanwhile is told nothing of those lost or gained. */
function handleBack(): void {
  if (scopeNow() === "own") readAllAgain();
  else readBrokenAgain();
  readMailsSoon();
  void readBoardAgain();
  // These are figures and notices, not records: what was told of them meanwhile is not told again.
  tellHeard(["wall", "activity"]);
}

function scopeNow() {
  const session = store.get(sessionAtom);
  return session === null || session === "loading" ? undefined : session.user.role.scope;
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
