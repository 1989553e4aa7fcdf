import { setTimeout as pause } from "node:timers/promises";
import type { Server, Socket } from "socket.io";
import { z } from "zod";
import {
  type ClientEvents,
  type ServerEvents,
  type Session,
  type SubscribeAck,
  socketErrors,
} from "../../shared/wire.ts";
import type { Identity, PermissionCache } from "../access/permission-cache.ts";
import type { Log } from "../log.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { EnrichedCommit } from "./commit-enricher.ts";
import type { Presence } from "./presence.ts";

type NoEvents = Record<string, never>;
type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>;
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>;

interface SocketState {
  sessionId: number;
  userId: number;
  expires: Date;
  /** The socket authenticated with the session's latest token, so renewing the session extends the socket. */
  isLatestToken: boolean;
  expiryTimer: NodeJS.Timeout | undefined;
  /** The last commit that the client received before it connected. Used by the first `watch`. */
  cursor: string | undefined;
  requested: readonly string[];
  subscribed: ReadonlySet<string>;
  room: string | undefined;
  /** The session that was last sent to the client. */
  lastSession: Session | undefined;
  visibleRows: string;
}

interface SocketServerOptions {
  io: SocketServer;
  permissionCache: PermissionCache;
  broadcaster: Broadcaster;
  presence: Presence;
  log: Log;
  now: () => Date;
  readHistory: (range: { cursor: string; until: string }) => Promise<EnrichedCommit[]>;
}

/** Limits the damage of a faulty client; nobody needs as many browser tabs. */
const maxSocketsPerUser = 50;

/** Max time that a server lags behind another one. */
const maxServerLagMs = 1_000;
const lagPollIntervalMs = 20;

/** The longest delay of setTimeout. */
const maxTimeoutMs = 2 ** 31 - 1;

const handshakeSchema = z.object({
  token: z.string().max(4096),
  cursor: z
    .string()
    .max(512)
    .regex(/^[0-9A-Fa-f]+$/)
    .optional()
    .catch("0"),
});
const watchSchema = z.array(z.string().max(64)).max(64);

/** Authenticates sockets, handles their subscriptions and re-authorizes them when permissions change. */
export function openSocketServer({
  io,
  permissionCache,
  broadcaster,
  presence,
  log,
  now,
  readHistory,
}: SocketServerOptions): {
  reauthorizeSockets: () => void;
} {
  io.use((socket, next) => {
    const state = createSocketState(permissionCache, socket.handshake.auth);
    if (!state) return next(new Error(socketErrors.unauthorized));
    if (countSockets(state.userId) >= maxSocketsPerUser) return next(new Error(socketErrors.tooMany));
    socket.data = state;
    next();
  });
  io.on("connection", (socket) => {
    const { data: state } = socket;
    disconnectAtExpiry(socket, state.expires.getTime() - now().getTime());
    socket.on("disconnect", () => {
      clearTimeout(state.expiryTimer);
      presence.remove(socket);
      if (state.room) broadcaster.removeIfEmpty(state.room);
    });
    socket.on("presence", (location) => presence.update(socket, location));
    socket.on("watch", (resources, ack) => {
      watch(socket, resources, ack).catch((err: unknown) => {
        log.error({ err }, "watch failed");
        socket.disconnect(true);
      });
    });
    const identity = permissionCache.identify(state.sessionId);
    if (!identity) return void socket.disconnect(true);
    sendSession(socket, identity);
  });

  /** Disconnects when the token expires, unless its session has been renewed. */
  function disconnectAtExpiry(socket: ClientSocket, ms: number): void {
    const { data: state } = socket;
    const wait = Math.min(ms, maxTimeoutMs);
    state.expiryTimer = setTimeout(() => {
      const end = state.isLatestToken ? permissionCache.sessionExpiry(state.sessionId) : undefined;
      const remaining = ms - wait + (end ? Math.max(0, end.getTime() - state.expires.getTime()) : 0);
      if (remaining <= 0) return void socket.disconnect(true);
      state.expires = end ?? state.expires;
      disconnectAtExpiry(socket, remaining);
    }, wait);
  }

  function countSockets(userId: number): number {
    let count = 0;
    for (const { data } of io.of("/").sockets.values()) if (data.userId === userId) count++;
    return count;
  }

  async function watch(socket: ClientSocket, resources: unknown, ack: unknown): Promise<void> {
    const parsed = watchSchema.safeParse(resources);
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!parsed.success || typeof ack !== "function" || !identity) return void socket.disconnect(true);
    const { data: state } = socket;
    state.requested = parsed.data;
    const cursor = state.cursor;
    state.cursor = undefined;
    joinGroup(socket, identity);
    const watching: SubscribeAck = {
      watching: [...state.subscribed],
      denied: parsed.data.filter((name) => !state.subscribed.has(name)),
      cursor: broadcaster.cursor,
    };
    ack(watching);
    if (cursor !== undefined) await catchUp(socket, cursor);
  }

  /** Moves the socket to the room of its subscriber group. */
  function joinGroup(socket: ClientSocket, { viewer }: Identity): void {
    const { data: state } = socket;
    state.subscribed = broadcaster.allowedResources(viewer, state.requested);
    const { room } = broadcaster.groupFor(viewer, state.subscribed);
    if (room === state.room) return;
    void socket.join(room);
    const old = state.room;
    state.room = room;
    if (old === undefined) return;
    void socket.leave(old);
    broadcaster.removeIfEmpty(old);
  }

  /** Sends the commits after `cursor`, each once and in order, or a `resync` if they are not available. */
  async function catchUp(socket: ClientSocket, cursor: string): Promise<void> {
    const ahead = broadcaster.isAhead(cursor);
    const retained = ahead ? undefined : broadcaster.commitsSince(cursor);
    if (retained) return sendMissed(socket, retained);
    const { room } = socket.data;
    if (room === undefined) return;
    // The socket leaves its room, so that new commits do not arrive before the missed ones.
    void socket.leave(room);
    const until = ahead ? cursor : broadcaster.cursor;
    const missed = await (ahead ? waitForCursor(cursor) : readHistory({ cursor, until })).catch(() => undefined);
    if (!socket.connected) return;
    // The subscription has changed while waiting, so newer commits may have been sent already.
    if (socket.data.room !== room) return void socket.emit("resync", { resources: [...socket.data.subscribed] });
    void socket.join(room);
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!identity) return void socket.disconnect(true);
    broadcaster.groupFor(identity.viewer, socket.data.subscribed);
    const since = broadcaster.commitsSince(until);
    if (!missed || !since) return void socket.emit("resync", { resources: [...socket.data.subscribed] });
    sendMissed(socket, [...missed, ...since]);
  }

  /** Waits until this server has reached the cursor of the client's previous server; then nothing is missed. */
  async function waitForCursor(cursor: string): Promise<EnrichedCommit[] | undefined> {
    for (let waited = 0; broadcaster.isAhead(cursor); waited += lagPollIntervalMs) {
      if (waited >= maxServerLagMs) return undefined;
      await pause(lagPollIntervalMs);
    }
    return [];
  }

  function sendMissed(socket: ClientSocket, commits: readonly EnrichedCommit[]): void {
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!identity || commits.length === 0) return;
    const group = broadcaster.groupFor(identity.viewer, socket.data.subscribed);
    // The commits do not contain rows that merely became visible to this user.
    if (commits.some(({ changes }) => changes.some((change) => permissionCache.widensAccess(change, identity.viewer))))
      return void socket.emit("resync", { resources: [...group.resources] });
    broadcaster.sendMissed(group, { room: socket.id, commits });
  }

  function sendSession(socket: ClientSocket, { session, viewer }: Identity): void {
    socket.data.lastSession = session;
    socket.data.visibleRows = visibleRowsKey(viewer);
    socket.emit("session", session);
  }

  /** After a change of permissions: sends each user the new session and updates the subscriptions. */
  function reauthorizeSockets(): void {
    broadcaster.flush();
    presence.scheduleBroadcast();
    for (const socket of io.of("/").sockets.values()) {
      const { data: state } = socket;
      const identity = permissionCache.identify(state.sessionId);
      if (!identity) {
        socket.disconnect(true);
        continue;
      }
      if (identity.session === state.lastSession && visibleRowsKey(identity.viewer) === state.visibleRows) continue;
      const before = state.subscribed;
      const rowsChanged = visibleRowsKey(identity.viewer) !== state.visibleRows;
      joinGroup(socket, identity);
      sendSession(socket, identity);
      const gained = [...state.subscribed].filter((name) => rowsChanged || !before.has(name));
      if (gained.length > 0) socket.emit("resync", { resources: gained });
    }
  }

  return { reauthorizeSockets };
}

function createSocketState(permissionCache: PermissionCache, auth: unknown): SocketState | undefined {
  const parsed = handshakeSchema.safeParse(auth);
  if (!parsed.success) return undefined;
  const token = permissionCache.readToken(parsed.data.token);
  const identity = token && permissionCache.identify(token.sessionId);
  if (!token || !identity) return undefined;
  const { sessionId, expires } = token;
  return {
    sessionId,
    userId: identity.viewer.UserID,
    expires,
    isLatestToken: permissionCache.sessionExpiry(sessionId)?.getTime() === expires.getTime(),
    expiryTimer: undefined,
    cursor: parsed.data.cursor,
    requested: [],
    subscribed: new Set(),
    room: undefined,
    lastSession: undefined,
    visibleRows: "",
  };
}

function visibleRowsKey({ scope, plots }: Identity["viewer"]): string {
  return scope === "all" ? "all" : [...plots].sort((a, b) => a - b).join(",");
}
