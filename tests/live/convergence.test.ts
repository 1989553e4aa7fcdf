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
import { SeededRandom } from "../harness/seeded-random.ts";

/** A longer run tests more; the default keeps the suite short. */
const durationSeconds = Number(process.env.CONVERGENCE_SECONDS ?? 8);
const quietMs = 5_000;
const watchedResources = [plot, serviceRate, paymentPlan, paymentSchedule, paymentReceipt, receivables, expenses];

test("a client with a faulty connection and a server restart converges to what REST answers", {
  tags: "requirement-22",
  timeout: durationSeconds * 1_000 + 120_000,
}, async () => {
  const random = new SeededRandom();
  console.log(`SEED=${random.seed}`);
  const society = await openHarness();
  const { admin, portal, createSchedule, createExpense } = society;
  await createSchedule();
  await createExpense();
  const other = await portal.startAnotherServer();
  const [one, two] = [await FaultyProxy.open(portal.url), await FaultyProxy.open(() => other.url)];
  const people = await listPeople(society);
  const clients = await Promise.all(
    people.flatMap(({ count, ...way }) =>
      Array.from({ length: count }, (_, index) =>
        ModelClient.open({ ...way, url: index % 2 === 0 ? one.url : two.url }),
      ),
    ),
  );
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  expect(clients).toHaveLength(30);

  const writer = new RandomWriter({ persons: [admin, other.person("admin")], random, perSecond: 20 });
  writer.start();
  const until = performance.now() + durationSeconds * 1_000;
  let restarting: Promise<void> | undefined;
  while (performance.now() < until) {
    await pause(100 + random.below(300));
    for (const connection of [...one.connections, ...two.connections]) if (random.below(8) === 0) connection.cut();
    if (performance.now() > until - durationSeconds * 500) restarting ??= portal.restart();
  }
  await restarting;
  await writer.stop();

  const anew = new Map<string, unknown>();
  for (const { token, resources } of people) anew.set(token, await readState({ url: portal.url(), token, resources }));
  const behind = () => clients.filter(({ token, state }) => !isDeepStrictEqual(state, anew.get(token)));
  await expect
    .poll(() => behind().length, { timeout: quietMs, interval: 50 })
    .toBe(0)
    .catch(() => undefined);
  for (const { token, state } of behind()) expect(state).toEqual(anew.get(token));
  expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
  const sum = (read: (client: ModelClient) => number) => clients.reduce((total, client) => total + read(client), 0);
  console.log(writer.outcomes, {
    connects: sum(({ connectionCount }) => connectionCount),
    resyncs: sum(({ resyncCount }) => resyncCount),
  });
  expect(writer.written).toBeGreaterThan(durationSeconds * 5);
  expect(sum(({ connectionCount }) => connectionCount)).toBeGreaterThan(60);
});

/** Thirty clients with four roles. */
async function listPeople({ admin, manager, clerk, ali, sana }: Harness) {
  const windows: [Person, number][] = [
    [admin, 7],
    [manager, 7],
    [clerk, 6],
    [ali, 5],
    [sana, 5],
  ];
  return Promise.all(
    windows.map(async ([person, count]) => {
      const token = (await person.token()) ?? "";
      const may = [];
      for (const resource of watchedResources)
        if ((await person.get(`/${resource.name}`)).status === 200) may.push(resource);
      return { token, count, resources: may };
    }),
  );
}
