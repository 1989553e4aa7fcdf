import type { IncomingMessage } from "node:http";
import type { Server } from "socket.io";
import { z } from "zod";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { Log } from "../log.ts";
import { type Connection, isQueued, tcpSocketOf } from "./emitter.ts";

/** The callback of Socket.IO's `allowRequest`. */
type AllowRequest = (req: IncomingMessage, callback: (reason: string | null, isAllowed: boolean) => void) => void;

const maxUnsentBytes = 1024 * 1024;
const slowCheckIntervalMs = 1_000;
/** A client is disconnected when its unsent bytes exceeded the limit without decreasing for this many checks. */
const maxStalledChecks = 5;
const staleCheckIntervalMs = 500;
const unauthenticatedCheckIntervalMs = 1_000;
/** A connection is closed when it had no authenticated socket for more checks than this. */
const maxUnauthenticatedChecks = 10;

/** Refuses new connections while the change stream is stale, so that no client displays "live" while it receives no updates. */
export function refuseWhileStale(changeStream: Pick<ChangeStream, "isStale">): AllowRequest {
  return (_req, callback) =>
    changeStream.isStale ? callback("The change stream is stale", false) : callback(null, true);
}

/** Closes all connections while the change stream is stale. Returns a function that stops the checks. */
export function disconnectWhileStale({
  io,
  changeStream,
  log,
}: {
  io: Server;
  changeStream: Pick<ChangeStream, "isStale">;
  log: Log;
}): () => void {
  const timer = setInterval(() => {
    const { sockets } = io.of("/");
    if (!changeStream.isStale || sockets.size === 0) return;
    log.warn({ sockets: sockets.size }, "The database does not respond; sockets are closed until it does");
    // Closes the connection, not the socket: clients reconnect on their own only after a lost connection.
    for (const { conn } of sockets.values()) conn.close();
  }, staleCheckIntervalMs).unref();
  return () => clearInterval(timer);
}

/** Closes connections without an authenticated socket. Returns a function that stops the checks. */
export function closeUnauthenticatedConnections({
  io,
  intervalMs = unauthenticatedCheckIntervalMs,
}: {
  io: Server;
  intervalMs?: number;
}): () => void {
  const checksWithoutSocket = new Map<Connection, number>();
  io.engine.on("connection", (connection: Connection) => {
    checksWithoutSocket.set(connection, 0);
    connection.once("close", () => checksWithoutSocket.delete(connection));
  });
  const timer = setInterval(() => {
    const authenticated = new Set([...io.of("/").sockets.values()].map(({ conn }) => conn));
    for (const [connection, checks] of checksWithoutSocket) {
      const newChecks = authenticated.has(connection) ? 0 : checks + 1;
      checksWithoutSocket.set(connection, newChecks);
      if (newChecks > maxUnauthenticatedChecks) connection.close();
    }
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Disconnects clients that stopped reading; they catch up after reconnecting. Returns a function that stops the checks. */
export function dropSlowClients({ io, log }: { io: Server; log: Log }): () => void {
  const stalled = new Map<Connection, { remaining: number; checks: number }>();
  const connections = new Set<Connection>();
  io.engine.on("connection", (connection: Connection) => {
    connections.add(connection);
    connection.once("close", () => {
      connections.delete(connection);
      stalled.delete(connection);
    });
  });
  const timer = setInterval(() => {
    for (const connection of connections) checkConnection(connection);
  }, slowCheckIntervalMs).unref();
  return () => clearInterval(timer);

  function checkConnection(connection: Connection): void {
    const socket = tcpSocketOf(connection);
    // A client that waits for its turn in `emitSerialized` is not slow.
    if (socket && isQueued(socket)) return void stalled.delete(connection);
    const unsent = unsentBytes(connection);
    if (unsent <= maxUnsentBytes) return void stalled.delete(connection);
    const previous = stalled.get(connection);
    const remaining = unsent + inFlightBytes(connection);
    if (!previous || remaining < previous.remaining) return void stalled.set(connection, { remaining, checks: 1 });
    previous.checks++;
    if (previous.checks <= maxStalledChecks) return;
    log.warn({ unsent }, "A client has stopped reading and is disconnected");
    destroyConnection(connection);
  }
}

/** Schemas of private properties of Engine.IO and Node, which a release may remove. */
const writeBufferSchema = z.array(z.object({ data: z.unknown() })).catch([]);
const handleSchema = z.object({ writeQueueSize: z.number() }).catch({ writeQueueSize: 0 });

/** Bytes not yet passed to the operating system. */
function unsentBytes(connection: Connection): number {
  return writeBufferSchema
    .parse(Reflect.get(connection, "writeBuffer"))
    .reduce(
      (sum, { data }) => sum + (typeof data === "string" || Buffer.isBuffer(data) ? data.length : 0),
      tcpSocketOf(connection)?.writableLength ?? 0,
    );
}

/** The bytes of the current write that are not yet sent. For a large message it decreases long before `writableLength` does. */
function inFlightBytes(connection: Connection): number {
  const socket = tcpSocketOf(connection);
  return socket ? handleSchema.parse(Reflect.get(socket, "_handle")).writeQueueSize : 0;
}

/** Closes at once: a close frame would wait behind the data that the client does not read. */
function destroyConnection(connection: Connection): void {
  const socket = tcpSocketOf(connection);
  if (socket) socket.destroy();
  else connection.close(true);
}
