import { randomUUID } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { Clock } from "../../server/clock.ts";
import { type Core, openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { seedDemo } from "../../server/seed/demo/seed-demo.ts";
import { type SeedAccount, seedDatabase } from "../../server/seed/seed-database.ts";
import { account } from "../../shared/resources/account.ts";
import { role } from "../../shared/resources/role.ts";
import { password } from "../harness/initial-data.ts";

test("two servers that start at once on an empty database fill it once", async () => {
  const cores = await openTwoCores();
  const isSeeded = await seedBoth(cores);
  expect(isSeeded.toSorted()).toEqual([false, true]);
  expect(await cores[0].store.count(role, { RoleName: "Admin" })).toBe(1);
});

test("a server that found an empty database does not add the demo again that another server has added meanwhile", {
  tags: "soak",
}, async () => {
  const cores = await openTwoCores();
  const values = { fullName: "Name", password, mustChangePassword: false };
  await seedBoth(cores, [
    { ...values, role: "Manager", username: "manager" },
    { ...values, role: "Resident", username: "resident" },
  ]);
  for (const core of cores) await seedDemo(core, { clock: new Clock(), savesMailsAsFiles: true });
  expect(await cores[0].store.count(account, { Kind: "bank" })).toBe(1);
});

function seedBoth(cores: readonly Core[], accounts: readonly SeedAccount[] = []): Promise<boolean[]> {
  return Promise.all(cores.map((core) => seedDatabase(core.createSystemContext("setup"), accounts)));
}

/** Two servers on one database, which is dropped after the test. */
async function openTwoCores(): Promise<[Core, Core]> {
  const name = `first-start-${randomUUID()}`;
  const open = () => openCore({ uri: inject("mongoUri"), name, now: () => new Date(), log: createLog("silent") });
  const cores = await Promise.all([open(), open()]);
  onTestFinished(async () => {
    await cores[0].connection.dropDatabase();
    await Promise.all(cores.map((core) => core.close()));
  });
  return cores;
}
