import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { expect, test } from "vitest";
import { z } from "zod";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildExpenseRow } from "../harness/builders.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk, type Reply } from "../harness/reply.ts";
import { SocketClient } from "../harness/socket-client.ts";
import { jwtSecret } from "../harness/test-server.ts";

const { admin, manager, clerk, clock, portal, transaction } = await openSharedHarness();

test("a client that stops reading is dropped and catches up later; a slow one stays; others are not affected", {
  tags: "requirement-25",
}, async () => {
  const token = (await admin.token()) ?? "";
  const [stopped, slowed] = [await FaultyProxy.open(portal.url), await FaultyProxy.open(portal.url)];
  const [asleep, slow] = await Promise.all(
    [stopped, slowed].map(({ url }) => SocketClient.connect({ url, token, sendMarker: async () => undefined })),
  );
  const awake = await manager.openSocket();
  if (!asleep || !slow) throw new Error("Not everybody came in");
  for (const listener of [asleep, slow, awake]) await listener.watch([expenses.name]);
  const before = await countSockets(portal.url());
  stopped.freeze();
  for (const connection of slowed.connections) connection.throttle();

  // Exceeds all buffers between server and client.
  await transaction((tx) => tx.insertMany(expenses, Array(rowCount).fill(buildExpenseRow(4_000))));
  await awake.waitFor(({ changes }) => changes.length === rowCount);
  await expect.poll(() => countSockets(portal.url()), { timeout: 7_500, interval: 100 }).toBe(before - 1);
  await awake.waitForMarker();
  await slow.waitFor(({ changes }) => changes.length === rowCount);
  expect(slow.connected).toBe(true);

  const again = await admin.openSocket({ cursor: asleep.cursor });
  await again.watch([expenses.name]);
  await again.waitFor(({ changes }) => changes.length === rowCount);
  for (const listener of [slow, awake, again]) listener.close();
});

test("a user has at most 50 sockets, and closing one allows another", { tags: "requirement-14" }, async () => {
  const listeners: SocketClient[] = [];
  for (let count = 0; count < 50; count++) listeners.push(await clerk.openSocket());
  await expect(clerk.openSocket()).rejects.toThrow("Too many connections");
  await manager.openSocket();
  for (const listener of listeners) listener.close();
  await expect.poll(comesIn).toBe(true);

  function comesIn(): Promise<boolean> {
    return clerk.openSocket().then(
      () => true,
      () => false,
    );
  }
});

test("renewing a session extends its sockets; a socket whose token is not renewed ends", {
  tags: "requirement-11",
}, async () => {
  const [his, hers] = [await clerk.signIn(), await manager.signIn()];
  const end = decodeClaims(his).exp;
  expect(decodeClaims(readToken(await clerk.post("/me/token"))).exp).toBe(end);

  clock.set(new Date(end * 1_000 - 1_200).toISOString());
  const short = jwt.sign({ ...decodeClaims(his), exp: end - 1 }, createSecretKey(Buffer.from(jwtSecret)));
  const renewed = await clerk.openSocket({ token: his });
  const ending = await manager.openSocket({ token: hers });
  const shorter = await clerk.openSocket({ token: short });
  const headers = { authorization: `Bearer ${his}` };
  const fresh = readToken(await clerk.send({ method: "POST", path: "/me/token", headers }));
  expect(decodeClaims(fresh).exp).toBeGreaterThan(end + 7 * 3_600);

  await ending.waitFor((_heard, { connected }) => !connected);
  await shorter.waitFor((_heard, { connected }) => !connected);
  await renewed.waitForMarker();
  const later = await clerk.openSocket({ token: fresh });
  await later.waitForMarker();
});

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
