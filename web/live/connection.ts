import { atom } from "jotai";
import type { io, Socket } from "socket.io-client";
import {
  type ChangeBatch,
  type ClientEvents,
  type PresenceLocation,
  type ServerEvents,
  type SubscribeAck,
  socketErrors,
} from "../../shared/wire.ts";
import { loadSocketClient } from "../api/importWithRetry.ts";
import { readToken } from "../api/token.ts";
import { store } from "../hooks/store.ts";

type ClientSocket = Socket<ServerEvents, ClientEvents>;
type ResolveSubscription = (watching: Promise<SubscribeAck | undefined> | undefined) => void;

export type Connection =
  | { kind: "live"; since: number }
  | { kind: "reconnecting"; since: number }
  | { kind: "offline"; since: number }
  /** Not let in, as the person has as many windows open as anybody may. */
  | { kind: "crowded"; since: number };

/** Whether what is on the screen is live. */
export const connectionAtom = atom<Connection>({ kind: "reconnecting", since: Date.now() });

interface ServerEventHandlers {
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
  unauthorized: () => void;
  /** A line without a past: whatever was read before must be read again. */
  restarted: () => void;
  /** The line goes on where it broke; the changes missed come by themselves. */
  resumed: () => void;
}

const offlineAfterMs = 8_000;
const subscriptionWaitMs = 1_500;
/** How long to wait before coming again to a server that has refused, the first time and each time after. */
const retryDelaysMs = [0, 500, 1_000, 2_000, 5_000, 10_000] as const;
const tooManyWindowsRetryMs = 20_000;
/** A line that held for so long was not refused. */
const stableConnectionMs = 10_000;
let socket: ClientSocket | undefined;
/** Counts openings and closings: what was begun for an earlier one comes to nothing. */
let generation = 0;
let handlers: ServerEventHandlers | undefined;
/** Up to here this window has heard everything that it follows. */
let cursor: string | undefined;
let subscribedResources: readonly string[] = [];
let location: PresenceLocation | undefined;
let subscription: Promise<SubscribeAck | undefined> = Promise.resolve(undefined);
/** Somebody read without waiting for the line any longer, so that what happened meanwhile may be missing. */
let hasUnsubscribedReads = false;

/** Who is to be told what comes over the line; set once at the start. */
export function onServerEvents(to: ServerEventHandlers): void {
  handlers = to;
}

/** Opens the line for the session of the kept token, in place of any other. */
export function openConnection(): void {
  closeConnection();
  const mine = generation;
  let answerFirst: ResolveSubscription = () => undefined;
  subscription = new Promise((resolve) => {
    answerFirst = resolve;
    setTimeout(() => {
      hasUnsubscribedReads ||= generation === mine && !socket?.connected;
      resolve(undefined);
    }, subscriptionWaitMs);
  });
  void loadSocketClient().then((open) => {
    if (generation === mine) connectSocket(open, answerFirst);
  });
}

function connectSocket(open: typeof io, answerFirst: ResolveSubscription): void {
  let shown: string | null = null;
  let refusals = 0;
  const opened: ClientSocket = open({
    auth: (give) => {
      shown = readToken();
      give({ token: shown ?? "", ...(cursor ? { cursor } : {}) });
    },
    transports: ["websocket", "polling"],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  });
  socket = opened;
  opened.on("connect", () => {
    store.set(connectionAtom, { kind: "live", since: Date.now() });
    const resumes = cursor !== undefined;
    subscription = sendWatch(opened, resumes);
    answerFirst(subscription);
    if (location) opened.emit("presence", location);
    if (resumes) handlers?.resumed();
    else if (hasUnsubscribedReads) handlers?.restarted();
    hasUnsubscribedReads = false;
  });
  opened.on("disconnect", (reason) => {
    const { kind, since } = store.get(connectionAtom);
    if (kind === "live" && Date.now() - since > stableConnectionMs) refusals = 0;
    markDisconnected();
    // After a word from the server the client library stays silent by design; an ended session is then refused.
    if (reason === "io server disconnect") comeAgain();
  });
  opened.on("connect_error", ({ message }) => {
    // Another window may have put a better one in the place of the token refused.
    if (message === socketErrors.unauthorized && readToken() === shown) return void handlers?.unauthorized();
    if (message === socketErrors.tooMany) {
      store.set(connectionAtom, { kind: "crowded", since: Date.now() });
      return comeAgain(tooManyWindowsRetryMs);
    }
    markDisconnected();
    if (!opened.active) comeAgain();
  });
  opened.on("session", (session) => handlers?.session(session));
  opened.on("dashboard", (board) => handlers?.dashboard(board));
  opened.on("wall", (wall) => handlers?.wall(wall));
  opened.on("activity", () => handlers?.activity());
  opened.on("mail", (progress) => handlers?.mail(progress));
  opened.on("import", (progress) => handlers?.import(progress));
  opened.on("resync", (what) => handlers?.resync(what));
  opened.on("presence", (presence) => handlers?.presence(presence));
  opened.on("changes", (changes: ChangeBatch) => {
    cursor = changes.cursor;
    handlers?.changes(changes);
  });

  /** Later each time, so that a server that goes on refusing is not stormed. */
  function comeAgain(ms: number = retryDelaysMs[Math.min(refusals++, retryDelaysMs.length - 1)] ?? 0): void {
    setTimeout(() => {
      if (socket === opened && !opened.connected) opened.connect();
    }, ms);
  }
}

export function closeConnection(): void {
  socket?.close();
  socket = undefined;
  generation++;
  cursor = undefined;
  store.set(connectionAtom, { kind: "reconnecting", since: Date.now() });
}

/** Follows these resources from now on, in place of those before. */
export function subscribe(resources: readonly string[]): void {
  subscribedResources = resources;
  if (socket?.connected) subscription = sendWatch(socket, false);
}

/** Where this window is, until told otherwise; the server hears of it as soon as there is a line. */
export function setLocation(place: PresenceLocation): void {
  location = place;
  if (socket?.connected) socket.emit("presence", place);
}

/** Resolves when the server confirms what is followed, or with nothing when there is no line. */
export function waitForSubscription(): Promise<SubscribeAck | undefined> {
  return subscription;
}

/** How long the way to the server and back over the line takes, in milliseconds: what is followed is asked for once more. Undefined without a line. */
export async function measureRoundTrip(): Promise<number | undefined> {
  if (!socket?.connected) return undefined;
  const sent = performance.now();
  subscription = sendWatch(socket, false);
  return (await subscription) ? performance.now() - sent : undefined;
}

/** `resumes`: what was missed is still to come, so the answer's cursor is not yet reached. */
async function sendWatch(on: ClientSocket, resumes: boolean): Promise<SubscribeAck | undefined> {
  try {
    const watching = await on.timeout(5_000).emitWithAck("watch", [...subscribedResources]);
    if (!resumes && (cursor === undefined || watching.cursor > cursor)) cursor = watching.cursor;
    return watching;
  } catch {
    hasUnsubscribedReads ||= socket === on && cursor === undefined;
    return undefined;
  }
}

function markDisconnected(): void {
  const { kind } = store.get(connectionAtom);
  if (kind !== "live" && kind !== "crowded") return;
  const since = Date.now();
  store.set(connectionAtom, { kind: "reconnecting", since });
  setTimeout(() => {
    const now = store.get(connectionAtom);
    if (now.kind === "reconnecting" && now.since === since) store.set(connectionAtom, { kind: "offline", since });
  }, offlineAfterMs);
}
