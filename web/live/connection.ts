import { atom, useAtomValue } from "jotai";
import type { io, Socket } from "socket.io-client";
import {
  type ChangeBatch,
  type ClientEvents,
  type CommitBatch,
  type PresenceLocation,
  type ServerEvents,
  socketErrors,
  toChangeBatch,
  type WatchAck,
} from "../../shared/wire.ts";
import { readToken } from "../api/token.ts";
import { serverNow } from "../hooks/serverClock.ts";
import { store } from "../hooks/store.ts";
import { loadSocketClient } from "./loadSocketClient.ts";

type ClientSocket = Socket<ServerEvents, ClientEvents>;
type ResolveSubscription = (ack: Promise<WatchAck | undefined> | undefined) => void;

export type ConnectionState =
  | { kind: "live"; since: number }
  | { kind: "reconnecting"; since: number }
  | { kind: "offline"; since: number }
  /** The server has refused the connection, because the user has the maximum number open. */
  | { kind: "tooManyWindows"; since: number };

export const connectionAtom = atom<ConnectionState>({ kind: "reconnecting", since: serverNow().getTime() });

/** The state of this window's connection, and the time when it began, in ms since 1970 by the server's clock. */
export function useConnectionState(): ConnectionState {
  return useAtomValue(connectionAtom, { store });
}

interface ServerEventHandlers extends Omit<ServerEvents, "changes"> {
  changes: (changes: ChangeBatch) => void;
  /** The token is no longer valid. */
  unauthorized: () => void;
  /** Connected without a cursor after data was read without a subscription: that data must be loaded again. */
  connectedAfterReadsWithoutSubscription: () => void;
  /** Reconnected at the cursor: the server sends the missed changes. */
  connectionResumed: () => void;
}

const offlineAfterMs = 8_000;
/** Reads wait this long for the connection; then they start without a subscription. */
const subscriptionWaitMs = 1_500;
/** Delays before connecting again after the server has refused or closed a connection, by the number of retries. */
const retryDelaysMs = [0, 500, 1_000, 2_000, 5_000, 10_000] as const;
const reconnectAfterOfflineMs = 3_000;
const tooManyWindowsRetryMs = 20_000;
/** A connection open for this long resets the number of retries. */
const stableConnectionMs = 10_000;
let socket: ClientSocket | undefined;
/** Incremented whenever a connection is closed; callbacks of an earlier connection do nothing. */
let generation = 0;
let handlers: ServerEventHandlers | undefined;
/** The position up to which this window has all changes; undefined before the first subscription. */
let cursor: string | undefined;
/** Whether changes that were missed before a reconnect may still have to arrive, so that the cursor must not pass them. */
let isCatchingUp = false;
let subscribedResources: readonly string[] = [];
let publishedLocation: PresenceLocation | undefined;
/** The confirmation of the latest subscription; undefined if the server did not confirm it. */
let subscription: Promise<WatchAck | undefined> = Promise.resolve(undefined);
/** Data was read before a subscription was confirmed and may miss changes; it is read again after connecting. */
let hasReadsWithoutSubscription = false;

/** Sets the handlers of all server events, and starts to follow the browser's network state; called once. */
export function setServerEventHandlers(newHandlers: ServerEventHandlers): void {
  handlers = newHandlers;
  followNetwork();
}

/** Opens a connection with the stored token and closes the previous one. */
export function openConnection(): void {
  closeConnection();
  markReconnecting();
  const ownGeneration = generation;
  let resolveSubscription: ResolveSubscription = () => undefined;
  subscription = new Promise((resolve) => {
    resolveSubscription = resolve;
    setTimeout(() => {
      hasReadsWithoutSubscription ||= generation === ownGeneration && !socket?.connected;
      resolve(undefined);
    }, subscriptionWaitMs);
  });
  void loadSocketClient().then((createSocket) => {
    if (generation === ownGeneration) connectSocket(createSocket, resolveSubscription);
  });
}

function connectSocket(createSocket: typeof io, resolveSubscription: ResolveSubscription): void {
  let sentToken: string | null = null;
  let retryCount = 0;
  const newSocket: ClientSocket = createSocket({
    auth: (send) => {
      sentToken = readToken();
      send({ token: sentToken ?? "", protocol: 2, ...(cursor ? { cursor } : {}) });
    },
    transports: ["websocket", "polling"],
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  });
  socket = newSocket;
  newSocket.on("connect", () => {
    store.set(connectionAtom, { kind: "live", since: serverNow().getTime() });
    isCatchingUp = cursor !== undefined;
    subscription = sendSubscription(newSocket);
    resolveSubscription(subscription);
    if (publishedLocation) newSocket.emit("presence", publishedLocation);
    if (isCatchingUp) handlers?.connectionResumed();
    else if (hasReadsWithoutSubscription) handlers?.connectedAfterReadsWithoutSubscription();
    hasReadsWithoutSubscription = false;
  });
  newSocket.on("disconnect", (reason) => {
    const { kind, since } = store.get(connectionAtom);
    if (kind === "live" && serverNow().getTime() - since > stableConnectionMs) retryCount = 0;
    markDisconnected();
    // Socket.IO does not reconnect by itself then. If the session has ended, the server refuses the retry as
    // unauthorized.
    if (reason === "io server disconnect") retryLater();
  });
  newSocket.on("connect_error", ({ message }) => {
    // If another window has stored a new token since, the retry sends that one.
    if (message === socketErrors.unauthorized && readToken() === sentToken) return void handlers?.unauthorized();
    if (message === socketErrors.tooMany) {
      store.set(connectionAtom, { kind: "tooManyWindows", since: lostSince() });
      return retryLater(tooManyWindowsRetryMs);
    }
    markDisconnected();
    if (!newSocket.active) retryLater();
  });
  newSocket.on("session", (session) => handlers?.session(session));
  newSocket.on("dashboard", (dashboard) => handlers?.dashboard(dashboard));
  newSocket.on("wall", (displayData) => handlers?.wall(displayData));
  newSocket.on("activity", () => handlers?.activity());
  newSocket.on("mail", (progress) => handlers?.mail(progress));
  newSocket.on("import", (progress) => handlers?.import(progress));
  newSocket.on("resync", (resync) => handlers?.resync(resync));
  newSocket.on("presence", (presence) => handlers?.presence(presence));
  // The first event has all missed changes; it is empty if this window sees none of them, or after their `resync`.
  newSocket.on("changes", (batch: CommitBatch) => {
    isCatchingUp = false;
    cursor = batch.cursor;
    handlers?.changes(toChangeBatch(batch));
  });

  /** Waits longer each time unless a delay is given. */
  function retryLater(delayMs: number = retryDelaysMs[Math.min(retryCount++, retryDelaysMs.length - 1)] ?? 0): void {
    setTimeout(() => {
      if (socket === newSocket) reconnect();
    }, delayMs);
  }
}

/** Closes the connection and forgets its cursor, so that the next one does not resume. */
export function closeConnection(): void {
  socket?.close();
  socket = undefined;
  generation++;
  cursor = undefined;
  store.set(connectionAtom, { kind: "reconnecting", since: serverNow().getTime() });
}

/** Replaces the subscribed resources and topics. */
export function subscribe(resources: readonly string[]): void {
  subscribedResources = resources;
  if (socket?.connected) subscription = sendSubscription(socket);
}

/** Publishes the page that this window shows, now or as soon as it is connected. */
export function setLocation(newLocation: PresenceLocation): void {
  publishedLocation = newLocation;
  if (socket?.connected) socket.emit("presence", newLocation);
}

/** Resolves to the confirmation of the latest subscription; to undefined if the server did not confirm it. */
export async function waitForSubscription(): Promise<WatchAck | undefined> {
  // The cache calls subscribe() in a microtask. One microtask later, `subscription` includes the caller's resources.
  await Promise.resolve();
  return subscription;
}

/** Sends the subscription again. Returns the time in ms until the server confirms it; undefined if it does not. */
export async function measureRoundTrip(): Promise<number | undefined> {
  if (!socket?.connected) return undefined;
  const sentAt = performance.now();
  subscription = sendSubscription(socket);
  return (await subscription) ? performance.now() - sentAt : undefined;
}

async function sendSubscription(target: ClientSocket): Promise<WatchAck | undefined> {
  try {
    const ack = await target.timeout(5_000).emitWithAck("watch", [...subscribedResources]);
    // Then no changes were missed.
    if (ack.cursor === cursor) isCatchingUp = false;
    if (!isCatchingUp && (cursor === undefined || ack.cursor > cursor)) cursor = ack.cursor;
    return ack;
  } catch {
    hasReadsWithoutSubscription ||= socket === target && cursor === undefined;
    return undefined;
  }
}

/**
 * The browser knows at once that the network is gone; the socket notices it only when a ping gets no reply. The socket
 * tries to connect in any case, because browsers do not always report that the network is back.
 */
function followNetwork(): void {
  window.addEventListener("offline", () => {
    if (!socket) return;
    const since = lostSince();
    socket.disconnect();
    store.set(connectionAtom, { kind: "offline", since });
    setTimeout(reconnect, reconnectAfterOfflineMs);
  });
  window.addEventListener("online", reconnect);
}

/**
 * Connects now instead of at the next attempt. Does nothing during a handshake, because a second handshake on a
 * connection makes the server close it.
 */
function reconnect(): void {
  if (socket && (!socket.active || socket.io.engine.readyState === "closed")) socket.disconnect().connect();
}

function markDisconnected(): void {
  const { kind } = store.get(connectionAtom);
  if (kind === "live" || kind === "tooManyWindows") markReconnecting(lostSince());
}

/** When the connection was lost: now if it is live, and the same time during all retries. */
function lostSince(): number {
  const { kind, since } = store.get(connectionAtom);
  return kind === "live" ? serverNow().getTime() : since;
}

/** Shows the window as offline if it is not connected soon. */
function markReconnecting(since = serverNow().getTime()): void {
  store.set(connectionAtom, { kind: "reconnecting", since });
  setTimeout(() => {
    const current = store.get(connectionAtom);
    if (current.kind === "reconnecting" && current.since === since)
      store.set(connectionAtom, { kind: "offline", since });
  }, offlineAfterMs);
}
