// @module-tag requirement-14
import { createServer } from "node:http";
import { Server } from "socket.io";
import { Manager, type Socket } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../server/http/http-server.ts";
import { closeUnauthenticatedConnections } from "../../server/realtime/connection-guards.ts";

test("connections without an authenticated socket are closed, and others stay open", async () => {
  const url = await startSocketServer(20);
  const [silent, rejected, accepted] = [openConnection(url), openConnection(url), openConnection(url)];
  connectWithToken(rejected, "bad");
  const socket = connectWithToken(accepted, "good");
  await Promise.all([waitForClose(silent), waitForClose(rejected)]);
  expect(socket.connected).toBe(true);
  const closed = waitForClose(accepted);
  socket.disconnect();
  await closed;
});

test("a socket that authenticates just before the timeout stays open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await startSocketServer(1_000);
  const connection = openConnection(url);
  await new Promise<void>((resolve) => connection.once("open", resolve));
  // Ten checks; the eleventh would close a connection without an authenticated socket.
  vi.advanceTimersByTime(10_000);
  const socket = connectWithToken(connection, "good");
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  vi.advanceTimersByTime(1_000);
  expect(await socket.timeout(2_000).emitWithAck("ping")).toBe("pong");
});

/** Starts a server that checks its connections at this interval; resolves with its URL. */
async function startSocketServer(intervalMs: number): Promise<string> {
  const http = createServer();
  const io = new Server(http);
  io.use(({ handshake }, next) => next(handshake.auth.token === "good" ? undefined : new Error("Unauthorized")));
  io.of("/pending").use(() => undefined);
  io.on("connection", (socket) => void socket.on("ping", (respond) => respond("pong")));
  const stop = closeUnauthenticatedConnections({ io, intervalMs });
  onTestFinished(async () => {
    stop();
    await io.close();
  });
  return `http://127.0.0.1:${await listen(http, { host: "127.0.0.1", port: 0 })}`;
}

function openConnection(url: string): Manager {
  const connection = new Manager(url, { transports: ["websocket"], reconnection: false, autoConnect: false });
  connection.open();
  onTestFinished(() => connection._close());
  return connection;
}

function connectWithToken(connection: Manager, token: string): Socket {
  // Stays pending, so that the client library does not close the connection itself.
  connection.socket("/pending").connect();
  return connection.socket("/", { auth: { token } }).connect();
}

function waitForClose(connection: Manager): Promise<void> {
  return new Promise((resolve) => connection.once("close", () => resolve()));
}
