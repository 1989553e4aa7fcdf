// @module-tag soak
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import { ModelClient, readState } from "../harness/model-client.ts";
import { RandomWriter } from "../harness/random-writer.ts";
import { TestRandom } from "../harness/test-random.ts";

/** The number of pages that are opened. A larger number tests more; the default keeps the test short. */
const openCount = Number(process.env.OPENS ?? 60);
/** The number of pages that three users open at the same time. */
const concurrentOpens = 30;
const maxOpenDelayMs = 500;
const resources = [plot, paymentSchedule, paymentReceipt, expenses];

test("a page that loads during writes misses no change and applies none twice", {
  tags: "requirement-23",
  timeout: openCount * 500 + 60_000,
}, async () => {
  const { admin, manager, ali, portal, createSchedule, createExpense } = await openHarness();
  await createSchedule();
  await createExpense();
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  const url = portal.url();
  const people = await Promise.all(
    [admin, manager, ali].map(async (person) => ({
      token: (await person.token()) ?? "",
      resources: person === ali ? resources.filter((resource) => resource !== expenses) : resources,
    })),
  );
  let writtenCount = 0;
  for (let opened = 0; opened < openCount; opened += concurrentOpens) {
    const writer = new RandomWriter({ clients: [admin], random, perSecond: 50 });
    writer.start();
    const clients = await Promise.all(
      Array.from({ length: concurrentOpens }, async (_, index) => {
        const person = people[index % people.length];
        await pause(random.below(maxOpenDelayMs));
        if (!person) throw new Error("There is no user");
        return ModelClient.open({ ...person, url });
      }),
    );
    onTestFinished(() => {
      for (const client of clients) client.close();
    });
    await expect.poll(() => writer.writtenCount).toBeGreaterThan(concurrentOpens / 5);
    await writer.stop();
    writtenCount += writer.writtenCount;
    const expectedStates = new Map<string, unknown>();
    for (const person of people) expectedStates.set(person.token, await readState({ ...person, url }));
    const readStates = () => clients.map(({ state }) => state);
    await expect.poll(readStates, { interval: 50 }).toEqual(clients.map(({ token }) => expectedStates.get(token)));
    expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
    for (const client of clients) client.close();
  }
  console.log(`${openCount} pages opened during ${writtenCount} writes`);
});
