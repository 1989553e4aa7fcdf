import { randomUUID } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { Clock } from "../../server/clock.ts";
import { type Core, openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { warnAboutDemoPasswords } from "../../server/main.ts";
import { seedDemo } from "../../server/seed/demo/seed-demo.ts";
import { seedDatabase } from "../../server/seed/seed-database.ts";
import { account } from "../../shared/resources/account.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { openHarness } from "../harness/harness.ts";

test("two servers that start at once on an empty database fill it once", async () => {
  const cores = await openTwoCores();
  const haveSeeded = await Promise.all(cores.map((core) => seedDatabase(core.createSystemContext("setup"), [])));
  expect(haveSeeded.toSorted()).toEqual([false, true]);
  expect(await cores[0].store.count(role, { RoleName: "Admin" })).toBe(1);
});

test("a server that found an empty database adds no demo to the plots that another server has added meanwhile", async () => {
  const { admin, portal } = await openHarness();
  const core = await openSilentCore(portal.databaseName);
  onTestFinished(() => core.close());
  await seedDemo(core, { clock: new Clock(), savesMailsAsFiles: true });
  expect((await admin.list(account)).map(({ Kind }) => Kind)).toEqual(["cash"]);
});

test("a start without the demo warns about the accounts that still have the public passwords of the demo", async () => {
  const [core] = await openTwoCores();
  const accounts = [
    { role: "Admin", username: "admin", password: "admin123" },
    { role: "Manager", username: "manager", password: "changed-since" },
  ] as const;
  await seedDatabase(
    core.createSystemContext("setup"),
    accounts.map((each) => ({ ...each, fullName: each.username, mustChangePassword: false })),
  );
  await core.changeStream.waitForOwnCommits([users.name]);
  const logEntries: unknown[] = [];
  await warnAboutDemoPasswords(core, createLog("warn", { write: (line) => void logEntries.push(JSON.parse(line)) }));
  expect(logEntries).toMatchObject([{ username: "admin", msg: "An account has the demo's password" }]);
});

/** Two servers on one database, which is dropped after the test. */
async function openTwoCores(): Promise<[Core, Core]> {
  const name = `first-start-${randomUUID()}`;
  const cores = await Promise.all([openSilentCore(name), openSilentCore(name)]);
  onTestFinished(async () => {
    await cores[0].connection.dropDatabase();
    await Promise.all(cores.map((core) => core.close()));
  });
  return cores;
}

function openSilentCore(name: string): Promise<Core> {
  return openCore({ uri: inject("mongoUri"), name, now: () => new Date(), log: createLog("silent") });
}
