// @module-tag soak
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { findMongo } from "../../scripts/lib/mongo.ts";
import { findRunningMongod } from "../../server/database/mongod/supervisor.ts";
import { plot } from "../../shared/resources/plot.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { ModelClient, readState } from "../harness/model-client.ts";
import type { Person } from "../harness/person.ts";
import { parseRecords } from "../harness/reply.ts";

/** The default of 9 s is the shortest outage with all effects; OUTAGE_SECONDS=9,60 runs a second one of 60 s. */
const longOutagesMs = (process.env.OUTAGE_SECONDS ?? "9").split(",").map((seconds) => Number(seconds) * 1_000);
/** Close to the time after which an outage is detected, so that it may be detected or not. */
const shortOutageMs = 3_000;
/** For starting MongoDB and three servers. Long, because the duration of a start is not what is tested. */
const startTimeoutMs = 90_000;
const detectTimeoutMs = 5_000;
const recoverTimeoutMs = 5_000;
/** Includes the restart of MongoDB by its supervisor. */
const restartTimeoutMs = 20_000;
/** The time within which a request that runs when the database freezes must be answered. */
const replyTimeoutMs = 10_000;
const outagesTimeoutMs = longOutagesMs.reduce((sum, ms) => sum + ms + replyTimeoutMs + recoverTimeoutMs, 0);
const crashTimeoutMs = restartTimeoutMs + replyTimeoutMs + recoverTimeoutMs;

test("a hanging database is detected, requests fail quickly, and missed changes arrive when it recovers", {
  tags: "requirement-26",
  timeout: startTimeoutMs + outagesTimeoutMs + crashTimeoutMs,
}, async () => {
  const [ownMongo, proxied] = await inTime("The start", startTimeoutMs, startPortals());
  const outages = Promise.all([runLongOutages(ownMongo), runShortOutage(proxied)]);
  await inTime("A phase in which the database hangs", outagesTimeoutMs, outages);
  await inTime("The crash of MongoDB", crashTimeoutMs, runMongodCrash(ownMongo));
});

/** Rejects with the name of the phase if it takes too long, for example because a request is never answered. */
async function inTime<Result>(phase: string, timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${phase} took longer than ${timeoutMs} ms`);
  });
  return Promise.race([work, timeout]).finally(() => timer.abort());
}

async function startPortals() {
  return [await startWithOwnMongo(), await startBehindProxy()] as const;
}

type OwnMongoSetup = Awaited<ReturnType<typeof startWithOwnMongo>>;
type ProxiedSetup = Awaited<ReturnType<typeof startBehindProxy>>;

/** A portal with its own MongoDB. */
async function startWithOwnMongo() {
  const dataDir = await mkdtemp(join(tmpdir(), "portal-outage-"));
  const mongo = await findMongo({ env: { ...process.env, MONGODB_URI: undefined }, dataDir });
  const sendSignal = async (signal: NodeJS.Signals) => {
    const pid = await findRunningMongod(join(dataDir, "mongo"));
    if (pid === undefined) throw new Error("No mongod holds the data");
    process.kill(pid, signal);
  };
  onTestFinished(async () => {
    await mongo.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const harness = await openHarness({ uri: mongo.uri });
  onTestFinished(() => sendSignal("SIGCONT"));
  return { harness, sendSignal, client: await openModelClient(harness) };
}

/** A server that reaches MongoDB through a proxy that can be frozen, and another one with a direct connection. */
async function startBehindProxy() {
  const uri = inject("mongoUri");
  const proxy = await FaultyProxy.open(() => decodeURIComponent(new URL(uri).host));
  const harness = await openHarness({ uri: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` });
  const otherServer = await harness.portal.startAnotherServer({ uri });
  onTestFinished(() => proxy.resume());
  return {
    harness,
    proxy,
    otherAdmin: await signIn(otherServer.person("admin")),
    client: await openModelClient(harness),
  };
}

async function runLongOutages(setup: OwnMongoSetup): Promise<void> {
  for (const ms of longOutagesMs) await runLongOutage(setup, ms);
}

async function runLongOutage({ harness, sendSignal, client }: OwnMongoSetup, ms: number): Promise<void> {
  const { admin, portal } = harness;
  await sendSignal("SIGSTOP");
  const resumed = pause(ms).then(() => sendSignal("SIGCONT"));
  const pendingReplies = Promise.all([
    measure(admin.get("/plot")),
    measure(admin.post("/plot-type", { TypeName: "Farm" })),
  ]);
  await expect.poll(() => readReadiness(portal.url()), { timeout: detectTimeoutMs, interval: 50 }).toBe(503);
  // The server closes its sockets, so that screens show that they are not live.
  await expect.poll(() => client.connected, { timeout: detectTimeoutMs, interval: 50 }).toBe(false);
  for (const reply of [await measure(admin.get("/plot")), await measure(admin.delete("/plot/1"))]) {
    expect(reply.status).toBe(503);
    expect(reply.ms).toBeLessThan(1_000);
  }
  await expectReplies(pendingReplies);
  await resumed;
  await expectRecovery({ harness, client, write: () => renameOwner(admin, `after ${ms} ms`) });
}

async function runShortOutage({ harness, proxy, otherAdmin, client }: ProxiedSetup): Promise<void> {
  const { admin } = harness;
  proxy.freeze();
  const pendingReplies = Promise.all([
    measure(admin.get("/plot")),
    measure(admin.post("/plot-type", { TypeName: "Farm" })),
  ]);
  const [renamed] = await Promise.all([renameOwner(otherAdmin, "while the stream was stale"), pause(shortOutageMs)]);
  expect(renamed).toBe(200);
  proxy.resume();
  await expectRecovery({ harness, client, write: () => renameOwner(admin, "after a short outage") });
  await expectReplies(pendingReplies);
}

async function expectReplies(pendingReplies: Promise<readonly { status: number; ms: number }[]>): Promise<void> {
  for (const { status, ms } of await pendingReplies) {
    expect([200, 503]).toContain(status);
    expect(ms).toBeLessThan(replyTimeoutMs);
  }
}

/** MongoDB is restarted by its supervisor, perhaps before the outage is noticed. */
async function runMongodCrash({ harness, sendSignal, client }: OwnMongoSetup): Promise<void> {
  const { admin } = harness;
  await sendSignal("SIGKILL");
  await expect.poll(() => renameOwner(admin, "after the crash"), { timeout: restartTimeoutMs, interval: 50 }).toBe(200);
  await expectRecovery({ harness, client, write: () => renameOwner(admin, "after the restart") });
}

async function expectRecovery({
  harness: { manager, portal },
  client,
  write,
}: {
  harness: Harness;
  client: ModelClient;
  write: () => Promise<number>;
}): Promise<void> {
  const startedAt = performance.now();
  const remainingMs = () => Math.max(1, recoverTimeoutMs - (performance.now() - startedAt));
  await expect.poll(() => readReadiness(portal.url()), { timeout: remainingMs(), interval: 50 }).toBe(200);
  await expect.poll(write, { timeout: remainingMs(), interval: 50 }).toBe(200);
  const currentState = await readState({ url: portal.url(), token: (await manager.token()) ?? "", resources: [plot] });
  await expect.poll(() => client.state, { timeout: remainingMs(), interval: 50 }).toEqual(currentState);
  expect(client.connected).toBe(true);
  expect(client.violations).toEqual([]);
  expect(client.resyncCount).toBe(0);
}

async function openModelClient({ admin, manager, portal }: Harness): Promise<ModelClient> {
  await signIn(admin);
  const client = await ModelClient.open({
    url: portal.url(),
    token: (await manager.token()) ?? "",
    resources: [plot],
  });
  onTestFinished(() => client.close());
  return client;
}

async function signIn(person: Person): Promise<Person> {
  await person.signIn();
  return person;
}

/** Changes the owner of the first house; resolves to the HTTP status. */
async function renameOwner(person: Person, OwnerName: string): Promise<number> {
  const reply = await person.get("/plot");
  if (reply.status !== 200) return reply.status;
  const [house] = parseRecords(plot, reply);
  return (await person.put(`/plot/${house?.PlotID}`, { ...house, OwnerName })).status;
}

async function measure(reply: Promise<{ status: number }>): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const { status } = await reply;
  return { status, ms: performance.now() - startedAt };
}

async function readReadiness(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}
