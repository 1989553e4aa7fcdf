import { atom } from "jotai";
import type { io, Socket } from "socket.io-client";
import {
  type Changes,
  type ClientEvents,
  type ServerEvents,
  socketRefusals,
  type Watching,
  type Whereabouts,
} from "../../shared/wire.ts";
import { fetchLine } from "./fetched.ts";
import { store } from "./store.ts";
import { readToken } from "./token.ts";

type Line = Socket<ServerEvents, ClientEvents>;
type Answer = (watching: Promise<Watching | undefined> | undefined) => void;

export type Connection =
  | { kind: "live"; since: number }
  | { kind: "reconnecting"; since: number }
  | { kind: "offline"; since: number }
  /** Not let in, as the person has as many windows open as anybody may. */
  | { kind: "crowded"; since: number };

/** Whether what is on the screen is live. */
export const connectionAtom = atom<Connection>({ kind: "reconnecting", since: Date.now() });

interface Listeners {
  session: ServerEvents["session"];
  changes: ServerEvents["changes"];
  dashboard: ServerEvents["dashboard"];
  wall: ServerEvents["wall"];
  activity: ServerEvents["activity"];
  mail: ServerEvents["mail"];
  import: ServerEvents["import"];
  resync: ServerEvents["resync"];
  presence: ServerEvents["presence"];
  /** The token counts no more. */
  refused: () => void;
  /** A line without a past: whatever was read before must be read again. */
  fresh: () => void;
  /** The line goes on where it broke; the changes missed come by themselves. */
  back: () => void;
}

const offlineAfterMs = 8_000;
const patienceMs = 1_500;
/** How long to wait before coming again to a server that has refused, the first time and each time after. */
const comeAgainMs = [0, 500, 1_000, 2_000, 5_000, 10_000] as const;
const crowdedAgainMs = 20_000;
/** A line that held for so long was not refused. */
const heldMs = 10_000;
let line: Line | undefined;
/** Counts openings and closings: what was begun for an earlier one comes to nothing. */
let turn = 0;
let listeners: Listeners | undefined;
/** Up to here this window has heard everything that it follows. */
let cursor: string | undefined;
let wanted: readonly string[] = [];
let whereabouts: Whereabouts | undefined;
let following: Promise<Watching | undefined> = Promise.resolve(undefined);
/** Somebody read without waiting for the line any longer, so that what happened meanwhile may be missing. */
let readBlind = false;

/** Who is to be told what comes over the line; set once at the start. */
export function listen(to: Listeners): void {
  listeners = to;
}

/** Opens the line for the session of the kept token, in place of any other. */
export function openLine(): void {
  closeLine();
  const mine = turn;
  let answerFirst: Answer = () => undefined;
  following = new Promise((resolve) => {
    answerFirst = resolve;
    setTimeout(() => {
      readBlind ||= turn === mine && !line?.connected;
      resolve(undefined);
    }, patienceMs);
  });
  void fetchLine().then((open) => {
    if (turn === mine) connect(open, answerFirst);
  });
}

function connect(open: typeof io, answerFirst: Answer): void {
  let shown: string | null = null;
  let refusals = 0;
  const opened: Line = open({
    auth: (give) => {
      shown = readToken();
      give({ token: shown ?? "", ...(cursor ? { cursor } : {}) });
    },
    transports: ["websocket", "polling"],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  });
  line = opened;
  opened.on("connect", () => {
    store.set(connectionAtom, { kind: "live", since: Date.now() });
    const resumes = cursor !== undefined;
    following = ask(opened, resumes);
    answerFirst(following);
    if (whereabouts) opened.emit("presence", whereabouts);
    if (resumes) listeners?.back();
    else if (readBlind) listeners?.fresh();
    readBlind = false;
  });
  opened.on("disconnect", (reason) => {
    const { kind, since } = store.get(connectionAtom);
    if (kind === "live" && Date.now() - since > heldMs) refusals = 0;
    lost();
    // After a word from the server the client library stays silent by design; an ended session is then refused.
    if (reason === "io server disconnect") comeAgain();
  });
  opened.on("connect_error", ({ message }) => {
    // Another window may have put a better one in the place of the token refused.
    if (message === socketRefusals.unauthorized && readToken() === shown) return void listeners?.refused();
    if (message === socketRefusals.tooMany) {
      store.set(connectionAtom, { kind: "crowded", since: Date.now() });
      return comeAgain(crowdedAgainMs);
    }
    lost();
    if (!opened.active) comeAgain();
  });
  opened.on("session", (session) => listeners?.session(session));
  opened.on("dashboard", (board) => listeners?.dashboard(board));
  opened.on("wall", (wall) => listeners?.wall(wall));
  opened.on("activity", () => listeners?.activity());
  opened.on("mail", (progress) => listeners?.mail(progress));
  opened.on("import", (progress) => listeners?.import(progress));
  opened.on("resync", (what) => listeners?.resync(what));
  opened.on("presence", (presence) => listeners?.presence(presence));
  opened.on("changes", (changes: Changes) => {
    cursor = changes.cursor;
    listeners?.changes(changes);
  });

  /** Later each time, so that a server that goes on refusing is not stormed. */
  function comeAgain(ms: number = comeAgainMs[Math.min(refusals++, comeAgainMs.length - 1)] ?? 0): void {
    setTimeout(() => {
      if (line === opened && !opened.connected) opened.connect();
    }, ms);
  }
}

export function closeLine(): void {
  line?.close();
  line = undefined;
  turn++;
  cursor = undefined;
  store.set(connectionAtom, { kind: "reconnecting", since: Date.now() });
}

/** Follows these resources from now on, in place of those before. */
export function follow(resources: readonly string[]): void {
  wanted = resources;
  if (line?.connected) following = ask(line, false);
}

/** Where this window is, until told otherwise; the server hears of it as soon as there is a line. */
export function standAt(place: Whereabouts): void {
  whereabouts = place;
  if (line?.connected) line.emit("presence", place);
}

/** Resolves when the server confirms what is followed, or with nothing when there is no line. */
export function followed(): Promise<Watching | undefined> {
  return following;
}

/** How long the way to the server and back over the line takes, in milliseconds: what is followed is asked for once more. Undefined without a line. */
export async function timeLine(): Promise<number | undefined> {
  if (!line?.connected) return undefined;
  const sent = performance.now();
  following = ask(line, false);
  return (await following) ? performance.now() - sent : undefined;
}

/** `resumes`: what was missed is still to come, so the answer's cursor is not yet reached. */
async function ask(on: Line, resumes: boolean): Promise<Watching | undefined> {
  try {
    const watching = await on.timeout(5_000).emitWithAck("watch", [...wanted]);
    if (!resumes && (cursor === undefined || watching.cursor > cursor)) cursor = watching.cursor;
    return watching;
  } catch {
    readBlind ||= line === on && cursor === undefined;
    return undefined;
  }
}

function lost(): void {
  const { kind } = store.get(connectionAtom);
  if (kind !== "live" && kind !== "crowded") return;
  const since = Date.now();
  store.set(connectionAtom, { kind: "reconnecting", since });
  setTimeout(() => {
    const now = store.get(connectionAtom);
    if (now.kind === "reconnecting" && now.since === since) store.set(connectionAtom, { kind: "offline", since });
  }, offlineAfterMs);
}
