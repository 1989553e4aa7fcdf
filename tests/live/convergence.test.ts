// @module-tag soak
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { ModelClient, readState } from "../harness/model-client.ts";
import type { Person } from "../harness/person.ts";
import { RandomWriter } from "../harness/random-writer.ts";
import { TestRandom } from "../harness/test-random.ts";

/** A longer run tests more; the default keeps the suite short. */
const durationSeconds = Number(process.env.CONVERGENCE_SECONDS ?? 8);
const minWrites = durationSeconds * 5;
const minConnects = 60;
const convergenceTimeoutMs = 5_000;
const watchedResources = [plot, serviceRate, paymentPlan, paymentSchedule, paymentReceipt, receivables, expenses];

test("clients with faulty connections have the data that REST returns in the end, also after a restart of a server", {
  tags: "requirement-22",
  timeout: durationSeconds * 1_000 + 120_000,
}, async () => {
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  const harness = await openHarness();
  const { admin, portal, createSchedule, createExpense } = harness;
  await createSchedule();
  await createExpense();
  const secondServer = await portal.startAnotherServer();
  const [firstProxy, secondProxy] = [
    await FaultyProxy.open(portal.url),
    await FaultyProxy.open(() => secondServer.url),
  ];
  const people = await listPeople(harness);
  const clients = await Promise.all(
    people.flatMap(({ count, ...options }) =>
      Array.from({ length: count }, (_, index) =>
        ModelClient.open({ ...options, url: index % 2 === 0 ? firstProxy.url : secondProxy.url }),
      ),
    ),
  );
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  expect(clients).toHaveLength(30);

  const writer = new RandomWriter({ clients: [admin, secondServer.person("admin")], random, perSecond: 20 });
  writer.start();
  const until = performance.now() + durationSeconds * 1_000;
  const countConnects = () => clients.reduce((total, { connectionCount }) => total + connectionCount, 0);
  let restarting: Promise<void> | undefined;
  while (performance.now() < until || writer.writtenCount < minWrites || countConnects() < minConnects) {
    await pause(100 + random.below(300));
    for (const connection of [...firstProxy.connections, ...secondProxy.connections])
      if (random.below(8) === 0) connection.cut();
    if (performance.now() > until - durationSeconds * 500) restarting ??= portal.restart();
  }
  await restarting;
  await writer.stop();

  const expectedStates = new Map<string, unknown>();
  for (const { token, resources } of people)
    expectedStates.set(token, await readState({ url: portal.url(), token, resources }));
  const listDivergedClients = () =>
    clients.filter(({ token, state }) => !isDeepStrictEqual(state, expectedStates.get(token)));
  await expect
    .poll(() => listDivergedClients().length, { timeout: convergenceTimeoutMs, interval: 50 })
    .toBe(0)
    .catch(() => undefined);
  for (const { token, state } of listDivergedClients()) expect(state).toEqual(expectedStates.get(token));
  expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
  const resyncs = clients.reduce((total, { resyncCount }) => total + resyncCount, 0);
  console.log(writer.outcomes, { connects: countConnects(), resyncs });
});

/** The users with their tokens, client counts (30 in total) and readable resources. */
async function listPeople({ admin, manager, clerk, ali, sana }: Harness) {
  const clientCounts: [Person, number][] = [
    [admin, 7],
    [manager, 7],
    [clerk, 6],
    [ali, 5],
    [sana, 5],
  ];
  return Promise.all(
    clientCounts.map(async ([person, count]) => {
      const token = (await person.token()) ?? "";
      const readableResources = [];
      for (const resource of watchedResources)
        if ((await person.get(`/${resource.name}`)).status === 200) readableResources.push(resource);
      return { token, count, resources: readableResources };
    }),
  );
}
