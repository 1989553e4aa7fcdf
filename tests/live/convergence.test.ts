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
import { Chance } from "../world/chance.ts";
import { ModelClient, readState } from "../world/model-client.ts";
import { OfficeHours } from "../world/office-hours.ts";
import type { Person } from "../world/person.ts";
import { FaultyWay } from "../world/proxy.ts";
import { type World, world } from "../world/world.ts";

/** Five minutes say more; the short form is for every day. */
const seconds = Number(process.env.CONVERGENCE_SECONDS ?? 8);
const quietMs = 5_000;
const books = [plot, serviceRate, paymentPlan, paymentSchedule, paymentReceipt, receivables, expenses];

test(
  "whose line breaks again and again, at two servers of which one is restarted, ends up with what they would read anew",
  async () => {
    const chance = new Chance();
    console.log(`SEED=${chance.seed}`);
    const society = await world();
    const { admin, portal, aSchedule, anExpense } = society;
    await aSchedule();
    await anExpense();
    const other = await portal.another();
    const [one, two] = [await FaultyWay.open(portal.url), await FaultyWay.open(() => other.url)];
    const people = await peopleOf(society);
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

    const office = new OfficeHours({ ways: [admin, other.person("admin")], chance, perSecond: 20 });
    office.begin();
    const until = performance.now() + seconds * 1_000;
    let restarting: Promise<void> | undefined;
    while (performance.now() < until) {
      await pause(100 + chance.below(300));
      for (const line of [...one.lines, ...two.lines]) if (chance.below(8) === 0) line.cut();
      if (performance.now() > until - seconds * 500) restarting ??= portal.restart();
    }
    await restarting;
    await office.end();

    const anew = new Map<string, unknown>();
    for (const { token, resources } of people)
      anew.set(token, await readState({ url: portal.url(), token, resources }));
    const behind = () => clients.filter(({ token, state }) => !isDeepStrictEqual(state, anew.get(token)));
    await expect
      .poll(() => behind().length, { timeout: quietMs, interval: 50 })
      .toBe(0)
      .catch(() => undefined);
    for (const { token, state } of behind()) expect(state).toEqual(anew.get(token));
    expect(clients.flatMap(({ faults }) => faults)).toEqual([]);
    const sum = (read: (client: ModelClient) => number) => clients.reduce((total, client) => total + read(client), 0);
    console.log(office.answers, { lines: sum(({ connects }) => connects), resyncs: sum(({ resyncs }) => resyncs) });
    expect(office.written).toBeGreaterThan(seconds * 5);
    expect(sum(({ connects }) => connects)).toBeGreaterThan(60);
  },
  seconds * 1_000 + 120_000,
);

/** Thirty windows of people of four roles. */
async function peopleOf({ admin, manager, clerk, ali, sana }: World) {
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
      for (const resource of books) if ((await person.get(`/${resource.name}`)).status === 200) may.push(resource);
      return { token, count, resources: may };
    }),
  );
}
