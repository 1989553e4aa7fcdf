import { createServer } from "node:http";
import { Server } from "socket.io";
import { Manager, type Socket } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../server/http/http-server.ts";
import { closeUnauthenticatedConnections } from "../../server/realtime/connection-guards.ts";

test("a line on which nobody is, or nobody is let in, does not stay open; one with somebody does", async () => {
  const url = await startSocketServer(20);
  const [silent, refused, welcome] = [openManager(url), openManager(url), openManager(url)];
  joinNamespace(refused, "bad");
  const guest = joinNamespace(welcome, "good");
  await Promise.all([waitForClose(silent), waitForClose(refused)]);
  expect(guest.connected).toBe(true);
  const gone = waitForClose(welcome);
  // The line itself is kept by another name on it.
  welcome.socket("/other");
  guest.disconnect();
  await gone;
});

test("who comes in at the last moment stays", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await startSocketServer(1_000);
  const line = openManager(url);
  await new Promise<void>((resolve) => line.once("open", resolve));
  vi.advanceTimersByTime(10_000);
  const guest = joinNamespace(line, "good");
  await new Promise<void>((resolve) => guest.once("connect", resolve));
  vi.advanceTimersByTime(1_000);
  expect(await guest.timeout(2_000).emitWithAck("there?")).toBe("yes");
});

/** A server that looks so often whether somebody is there; resolves with its address. */
async function startSocketServer(intervalMs: number): Promise<string> {
  const http = createServer();
  const io = new Server(http);
  io.use(({ handshake }, next) => next(handshake.auth.token === "good" ? undefined : new Error("Unauthorized")));
  io.on("connection", (socket) => void socket.on("there?", (answer) => answer("yes")));
  const stop = closeUnauthenticatedConnections({ io, intervalMs });
  onTestFinished(async () => {
    stop();
    await io.close();
  });
  return `http://127.0.0.1:${await listen(http, { host: "127.0.0.1", port: 0 })}`;
}

function openManager(url: string): Manager {
  const line = new Manager(url, { transports: ["websocket"], reconnection: false, autoConnect: false });
  line.open();
  onTestFinished(() => line._close());
  return line;
}

/** A second name beside it keeps the client library from hanging up by itself. */
function joinNamespace(line: Manager, token: string): Socket {
  line.socket("/other").connect();
  return line.socket("/", { auth: { token } }).connect();
}

function waitForClose(line: Manager): Promise<void> {
  return new Promise((resolve) => line.once("close", () => resolve()));
}
