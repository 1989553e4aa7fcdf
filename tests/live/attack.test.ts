import { createServer } from "node:http";
import { Server } from "socket.io";
import { Manager, type Socket } from "socket.io-client";
import { expect, onTestFinished, test } from "vitest";
import { hangUpOnNobody } from "../../server/kernel/empty-lines.ts";
import { listen } from "../../server/port.ts";

test("a line on which nobody is, or nobody is let in, does not stay open; one with somebody does", async () => {
  const http = createServer();
  const io = new Server(http);
  io.use(({ handshake }, next) => next(handshake.auth.token === "good" ? undefined : new Error("Unauthorized")));
  const stop = hangUpOnNobody({ io, everyMs: 20 });
  const url = `http://127.0.0.1:${await listen(http, { host: "127.0.0.1", port: 0 })}`;
  onTestFinished(async () => {
    stop();
    await io.close();
  });
  const [silent, refused, welcome] = [lineTo(url), lineTo(url), lineTo(url)];
  enter(refused, "bad");
  const guest = enter(welcome, "good");
  await Promise.all([closed(silent), closed(refused)]);
  expect(guest.connected).toBe(true);
  const gone = closed(welcome);
  // The line itself is kept by another name on it.
  welcome.socket("/other");
  guest.disconnect();
  await gone;
});

function lineTo(url: string): Manager {
  const line = new Manager(url, { transports: ["websocket"], reconnection: false, autoConnect: false });
  line.open();
  onTestFinished(() => line._close());
  return line;
}

/** A second name beside it keeps the client library from hanging up by itself. */
function enter(line: Manager, token: string): Socket {
  line.socket("/other").connect();
  return line.socket("/", { auth: { token } }).connect();
}

function closed(line: Manager): Promise<void> {
  return new Promise((resolve) => line.once("close", () => resolve()));
}
