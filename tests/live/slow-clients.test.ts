import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { expect, test } from "vitest";
import { z } from "zod";
import { expenses } from "../../shared/resources/expenses.ts";
import { Listener } from "../world/listener.ts";
import { FaultyWay } from "../world/proxy.ts";
import { accepted, type Reply } from "../world/reply.ts";
import { jwtSecret } from "../world/running.ts";
import { spent } from "../world/spent.ts";
import { sharedWorld } from "../world/world.ts";

const { admin, manager, clerk, clock, portal, atWork } = await sharedWorld();

test("who has stopped reading is dropped and catches up later; who reads slowly stays, and nobody else notices", async () => {
  const token = (await admin.token()) ?? "";
  const [stopped, slowed] = [await FaultyWay.open(portal.url), await FaultyWay.open(portal.url)];
  const [asleep, slow] = await Promise.all(
    [stopped, slowed].map(({ url }) => Listener.enter({ url, token, mark: async () => undefined })),
  );
  const awake = await manager.socket();
  if (!asleep || !slow) throw new Error("Not everybody came in");
  for (const listener of [asleep, slow, awake]) await listener.watch([expenses.name]);
  const before = await socketsAt(portal.url());
  stopped.freeze();
  for (const line of slowed.lines) line.trickle();

  // More than all buffers on the way hold.
  await atWork((tx) => tx.insertMany(expenses, Array(many).fill(spent(4_000))));
  await awake.until(({ changes }) => changes.length === many);
  await expect.poll(() => socketsAt(portal.url()), { timeout: 7_500, interval: 100 }).toBe(before - 1);
  await awake.quiet();
  await slow.until(({ changes }) => changes.length === many);
  expect(slow.connected).toBe(true);

  const again = await admin.socket({ cursor: asleep.cursor });
  await again.watch([expenses.name]);
  await again.until(({ changes }) => changes.length === many);
  for (const listener of [slow, awake, again]) listener.close();
});

test("nobody has more than ten sockets, and one that goes makes room", async () => {
  const listeners: Listener[] = [];
  for (let count = 0; count < 10; count++) listeners.push(await clerk.socket());
  await expect(clerk.socket()).rejects.toThrow("Too many connections");
  await manager.socket();
  for (const listener of listeners) listener.close();
  await expect.poll(comesIn).toBe(true);

  function comesIn(): Promise<boolean> {
    return clerk.socket().then(
      () => true,
      () => false,
    );
  }
});

test("a session goes on with a fresh token and its sockets with it; a token that is not renewed ends its socket", async () => {
  const [his, hers] = [await clerk.signIn(), await manager.signIn()];
  const end = claimsOf(his).exp;
  expect(claimsOf(tokenIn(await clerk.post("/me/token"))).exp).toBe(end);

  clock.set(new Date(end * 1_000 - 1_200).toISOString());
  const short = jwt.sign({ ...claimsOf(his), exp: end - 1 }, createSecretKey(Buffer.from(jwtSecret)));
  const renewed = await clerk.socket({ token: his });
  const ending = await manager.socket({ token: hers });
  const shorter = await clerk.socket({ token: short });
  const headers = { authorization: `Bearer ${his}` };
  const fresh = tokenIn(await clerk.send({ method: "POST", path: "/me/token", headers }));
  expect(claimsOf(fresh).exp).toBeGreaterThan(end + 7 * 3_600);

  await ending.until((_heard, { connected }) => !connected);
  await shorter.until((_heard, { connected }) => !connected);
  await renewed.quiet();
  const later = await clerk.socket({ token: fresh });
  await later.quiet();
});

const many = 2_500;

/** How many sockets the portal counts. */
async function socketsAt(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^\w*sockets\w* (\d+)$/m.exec(metrics)?.[1]);
}

function tokenIn(reply: Reply): string {
  return z.object({ token: z.string() }).parse(accepted(reply).body.data).token;
}

function claimsOf(token: string) {
  return z.looseObject({ exp: z.int() }).parse(jwt.decode(token));
}
