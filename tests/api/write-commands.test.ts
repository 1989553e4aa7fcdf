import { afterAll, expect, inject, test } from "vitest";
import { connect } from "../../server/database/connection.ts";
import { bill } from "../../shared/resources/bill.ts";
import { monthLock } from "../../shared/resources/month-lock.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { startHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

// A database of its own, because the profile contains all commands of a database.
const { stop, admin, portal, createSchedule } = await startHarness({ uri: inject("mongoUri") });
afterAll(stop);
const connection = await connect(inject("mongoUri"), portal.databaseName);
afterAll(async () => {
  await connection.db?.command({ profile: 0 });
  await connection.collection("system.profile").drop();
  await connection.close();
});

test("a tick in a past month queries neither the bills of a house without bills nor the cached month lock", async () => {
  const [january, february] = (await createSchedule()).rows;
  const tick = async (row: typeof january) =>
    assertOk(await admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 }));
  await tick(january);
  // The jobs of the start query the schedule too.
  await portal.runJobs();
  await connection.db?.command({ profile: 2 });
  await tick(february);
  const names = [paymentSchedule, bill, monthLock].map(({ name }) => `${connection.name}.${name}`);
  const commands = await connection
    .collection("system.profile")
    .find({ ns: { $in: names } })
    .sort({ ts: 1 })
    .toArray();
  expect(commands.map(({ op, ns }) => [op, ns])).toEqual([
    ["command", names[0]],
    ["update", names[0]],
  ]);
});
