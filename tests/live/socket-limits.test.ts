// @module-tag soak
import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { expect, test } from "vitest";
import { z } from "zod";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, type Reply } from "../harness/reply.ts";
import { SocketClient } from "../harness/socket-client.ts";
import { jwtSecret } from "../harness/test-server.ts";

const { admin, manager, clerk, clock, portal, transaction } = await openSharedHarness();

test("a client that stops reading is disconnected and catches up later, while a slow client and other clients stay connected", {
  tags: "requirement-25",
}, async () => {
  const token = (await admin.token()) ?? "";
  const [stoppedProxy, slowProxy] = [await FaultyProxy.open(portal.url), await FaultyProxy.open(portal.url)];
  const [stoppedClient, slowClient] = await Promise.all(
    [stoppedProxy, slowProxy].map(({ url }) =>
      SocketClient.connect({ url, token, waitForEarlierEvents: async () => undefined }),
    ),
  );
  const fastClient = await manager.openSocket();
  if (!stoppedClient || !slowClient) throw new Error("A client is missing");
  for (const socket of [stoppedClient, slowClient, fastClient]) await socket.watch([expenses.name]);
  const socketCount = await countSockets(portal.url());
  stoppedProxy.freeze();
  for (const connection of slowProxy.connections) connection.throttle();

  await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(rowCount, 4_000)));
  await fastClient.waitFor(({ changes }) => changes.length === rowCount);
  await expect.poll(() => countSockets(portal.url()), { timeout: 7_500, interval: 100 }).toBe(socketCount - 1);
  await fastClient.waitForEarlierEvents();
  await slowClient.waitFor(({ changes }) => changes.length === rowCount);
  expect(slowClient.connected).toBe(true);

  const reconnectedClient = await admin.openSocket({ cursor: stoppedClient.cursor });
  await reconnectedClient.watch([expenses.name]);
  await reconnectedClient.waitFor(({ changes }) => changes.length === rowCount);
  for (const socket of [slowClient, fastClient, reconnectedClient]) socket.close();
});

test("a user has at most 50 sockets, and can open another one after they are closed", {
  tags: "requirement-14",
}, async () => {
  const sockets: SocketClient[] = [];
  for (let count = 0; count < 50; count++) sockets.push(await clerk.openSocket());
  await expect(clerk.openSocket()).rejects.toThrow("Too many connections");
  await manager.openSocket();
  for (const socket of sockets) socket.close();
  await expect.poll(canConnect).toBe(true);

  function canConnect(): Promise<boolean> {
    return clerk.openSocket().then(
      () => true,
      () => false,
    );
  }
});

test("a renewed token extends the sockets opened with it, and other sockets end when their token expires", {
  tags: "requirement-11",
}, async () => {
  const [clerkToken, managerToken] = [await clerk.signIn(), await manager.signIn()];
  const expiresAt = decodeClaims(clerkToken).exp;
  expect(decodeClaims(readToken(await clerk.post("/me/token"))).exp).toBe(expiresAt);

  clock.set(new Date(expiresAt * 1_000 - 5_000).toISOString());
  const shortToken = jwt.sign(
    { ...decodeClaims(clerkToken), exp: expiresAt - 4 },
    createSecretKey(Buffer.from(jwtSecret)),
  );
  const renewedSocket = await clerk.openSocket({ token: clerkToken });
  const endingSocket = await manager.openSocket({ token: managerToken });
  const shortSocket = await clerk.openSocket({ token: shortToken });
  const headers = { authorization: `Bearer ${clerkToken}` };
  const newToken = readToken(await clerk.send({ method: "POST", path: "/me/token", headers }));
  expect(decodeClaims(newToken).exp).toBeGreaterThan(expiresAt + 7 * 3_600);

  await endingSocket.waitFor((_received, { connected }) => !connected);
  await shortSocket.waitFor((_received, { connected }) => !connected);
  await renewedSocket.waitForEarlierEvents();
  const newSocket = await clerk.openSocket({ token: newToken });
  await newSocket.waitForEarlierEvents();
});

/** The number of expenses that, with descriptions of 4,000 characters, exceed all buffers between server and client. */
const rowCount = 2_500;

/** The number of sockets in the metrics. */
async function countSockets(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^\w*sockets\w* (\d+)$/m.exec(metrics)?.[1]);
}

function readToken(reply: Reply): string {
  return z.object({ token: z.string() }).parse(assertOk(reply).body.data).token;
}

function decodeClaims(token: string) {
  return z.looseObject({ exp: z.int() }).parse(jwt.decode(token));
}
