import type { IncomingMessage } from "node:http";
import type { Server } from "socket.io";
import { z } from "zod";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { Log } from "../log.ts";
import { type Connection, hasWaitingFrame, tcpSocketOf } from "./emitter.ts";

/** The callback of Socket.IO's `allowRequest`. */
type AllowRequest = (req: IncomingMessage, callback: (reason: string | null, isAllowed: boolean) => void) => void;

/** A client is disconnected when it has more unsent bytes than this and they do not decrease for several checks. */
const maxUnsentBytes = 1024 * 1024;
const maxStalledChecks = 5;
const slowCheckIntervalMs = 1_000;
const staleCheckIntervalMs = 500;
const unauthenticatedCheckIntervalMs = 1_000;
/** A connection is closed when more successive checks than this find no authenticated socket. */
const maxUnauthenticatedChecks = 10;

/**
 * Creates a callback that refuses new connections from pages of other sites, and all while the change stream is stale,
 * so that no client displays "live" while it receives no updates.
 */
export function createAllowRequest({
  changeStream,
  publicUrl,
}: {
  changeStream: Pick<ChangeStream, "isStale">;
  publicUrl: string | undefined;
}): AllowRequest {
  return ({ headers }, callback) => {
    if (changeStream.isStale) callback("The change stream is stale", false);
    else if (!isOwnOrigin(headers, publicUrl)) callback("The page is not of this portal", false);
    else callback(null, true);
  };
}

/**
 * Whether the page that connects was loaded from the public address or from the host that it connects to. Clients other
 * than browsers send no origin.
 */
function isOwnOrigin({ origin, host }: IncomingMessage["headers"], publicUrl: string | undefined): boolean {
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  return (
    page !== null && (page.host === host || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin))
  );
}

/** Closes all connections while the change stream is stale. Returns a function that stops the checks. */
export function disconnectWhileStreamIsStale({
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
    log.warn({ sockets: sockets.size }, "The database does not respond: closing all sockets");
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
  /** The number of successive checks that found no authenticated socket. */
  const failedChecks = new Map<Connection, number>();
  io.engine.on("connection", (connection: Connection) => {
    failedChecks.set(connection, 0);
    connection.once("close", () => failedChecks.delete(connection));
  });
  const timer = setInterval(() => {
    const authenticated = new Set([...io.of("/").sockets.values()].map(({ conn }) => conn));
    for (const [connection, previousCount] of failedChecks) {
      const count = authenticated.has(connection) ? 0 : previousCount + 1;
      failedChecks.set(connection, count);
      if (count > maxUnauthenticatedChecks) connection.close();
    }
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/**
 * Disconnects clients that have stopped reading; they catch up after reconnecting. Returns a function that stops the
 * checks.
 */
export function dropSlowClients({ io, log }: { io: Server; log: Log }): () => void {
  /** Connections above the limit, with the number of checks since `remainingBytes` last decreased. */
  const stalled = new Map<Connection, { remainingBytes: number; checks: number }>();
  const connections = new Set<Connection>();
  io.engine.on("connection", (connection: Connection) => {
    connections.add(connection);
    connection.once("close", () => {
      connections.delete(connection);
      stalled.delete(connection);
    });
  });
  const timer = setInterval(() => {
    for (const connection of connections) disconnectIfStalled(connection);
  }, slowCheckIntervalMs).unref();
  return () => clearInterval(timer);

  function disconnectIfStalled(connection: Connection): void {
    const tcpSocket = tcpSocketOf(connection);
    // A client is not slow while a large frame is sent to others first.
    if (tcpSocket && hasWaitingFrame(tcpSocket)) return void stalled.delete(connection);
    const unsentBytes = countUnsentBytes(connection);
    if (unsentBytes <= maxUnsentBytes) return void stalled.delete(connection);
    const previous = stalled.get(connection);
    const remainingBytes = unsentBytes + countInFlightBytes(connection);
    if (!previous || remainingBytes < previous.remainingBytes)
      return void stalled.set(connection, { remainingBytes, checks: 1 });
    previous.checks++;
    if (previous.checks <= maxStalledChecks) return;
    log.warn({ unsentBytes }, "Disconnecting a client that has stopped reading");
    destroyConnection(connection);
  }
}

/** Schemas of private properties of Engine.IO and Node, which a release may remove. */
const writeBufferSchema = z.array(z.object({ data: z.unknown() })).catch([]);
const handleSchema = z.object({ writeQueueSize: z.number() }).catch({ writeQueueSize: 0 });

/** Counts the bytes that are not yet passed to the operating system. */
function countUnsentBytes(connection: Connection): number {
  return writeBufferSchema
    .parse(Reflect.get(connection, "writeBuffer"))
    .reduce(
      (sum, { data }) => sum + (typeof data === "string" || Buffer.isBuffer(data) ? data.length : 0),
      tcpSocketOf(connection)?.writableLength ?? 0,
    );
}

/** Counts the unsent bytes of the current write. For a large message, they decrease before `writableLength` does. */
function countInFlightBytes(connection: Connection): number {
  const tcpSocket = tcpSocketOf(connection);
  return tcpSocket ? handleSchema.parse(Reflect.get(tcpSocket, "_handle")).writeQueueSize : 0;
}

/** Closes at once: a close frame would wait behind the data that the client does not read. */
function destroyConnection(connection: Connection): void {
  const tcpSocket = tcpSocketOf(connection);
  if (tcpSocket) tcpSocket.destroy();
  else connection.close(true);
}
