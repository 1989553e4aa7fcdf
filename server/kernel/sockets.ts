import { setTimeout as pause } from "node:timers/promises";
import type { Server, Socket } from "socket.io";
import { z } from "zod";
import {
  type ClientEvents,
  type ServerEvents,
  type Session,
  socketRefusals,
  type Watching,
} from "../../shared/wire.ts";
import type { Access, Identity } from "./access.ts";
import type { Live, News } from "./live.ts";
import type { Log } from "./log.ts";
import type { Presence } from "./presence.ts";

type NoEvents = Record<string, never>;
type Client = Socket<ClientEvents, ServerEvents, NoEvents, Seat>;
export type Sockets = Server<ClientEvents, ServerEvents, NoEvents, Seat>;

/** What the server keeps of one open socket. */
interface Seat {
  sessionId: number;
  userId: number;
  expires: Date;
  /** The token was its session's latest, so that a renewal of the session is one of this socket too. */
  renews: boolean;
  expiry: NodeJS.Timeout | undefined;
  /** The place up to which the client had heard everything before it came; spent by the first watch. */
  cursor: string | undefined;
  wanted: readonly string[];
  watching: ReadonlySet<string>;
  room: string | undefined;
  /** What the client was last told of itself. */
  told: Session | undefined;
  rows: string;
}

interface SocketParts {
  io: Sockets;
  access: Access;
  live: Live;
  presence: Presence;
  log: Log;
  now: () => Date;
  readHistory: (from: { cursor: string; until: string }) => Promise<News[]>;
}

/** As many windows as anybody looks at; what is more may be a client that has lost count. */
const mostPerUser = 10;

/** Two servers of the same books are no further apart than this. */
const longestBehindMs = 1_000;
const lookAgainMs = 20;

/** No timer waits longer. */
const longestWaitMs = 2 ** 31 - 1;

const handshake = z.object({
  token: z.string().max(4096),
  cursor: z
    .string()
    .max(512)
    .regex(/^[0-9A-Fa-f]+$/)
    .optional()
    .catch("0"),
});
const watchList = z.array(z.string().max(64)).max(64);

/** Opens the live door: who comes in, what they follow, and what happens to them when their rights change. */
export function openSockets({ io, access, live, presence, log, now, readHistory }: SocketParts): {
  reseat: () => void;
} {
  io.use((socket, next) => {
    const seat = seatFor(access, socket.handshake.auth);
    if (!seat) return next(new Error(socketRefusals.unauthorized));
    if (socketsOf(seat.userId) >= mostPerUser) return next(new Error(socketRefusals.tooMany));
    socket.data = seat;
    next();
  });
  io.on("connection", (socket) => {
    const { data: seat } = socket;
    closeAtEnd(socket, seat.expires.getTime() - now().getTime());
    socket.on("disconnect", () => {
      clearTimeout(seat.expiry);
      presence.left(socket);
      if (seat.room) live.left(seat.room);
    });
    socket.on("presence", (whereabouts) => presence.hear(socket, whereabouts));
    socket.on("watch", (resources, ack) => {
      watch(socket, resources, ack).catch((err: unknown) => {
        log.error({ err }, "watch failed");
        socket.disconnect(true);
      });
    });
    const identity = access.identify(seat.sessionId);
    if (!identity) return void socket.disconnect(true);
    introduce(socket, identity);
  });

  /** The token's end is the socket's, unless the session has been renewed meanwhile. */
  function closeAtEnd(socket: Client, ms: number): void {
    const { data: seat } = socket;
    const wait = Math.min(ms, longestWaitMs);
    seat.expiry = setTimeout(() => {
      const end = seat.renews ? access.endOf(seat.sessionId) : undefined;
      const more = ms - wait + (end ? Math.max(0, end.getTime() - seat.expires.getTime()) : 0);
      if (more <= 0) return void socket.disconnect(true);
      seat.expires = end ?? seat.expires;
      closeAtEnd(socket, more);
    }, wait);
  }

  function socketsOf(userId: number): number {
    let count = 0;
    for (const { data } of io.of("/").sockets.values()) if (data.userId === userId) count++;
    return count;
  }

  async function watch(socket: Client, resources: unknown, ack: unknown): Promise<void> {
    const names = watchList.safeParse(resources);
    const identity = access.identify(socket.data.sessionId);
    if (!names.success || typeof ack !== "function" || !identity) return void socket.disconnect(true);
    const { data: seat } = socket;
    seat.wanted = names.data;
    const from = seat.cursor;
    seat.cursor = undefined;
    take(socket, identity);
    const watching: Watching = {
      watching: [...seat.watching],
      denied: names.data.filter((name) => !seat.watching.has(name)),
      cursor: live.cursor,
    };
    ack(watching);
    if (from !== undefined) await catchUp(socket, from);
  }

  /** Puts the socket into the room of those who hear what it may hear now. */
  function take(socket: Client, { viewer }: Identity): void {
    const { data: seat } = socket;
    seat.watching = live.allowed(viewer, seat.wanted);
    const { room } = live.audience(viewer, seat.watching);
    if (room === seat.room) return;
    void socket.join(room);
    const old = seat.room;
    seat.room = room;
    if (old === undefined) return;
    void socket.leave(old);
    live.left(old);
  }

  /** Tells everything missed since `cursor`, in order and once; where that cannot be had the client is told to read again. */
  async function catchUp(socket: Client, cursor: string): Promise<void> {
    const ahead = live.isAhead(cursor);
    const remembered = ahead ? undefined : live.since(cursor);
    if (remembered) return tellMissed(socket, remembered);
    const { room } = socket.data;
    if (room === undefined) return;
    // Until the past is told nothing new may reach the client, so it waits outside its room.
    void socket.leave(room);
    const until = ahead ? cursor : live.cursor;
    const past = await (ahead ? comeTo(cursor) : readHistory({ cursor, until })).catch(() => undefined);
    if (!socket.connected) return;
    // It follows something else meanwhile, and the past cannot be told after the present.
    if (socket.data.room !== room) return void socket.emit("resync", { resources: [...socket.data.watching] });
    void socket.join(room);
    const identity = access.identify(socket.data.sessionId);
    if (!identity) return void socket.disconnect(true);
    live.audience(identity.viewer, socket.data.watching);
    const since = live.since(until);
    if (!past || !since) return void socket.emit("resync", { resources: [...socket.data.watching] });
    tellMissed(socket, [...past, ...since]);
  }

  /** The server that the client was at before may have been a moment earlier; resolves with nothing missed once this one is as far. */
  async function comeTo(cursor: string): Promise<News[] | undefined> {
    for (let waited = 0; live.isAhead(cursor); waited += lookAgainMs) {
      if (waited >= longestBehindMs) return undefined;
      await pause(lookAgainMs);
    }
    return [];
  }

  function tellMissed(socket: Client, news: readonly News[]): void {
    const identity = access.identify(socket.data.sessionId);
    if (!identity || news.length === 0) return;
    const audience = live.audience(identity.viewer, socket.data.watching);
    // What it did not have before is not told as changes.
    if (news.some(({ changes }) => changes.some((change) => access.opens(change, identity.viewer))))
      return void socket.emit("resync", { resources: [...audience.watching] });
    live.tellMissed(audience, { room: socket.id, news });
  }

  function introduce(socket: Client, { session, viewer }: Identity): void {
    socket.data.told = session;
    socket.data.rows = rowsOf(viewer);
    socket.emit("session", session);
  }

  /** After rights have changed: everybody hears of their own, leaves what is no longer theirs and is given what is new. */
  function reseat(): void {
    live.flush();
    presence.review();
    for (const socket of io.of("/").sockets.values()) {
      const { data: seat } = socket;
      const identity = access.identify(seat.sessionId);
      if (!identity) {
        socket.disconnect(true);
        continue;
      }
      if (identity.session === seat.told && rowsOf(identity.viewer) === seat.rows) continue;
      const before = seat.watching;
      const otherRows = rowsOf(identity.viewer) !== seat.rows;
      take(socket, identity);
      introduce(socket, identity);
      const gained = [...seat.watching].filter((name) => otherRows || !before.has(name));
      if (gained.length > 0) socket.emit("resync", { resources: gained });
    }
  }

  return { reseat };
}

function seatFor(access: Access, auth: unknown): Seat | undefined {
  const given = handshake.safeParse(auth);
  if (!given.success) return undefined;
  const token = access.readToken(given.data.token);
  const identity = token && access.identify(token.sessionId);
  if (!token || !identity) return undefined;
  const { sessionId, expires } = token;
  return {
    sessionId,
    userId: identity.viewer.UserID,
    expires,
    renews: access.endOf(sessionId)?.getTime() === expires.getTime(),
    expiry: undefined,
    cursor: given.data.cursor,
    wanted: [],
    watching: new Set(),
    room: undefined,
    told: undefined,
    rows: "",
  };
}

function rowsOf({ scope, plots }: Identity["viewer"]): string {
  return scope === "all" ? "all" : [...plots].sort((a, b) => a - b).join(",");
}
