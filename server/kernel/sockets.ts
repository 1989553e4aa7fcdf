import type { Server, Socket } from "socket.io";
import { z } from "zod";
import type { ClientEvents, ServerEvents, Session, Watching } from "../../shared/wire.ts";
import type { Access, Identity } from "./access.ts";
import type { Live, News } from "./live.ts";
import type { Log } from "./log.ts";

type NoEvents = Record<string, never>;
type Client = Socket<ClientEvents, ServerEvents, NoEvents, Seat>;
export type Sockets = Server<ClientEvents, ServerEvents, NoEvents, Seat>;

/** What the server keeps of one open socket. */
interface Seat {
  sessionId: number;
  expires: Date;
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
  log: Log;
  now: () => Date;
  readHistory: (from: { cursor: string; until: string }) => Promise<News[]>;
}

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
export function openSockets({ io, access, live, log, now, readHistory }: SocketParts): { reseat: () => void } {
  io.use((socket, next) => {
    const seat = seatFor(access, socket.handshake.auth);
    if (!seat) return next(new Error("Unauthorized"));
    socket.data = seat;
    next();
  });
  io.on("connection", (socket) => {
    const { data: seat } = socket;
    const expiry = setTimeout(
      () => socket.disconnect(true),
      Math.min(seat.expires.getTime() - now().getTime(), 2 ** 31 - 1),
    );
    socket.on("disconnect", () => {
      clearTimeout(expiry);
      if (seat.room) live.left(seat.room);
    });
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
    if (live.isAhead(cursor)) return void socket.emit("resync", { resources: [...socket.data.watching] });
    const remembered = live.since(cursor);
    if (remembered) return tellMissed(socket, remembered);
    const { room } = socket.data;
    if (room === undefined) return;
    // Until the past is told nothing new may reach the client, so it waits outside its room.
    void socket.leave(room);
    const until = live.cursor;
    const past = await readHistory({ cursor, until }).catch(() => undefined);
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

  function tellMissed(socket: Client, news: readonly News[]): void {
    const identity = access.identify(socket.data.sessionId);
    const last = news.at(-1);
    if (!identity || !last) return;
    const audience = live.audience(identity.viewer, socket.data.watching);
    // What it did not have before is not told as changes.
    if (news.some(({ changes }) => changes.some((change) => access.opens(change, identity.viewer))))
      return void socket.emit("resync", { resources: [...audience.watching] });
    const changes = live.view(audience, news);
    if (changes.length > 0) socket.emit("changes", { cursor: last.cursor, changes });
    const again = [...new Set(news.flatMap(({ resync }) => resync))].filter((name) => audience.watching.has(name));
    if (again.length > 0) socket.emit("resync", { resources: again });
  }

  function introduce(socket: Client, { session, viewer }: Identity): void {
    socket.data.told = session;
    socket.data.rows = rowsOf(viewer);
    socket.emit("session", session);
  }

  /** After rights have changed: everybody hears of their own, leaves what is no longer theirs and is given what is new. */
  function reseat(): void {
    live.flush();
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
  if (!token || !access.identify(token.sessionId)) return undefined;
  const { sessionId, expires } = token;
  return {
    sessionId,
    expires,
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
