import { setTimeout as pause } from "node:timers/promises";
import type { Server, Socket } from "socket.io";
import { z } from "zod";
import {
  type ClientEvents,
  type Protocol,
  type ServerEvents,
  type Session,
  socketErrors,
  type WatchAck,
} from "../../shared/wire.ts";
import type { Identity, PermissionCache } from "../access/permission-cache.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { Log } from "../log.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ChangeSerializer } from "./change-serializer.ts";
import type { EnrichedCommit } from "./commit-enricher.ts";
import type { HistoryReader } from "./history-reader.ts";
import type { Presence } from "./presence.ts";

type NoEvents = Record<string, never>;
type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>;
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>;

interface SocketState {
  /** SessionID, or the negative DisplayID of a display. */
  sessionId: number;
  userId: number;
  /** When the token of the socket expires. */
  expires: Date;
  /** The socket authenticated with the session's latest token, so it stays connected when the session is renewed. */
  isLatestToken: boolean;
  expiryTimer: NodeJS.Timeout | undefined;
  /** Cursor of the last commit that the client received before it connected. Used by the first `watch`. */
  cursor: string | undefined;
  protocol: Protocol;
  /** The resources and live queries that the client requested. */
  requested: readonly string[];
  /** The requested ones that the user may see. */
  subscribed: ReadonlySet<string>;
  /** The room of its subscriber group; undefined before the first `watch`. */
  room: string | undefined;
  /** The socket is not in its room until it has got the commits that it missed. */
  isCatchingUp: boolean;
  /** The session that was last sent to the client. */
  lastSession: Session | undefined;
  /** The `visibilityKey` of the session that was last sent. */
  lastVisibility: string;
}

interface SocketServerOptions {
  io: SocketServer;
  permissionCache: PermissionCache;
  changeStream: Pick<ChangeStream, "waitForOwnCommits">;
  broadcaster: Broadcaster;
  serializer: ChangeSerializer;
  presence: Presence;
  log: Log;
  now: () => Date;
  historyReader: HistoryReader;
}

/** Limits a faulty client that opens ever more sockets. Users have fewer tabs. */
const maxSocketsPerUser = 50;

/** The maximum time to wait until this server reaches a cursor that another server has sent. */
const maxServerLagMs = 1_000;
const lagPollIntervalMs = 20;

/** The longest delay of setTimeout. */
const maxTimeoutMs = 2 ** 31 - 1;

const handshakeSchema = z.object({
  token: z.string().max(4096),
  cursor: z
    .string()
    .max(512)
    .regex(/^[\w-]+$/)
    .optional()
    // An invalid cursor is treated as earlier than all commits, so that the client reads everything again.
    .catch("0"),
  // Any other value is treated as missing, because earlier releases ignored this field.
  protocol: z.literal(2).optional().catch(undefined),
});
const watchSchema = z.array(z.string().max(64)).max(64);

/** Authenticates sockets, handles their subscriptions and re-authorizes them when permissions change. */
export function attachSocketHandlers({
  io,
  permissionCache,
  changeStream,
  broadcaster,
  serializer,
  presence,
  log,
  now,
  historyReader,
}: SocketServerOptions): {
  reauthorizeSockets: () => void;
} {
  io.use(async (socket, next) => {
    await waitForPermissions();
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
      if (state.room) broadcaster.removeGroupIfEmpty(state.room);
    });
    socket.on("presence", (location) => presence.update(socket, location));
    socket.on("watch", (resources, ack) => {
      watch(socket, resources, ack).catch((err: unknown) => {
        log.error({ err }, "Could not change the subscriptions of a socket");
        socket.disconnect(true);
      });
    });
    const identity = permissionCache.identify(state.sessionId);
    if (!identity) return void socket.disconnect(true);
    sendSession(socket, identity);
  });

  /**
   * Waits until permissions that this server has just changed apply: a socket that connects afterwards gets nothing
   * that was revoked. While the stream is stale all sockets are disconnected anyway.
   */
  async function waitForPermissions(): Promise<void> {
    await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames).catch(() => undefined);
  }

  /** Disconnects when the token expires, unless it was the latest one of a session that has been renewed. */
  function disconnectAtExpiry(socket: ClientSocket, remainingMs: number): void {
    const { data: state } = socket;
    const waitMs = Math.min(remainingMs, maxTimeoutMs);
    state.expiryTimer = setTimeout(() => {
      const sessionExpiry = state.isLatestToken ? permissionCache.sessionExpiry(state.sessionId) : undefined;
      const extensionMs = sessionExpiry ? Math.max(0, sessionExpiry.getTime() - state.expires.getTime()) : 0;
      const newRemainingMs = remainingMs - waitMs + extensionMs;
      if (newRemainingMs <= 0) return void socket.disconnect(true);
      state.expires = sessionExpiry ?? state.expires;
      disconnectAtExpiry(socket, newRemainingMs);
    }, waitMs);
  }

  function countSockets(userId: number): number {
    let count = 0;
    for (const { data } of io.of("/").sockets.values()) if (data.userId === userId) count++;
    return count;
  }

  /** Replaces the subscriptions of the socket. The first call also sends the commits that the client missed. */
  async function watch(socket: ClientSocket, resources: unknown, ack: unknown): Promise<void> {
    const parsed = watchSchema.safeParse(resources);
    await waitForPermissions();
    if (!socket.connected) return;
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!parsed.success || typeof ack !== "function" || !identity) return void socket.disconnect(true);
    const { data: state } = socket;
    state.requested = parsed.data;
    const cursor = state.cursor;
    state.cursor = undefined;
    joinGroup(socket, identity);
    const response: WatchAck = {
      watching: [...state.subscribed],
      denied: parsed.data.filter((name) => !state.subscribed.has(name)),
      cursor: broadcaster.cursor,
    };
    ack(response);
    if (cursor !== undefined) await catchUp(socket, cursor);
  }

  /** Sets what the socket may subscribe to now, and moves it to the room of its subscriber group. */
  function joinGroup(socket: ClientSocket, { viewer }: Identity): void {
    const { data: state } = socket;
    state.subscribed = new Set(state.requested.filter((name) => broadcaster.canSubscribe(viewer, name)));
    const { room } = broadcaster.getOrCreateGroup(viewer, state);
    if (room === state.room) return;
    if (!state.isCatchingUp) void socket.join(room);
    const oldRoom = state.room;
    state.room = room;
    if (oldRoom === undefined) return;
    void socket.leave(oldRoom);
    broadcaster.removeGroupIfEmpty(oldRoom);
  }

  /** Sends the commits after `cursor`, each once and in order, or a `resync` if they are not available. */
  async function catchUp(socket: ClientSocket, cursor: string): Promise<void> {
    const isAhead = broadcaster.isAhead(cursor);
    const retained = isAhead ? undefined : broadcaster.commitsSince(cursor);
    if (retained) return sendMissed(socket, { cursor, commits: retained });
    const { data: state } = socket;
    if (state.room === undefined) return;
    // The socket leaves its room, so that new commits do not arrive before the missed ones.
    state.isCatchingUp = true;
    void socket.leave(state.room);
    const leftAt = broadcaster.cursor;
    const until = isAhead ? cursor : broadcaster.oldestCursor;
    const isConnected = () => socket.connected;
    const missed = await (isAhead ? waitForCursor(cursor) : historyReader.read({ cursor, until }, isConnected)).catch(
      () => undefined,
    );
    if (!socket.connected) return;
    state.isCatchingUp = false;
    void socket.join(state.room);
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!identity) return void socket.disconnect(true);
    // The group is removed if the last socket leaves its room, and this socket was not in it.
    const group = broadcaster.getOrCreateGroup(identity.viewer, state);
    const sentMeanwhile = broadcaster.commitsSince(until);
    if (!missed || !sentMeanwhile) return sendMissed(socket, { cursor, commits: undefined });
    sendMissed(socket, { cursor, commits: [...missed, ...sentMeanwhile] });
    // The client reads the figures of live queries when it connects, and has missed their later events.
    const commits = sentMeanwhile.filter((commit) => commit.cursor > leftAt);
    broadcaster.sendMissedLiveQueries(group, { room: socket.id, commits });
  }

  /**
   * Waits until this server has reached the cursor of the client's previous server. Resolves with the commits that the
   * client has missed: none, or undefined if waiting takes too long.
   */
  async function waitForCursor(cursor: string): Promise<EnrichedCommit[] | undefined> {
    for (let waitedMs = 0; broadcaster.isAhead(cursor); waitedMs += lagPollIntervalMs) {
      if (waitedMs >= maxServerLagMs) return undefined;
      await pause(lagPollIntervalMs);
    }
    return [];
  }

  /**
   * Sends the commits after `cursor`. Sends a `resync` instead if `commits` is undefined or one of them may have
   * widened the user's access.
   */
  function sendMissed(
    socket: ClientSocket,
    { cursor, commits }: { cursor: string; commits: readonly EnrichedCommit[] | undefined },
  ): void {
    const identity = permissionCache.identify(socket.data.sessionId);
    if (!identity) return;
    const group = broadcaster.getOrCreateGroup(identity.viewer, socket.data);
    // A commit that widens the user's access does not contain the rows that become visible.
    const mayWidenAccess = commits?.some(({ changes }) =>
      changes.some((change) => permissionCache.mayWidenAccess(change, identity.viewer)),
    );
    if (!commits || mayWidenAccess) socket.emit("resync", { resources: [...group.subscribed] });
    else if (broadcaster.sendMissed(group, { room: socket.id, commits })) return;
    // An event without changes tells the client that it has caught up.
    const { cursor: newCursor } = broadcaster;
    if (group.protocol === 2 && newCursor > cursor) socket.emit("changes", { cursor: newCursor, changes: [] });
  }

  function sendSession(socket: ClientSocket, { session, viewer }: Identity): void {
    socket.data.lastSession = session;
    socket.data.lastVisibility = serializer.visibilityKey(viewer);
    socket.emit("session", session);
  }

  /**
   * After a change of permissions: disconnects the sockets whose session has ended, and sends the others their new
   * session and updates their subscriptions.
   */
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
      const haveVisibleRowsChanged = serializer.visibilityKey(identity.viewer) !== state.lastVisibility;
      if (identity.session === state.lastSession && !haveVisibleRowsChanged) continue;
      const previouslySubscribed = state.subscribed;
      joinGroup(socket, identity);
      sendSession(socket, identity);
      const gained = [...state.subscribed].filter((name) => haveVisibleRowsChanged || !previouslySubscribed.has(name));
      if (gained.length > 0) socket.emit("resync", { resources: gained });
    }
  }

  return { reauthorizeSockets };
}

/** The initial state of a socket; undefined if its token is invalid. */
function createSocketState(permissionCache: PermissionCache, auth: unknown): SocketState | undefined {
  const parsed = handshakeSchema.safeParse(auth);
  if (!parsed.success) return undefined;
  const identified = permissionCache.identifyToken(parsed.data.token);
  if (!identified) return undefined;
  const { sessionId, expires, identity } = identified;
  return {
    sessionId,
    userId: identity.viewer.UserID,
    expires,
    isLatestToken: permissionCache.sessionExpiry(sessionId)?.getTime() === expires.getTime(),
    expiryTimer: undefined,
    cursor: parsed.data.cursor,
    protocol: parsed.data.protocol ?? 1,
    requested: [],
    subscribed: new Set(),
    room: undefined,
    isCatchingUp: false,
    lastSession: undefined,
    lastVisibility: "",
  };
}
