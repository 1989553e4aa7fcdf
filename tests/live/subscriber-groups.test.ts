import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";

test("marking a row as paid is sent to others as the record that REST answers", async () => {
  const { clerk, manager, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [row] = rows;
  const [ticking, looking] = [await clerk.openSocket(), await manager.openSocket()];
  await ticking.watch(["payment-schedule"]);
  await looking.watch(["payment-schedule"]);

  await clerk.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 });

  await looking.waitFor(({ changes }) => changes.length > 0);
  await ticking.waitFor(({ changes }) => changes.length > 0);
  const [now] = await manager.list(paymentSchedule, `?PaymentScheduleID=${row?.PaymentScheduleID}`);
  const change = { resource: "payment-schedule", type: "upsert", id: row?.PaymentScheduleID, record: now, by: "clerk" };
  expect(now).toMatchObject({ IsPaid: 1, PaidDate: "2026-11-15", AmountReceived: 2500, HouseNo: "A-1" });
  expect(looking.received.changes).toEqual([{ ...change, at: "2026-11-15T07:00:00.000Z" }]);
  expect(ticking.received.changes).toEqual(looking.received.changes);
});

test("a schedule generation arrives as one event", async () => {
  const { manager, admin, createPlan, society } = await openHarness();
  const { rate, plan } = await createPlan({ EndYear: 2030 });
  const listener = await manager.openSocket();
  await listener.watch(["payment-schedule"]);

  const PlotIDs = [society.ali.PlotID, society.sana.PlotID];
  await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });

  await listener.waitForMarker();
  expect(listener.received.events).toHaveLength(1);
  expect(listener.received.changes.map(({ record }) => record)).toEqual(await manager.list(paymentSchedule));
  expect(listener.received.changes).toHaveLength(120);
});

test("a resident never receives changes of other plots", { tags: "requirement-2" }, async () => {
  const { admin, ali, sana, society, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [hisEar, herEar] = [await ali.openSocket(), await sana.openSocket()];
  for (const ear of [hisEar, herEar]) await ear.watch(["plot", "payment-schedule"]);

  const hers = rows.filter(({ PlotID }) => PlotID === society.sana.PlotID);
  for (const { PaymentScheduleID } of hers) await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: true });
  await admin.put(`/plot/${society.sana.PlotID}`, { ...society.sana, OwnerName: "Sana Tariq" });

  await hisEar.waitForMarker();
  await herEar.waitForMarker();
  expect(hisEar.received.changes).toEqual([]);
  expect(await ali.list(plot)).toHaveLength(1);
  expect(herEar.received.changes.filter(({ resource }) => resource === "plot")).toMatchObject([
    { record: { OwnerName: "Sana Tariq" } },
  ]);
  expect(
    herEar.received.changes.filter(({ resource }) => resource === "payment-schedule").length,
  ).toBeGreaterThanOrEqual(hers.length);
  expect(new Set(herEar.received.changes.map(({ by }) => by))).toEqual(new Set(["Office"]));
});
