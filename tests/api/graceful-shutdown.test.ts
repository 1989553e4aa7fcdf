import { once } from "node:events";
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { Server as SocketServer } from "socket.io";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { createGracefulShutdown } from "../../server/http/http-server.ts";

test("a shutdown completes running requests and closes idle connections", async () => {
  const requestStarted = createDeferred<ServerResponse>();
  const server = createServer((_req, res) => {
    res.write("a beginning");
    requestStarted.resolve(res);
  });
  const beginShutdown = createGracefulShutdown(server);
  const port = await listenOnFreePort(server);
  const idleConnection = connect(port, "127.0.0.1");
  await once(idleConnection, "connect");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const runningRequest = request({ port, agent }).end();
  const [response] = await once(runningRequest, "response");
  const res = await requestStarted.promise;

  const cancelShutdown = beginShutdown();
  onTestFinished(cancelShutdown);
  const serverClosed = new Promise((resolve) => server.close(resolve));
  await once(idleConnection, "close");
  res.end(" and an end");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("a beginning and an end");
  // Three seconds are less than the time after which an idle connection closes by itself.
  expect(await Promise.race([serverClosed.then(() => "closed"), once(AbortSignal.timeout(3_000), "abort")])).toBe(
    "closed",
  );
});

test("a shutdown ends although a client with a WebSocket has vanished", async () => {
  const server = createServer();
  const beginShutdown = createGracefulShutdown(server);
  const io = new SocketServer(server);
  const port = await listenOnFreePort(server);
  // Reads the response to the handshake only, and answers no close frame.
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  client.write(
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await once(io.engine, "connection");

  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(beginShutdown());
  const closed = io.close();
  vi.advanceTimersByTime(8_000);
  expect(await Promise.race([closed.then(() => "closed"), once(AbortSignal.timeout(3_000), "abort")])).toBe("closed");
});

async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
