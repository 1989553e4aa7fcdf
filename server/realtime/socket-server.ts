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
import type { Access, Identity } from "../access/identity.ts";
import type { Log } from "../log.ts";
import type { Broadcaster, EnrichedCommit } from "./broadcaster.ts";
import type { Presence } from "./presence.ts";

type NoEvents = Record<string, never>;
type ClientSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketState>;
export type SocketServer = Server<ClientEvents, ServerEvents, NoEvents, SocketState>;

/** What the server keeps of one open socket. */
interface SocketState {
  sessionId: number;
  userId: number;
  expires: Date;
  /** The token was its session's latest, so that a renewal of the session is one of this socket too. */
  isLatestToken: boolean;
  expiryTimer: NodeJS.Timeout | undefined;
  /** The place up to which the client had heard everything before it came; spent by the first watch. */
  cursor: string | undefined;
  requested: readonly string[];
  subscribed: ReadonlySet<string>;
  room: string | undefined;
  /** What the client was last told of itself. */
  lastSession: Session | undefined;
  visibleRows: string;
}

interface SocketServerOptions {
  io: SocketServer;
  access: Access;
  broadcaster: Broadcaster;
  presence: Presence;
  log: Log;
  now: () => Date;
  readHistory: (from: { cursor: string; until: string }) => Promise<EnrichedCommit[]>;
}

/** As many windows as anybody looks at; what is more may be a client that has lost count. */
const maxSocketsPerUser = 10;

/** Two servers of the same books are no further apart than this. */
const maxServerLagMs = 1_000;
const lagPollIntervalMs = 20;

/** No timer waits longer. */
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

/** Opens the live door: who comes in, what they follow, and what happens to them when their rights change. */
export function openSocketServer({ io, access, broadcaster, presence, log, now, readHistory }: SocketServerOptions): {
  reauthorizeSockets: () => void;
} {
  io.use((socket, next) => {
    const seat = createSocketState(access, socket.handshake.auth);
    if (!seat) return next(new Error(socketErrors.unauthorized));
    if (countSockets(seat.userId) >= maxSocketsPerUser) return next(new Error(socketErrors.tooMany));
    socket.data = seat;
    next();
  });
  io.on("connection", (socket) => {
    const { data: seat } = socket;
    disconnectAtExpiry(socket, seat.expires.getTime() - now().getTime());
    socket.on("disconnect", () => {
      clearTimeout(seat.expiryTimer);
      presence.remove(socket);
      if (seat.room) broadcaster.removeIfEmpty(seat.room);
    });
    socket.on("presence", (whereabouts) => presence.update(socket, whereabouts));
    socket.on("watch", (resources, ack) => {
      watch(socket, resources, ack).catch((err: unknown) => {
        log.error({ err }, "watch failed");
        socket.disconnect(true);
      });
    });
    const identity = access.identify(seat.sessionId);
    if (!identity) return void socket.disconnect(true);
    sendSession(socket, identity);
  });

  /** The token's end is the socket's, unless the session has been renewed meanwhile. */
  function disconnectAtExpiry(socket: ClientSocket, ms: number): void {
    const { data: seat } = socket;
    const wait = Math.min(ms, maxTimeoutMs);
    seat.expiryTimer = setTimeout(() => {
      const end = seat.isLatestToken ? access.sessionExpiry(seat.sessionId) : undefined;
      const more = ms - wait + (end ? Math.max(0, end.getTime() - seat.expires.getTime()) : 0);
      if (more <= 0) return void socket.disconnect(true);
      seat.expires = end ?? seat.expires;
      disconnectAtExpiry(socket, more);
    }, wait);
  }

  function countSockets(userId: number): number {
    let count = 0;
    for (const { data } of io.of("/").sockets.values()) if (data.userId === userId) count++;
    return count;
  }

  async function watch(socket: ClientSocket, resources: unknown, ack: unknown): Promise<void> {
    const names = watchSchema.safeParse(resources);
    const identity = access.identify(socket.data.sessionId);
    if (!names.success || typeof ack !== "function" || !identity) return void socket.disconnect(true);
    const { data: seat } = socket;
    seat.requested = names.data;
    const from = seat.cursor;
    seat.cursor = undefined;
    joinGroup(socket, identity);
    const watching: SubscribeAck = {
      watching: [...seat.subscribed],
      denied: names.data.filter((name) => !seat.subscribed.has(name)),
      cursor: broadcaster.cursor,
    };
    ack(watching);
    if (from !== undefined) await catchUp(socket, from);
  }

  /** Puts the socket into the room of those who hear what it may hear now. */
  function joinGroup(socket: ClientSocket, { viewer }: Identity): void {
    const { data: seat } = socket;
    seat.subscribed = broadcaster.allowedResources(viewer, seat.requested);
    const { room } = broadcaster.groupFor(viewer, seat.subscribed);
    if (room === seat.room) return;
    void socket.join(room);
    const old = seat.room;
    seat.room = room;
    if (old === undefined) return;
    void socket.leave(old);
    broadcaster.removeIfEmpty(old);
  }

  /** Tells everything missed since `cursor`, in order and once; where that cannot be had the client is told to read again. */
  async function catchUp(socket: ClientSocket, cursor: string): Promise<void> {
    const ahead = broadcaster.isAhead(cursor);
    const remembered = ahead ? undefined : broadcaster.commitsSince(cursor);
    if (remembered) return sendMissed(socket, remembered);
    const { room } = socket.data;
    if (room === undefined) return;
    // Until the past is told nothing new may reach the client, so it waits outside its room.
    void socket.leave(room);
    const until = ahead ? cursor : broadcaster.cursor;
    const past = await (ahead ? waitForCursor(cursor) : readHistory({ cursor, until })).catch(() => undefined);
    if (!socket.connected) return;
    // It follows something else meanwhile, and the past cannot be told after the present.
    if (socket.data.room !== room) return void socket.emit("resync", { resources: [...socket.data.subscribed] });
    void socket.join(room);
    const identity = access.identify(socket.data.sessionId);
    if (!identity) return void socket.disconnect(true);
    broadcaster.groupFor(identity.viewer, socket.data.subscribed);
    const since = broadcaster.commitsSince(until);
    if (!past || !since) return void socket.emit("resync", { resources: [...socket.data.subscribed] });
    sendMissed(socket, [...past, ...since]);
  }

  /** The server that the client was at before may have been a moment earlier; resolves with nothing missed once this one is as far. */
  async function waitForCursor(cursor: string): Promise<EnrichedCommit[] | undefined> {
    for (let waited = 0; broadcaster.isAhead(cursor); waited += lagPollIntervalMs) {
      if (waited >= maxServerLagMs) return undefined;
      await pause(lagPollIntervalMs);
    }
    return [];
  }

  function sendMissed(socket: ClientSocket, commits: readonly EnrichedCommit[]): void {
    const identity = access.identify(socket.data.sessionId);
    if (!identity || commits.length === 0) return;
    const audience = broadcaster.groupFor(identity.viewer, socket.data.subscribed);
    // What it did not have before is not told as changes.
    if (commits.some(({ changes }) => changes.some((change) => access.widensAccess(change, identity.viewer))))
      return void socket.emit("resync", { resources: [...audience.resources] });
    broadcaster.sendMissed(audience, { room: socket.id, commits });
  }

  function sendSession(socket: ClientSocket, { session, viewer }: Identity): void {
    socket.data.lastSession = session;
    socket.data.visibleRows = visibleRowsKey(viewer);
    socket.emit("session", session);
  }

  /** After rights have changed: everybody hears of their own, leaves what is no longer theirs and is given what is new. */
  function reauthorizeSockets(): void {
    broadcaster.flush();
    presence.scheduleBroadcast();
    for (const socket of io.of("/").sockets.values()) {
      const { data: seat } = socket;
      const identity = access.identify(seat.sessionId);
      if (!identity) {
        socket.disconnect(true);
        continue;
      }
      if (identity.session === seat.lastSession && visibleRowsKey(identity.viewer) === seat.visibleRows) continue;
      const before = seat.subscribed;
      const otherRows = visibleRowsKey(identity.viewer) !== seat.visibleRows;
      joinGroup(socket, identity);
      sendSession(socket, identity);
      const gained = [...seat.subscribed].filter((name) => otherRows || !before.has(name));
      if (gained.length > 0) socket.emit("resync", { resources: gained });
    }
  }

  return { reauthorizeSockets };
}

function createSocketState(access: Access, auth: unknown): SocketState | undefined {
  const given = handshakeSchema.safeParse(auth);
  if (!given.success) return undefined;
  const token = access.readToken(given.data.token);
  const identity = token && access.identify(token.sessionId);
  if (!token || !identity) return undefined;
  const { sessionId, expires } = token;
  return {
    sessionId,
    userId: identity.viewer.UserID,
    expires,
    isLatestToken: access.sessionExpiry(sessionId)?.getTime() === expires.getTime(),
    expiryTimer: undefined,
    cursor: given.data.cursor,
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
