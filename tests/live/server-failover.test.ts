// @module-tag soak
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type ServerProcess, spawnPortal } from "../../scripts/lib/server-process.ts";
import { connect } from "../../server/database/connection.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { ModelClient, readState } from "../harness/model-client.ts";

const resources = [plotType, expenses];
const recoverTimeoutMs = 10_000;
const password = "only for this test";

test("clients of a killed server reconnect to another server and have the current data within seconds", {
  tags: "requirement-27",
}, async () => {
  const { firstServer, secondServer } = await startTwoServers();
  let targetServer: ServerProcess = firstServer;
  const proxy = await FaultyProxy.open(() => targetServer.url);
  const token = await signIn(firstServer.url);
  const clients = await Promise.all(
    Array.from({ length: 8 }, () => ModelClient.open({ url: proxy.url, token, resources })),
  );
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  // This commit is written on the second server and received from the first one.
  await addPlotType(secondServer.url, token, "Before");
  await expect.poll(() => clients.every(({ state }) => state[plotType.name]?.length === 1)).toBe(true);

  await Promise.all([
    addPlotType(firstServer.url, token, "Meanwhile").catch(() => undefined),
    firstServer.kill("SIGKILL"),
  ]);
  await addPlotType(secondServer.url, token, "After");
  targetServer = secondServer;
  const currentState = await readState({ url: secondServer.url, token, resources });
  await expect
    .poll(() => clients.map(({ state }) => state), { timeout: recoverTimeoutMs, interval: 50 })
    .toEqual(clients.map(() => currentState));
  for (const { violations, resyncCount, connectionCount } of clients) {
    expect(violations).toEqual([]);
    expect({ resyncs: resyncCount, connects: connectionCount }).toEqual({ resyncs: 0, connects: 2 });
  }
});

/** Two processes on one database, which is dropped after the test. */
async function startTwoServers(): Promise<{ firstServer: ServerProcess; secondServer: ServerProcess }> {
  const name = `failover-${randomUUID()}`;
  const dataDir = await mkdtemp(join(tmpdir(), "portal-failover-"));
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill("SIGKILL")));
    const connection = await connect(inject("mongoUri"), name);
    await connection.dropDatabase();
    await connection.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = async () => {
    const settings = { ADMIN_PASSWORD: password, JWT_SECRET: "the same secret for both servers" };
    const server = await spawnPortal({ mongoUri: inject("mongoUri"), database: name, dataDir, settings });
    servers.push(server);
    return server;
  };
  // The first server seeds the empty database.
  const firstServer = await start();
  return { firstServer, secondServer: await start() };
}

async function signIn(url: string): Promise<string> {
  const response = await postJson(`${url}/api/auth/login`, { username: "admin", password });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

async function addPlotType(url: string, token: string, TypeName: string): Promise<void> {
  const response = await postJson(`${url}/api/plot-type`, { TypeName }, token);
  expect(response.status).toBe(200);
}

function postJson(url: string, body: object, token?: string): Promise<Response> {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
