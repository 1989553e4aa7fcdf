import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { Chance } from "../world/chance.ts";
import { ModelClient, readState } from "../world/model-client.ts";
import { OfficeHours } from "../world/office-hours.ts";
import { world } from "../world/world.ts";

/** Hundreds say more; these are for every day. */
const opens = Number(process.env.OPENS ?? 60);
/** As many as three people may have open at once. */
const together = 30;
const withinMs = 500;
const resources = [plot, paymentSchedule, paymentReceipt, expenses];

test(
  "a page that opens in the middle of writing misses nothing and has nothing twice",
  async () => {
    const { admin, manager, ali, portal, aSchedule, anExpense } = await world();
    await aSchedule();
    await anExpense();
    const chance = new Chance();
    console.log(`SEED=${chance.seed}`);
    const url = portal.url();
    const people = await Promise.all(
      [admin, manager, ali].map(async (person) => ({
        token: (await person.token()) ?? "",
        resources: person === ali ? resources.filter((resource) => resource !== expenses) : resources,
      })),
    );
    let written = 0;
    for (let opened = 0; opened < opens; opened += together) {
      const office = new OfficeHours({ ways: [admin], chance, perSecond: 50 });
      office.begin();
      const clients = await Promise.all(
        Array.from({ length: together }, async (_, index) => {
          const way = people[index % people.length];
          await pause(chance.below(withinMs));
          if (!way) throw new Error("Nobody opens it");
          return ModelClient.open({ ...way, url });
        }),
      );
      onTestFinished(() => {
        for (const client of clients) client.close();
      });
      await office.end();
      written += office.written;
      const anew = new Map<string, unknown>();
      for (const way of people) anew.set(way.token, await readState({ ...way, url }));
      const known = () => clients.map(({ state }) => state);
      await expect.poll(known, { timeout: 5_000, interval: 50 }).toEqual(clients.map(({ token }) => anew.get(token)));
      expect(clients.flatMap(({ faults }) => faults)).toEqual([]);
      for (const client of clients) client.close();
    }
    console.log(`${opens} opened, ${written} written meanwhile`);
    expect(written).toBeGreaterThan(opens / 5);
  },
  opens * 500 + 60_000,
);
