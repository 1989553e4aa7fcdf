import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { world } from "../world/world.ts";

test("a tick is heard by others, with the very record that they then read", async () => {
  const { clerk, manager, aSchedule } = await world();
  const { rows } = await aSchedule();
  const [row] = rows;
  const [ticking, looking] = [await clerk.socket(), await manager.socket()];
  await ticking.watch(["payment-schedule"]);
  await looking.watch(["payment-schedule"]);

  await clerk.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 });

  await looking.until(({ changes }) => changes.length > 0);
  await ticking.until(({ changes }) => changes.length > 0);
  const [now] = await manager.list(paymentSchedule, `?PaymentScheduleID=${row?.PaymentScheduleID}`);
  const change = { resource: "payment-schedule", type: "upsert", id: row?.PaymentScheduleID, record: now, by: "clerk" };
  expect(now).toMatchObject({ IsPaid: 1, PaidDate: "2026-11-15", AmountReceived: 2500, HouseNo: "A-1" });
  expect(looking.heard.changes).toEqual([{ ...change, at: "2026-11-15T07:00:00.000Z" }]);
  expect(ticking.heard.changes).toEqual(looking.heard.changes);
});

test("a generation arrives whole, as one event", async () => {
  const { manager, admin, aPlan, society } = await world();
  const { rate, plan } = await aPlan({ EndYear: 2030 });
  const listener = await manager.socket();
  await listener.watch(["payment-schedule"]);

  const PlotIDs = [society.ali.PlotID, society.sana.PlotID];
  await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });

  await listener.quiet();
  expect(listener.heard.events).toHaveLength(1);
  expect(listener.heard.changes.map(({ record }) => record)).toEqual(await manager.list(paymentSchedule));
  expect(listener.heard.changes).toHaveLength(120);
});

test("a resident never hears another's plot", async () => {
  const { admin, ali, sana, society, aSchedule } = await world();
  const { rows } = await aSchedule();
  const [hisEar, herEar] = [await ali.socket(), await sana.socket()];
  for (const ear of [hisEar, herEar]) await ear.watch(["plot", "payment-schedule"]);

  const hers = rows.filter(({ PlotID }) => PlotID === society.sana.PlotID);
  for (const { PaymentScheduleID } of hers) await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: true });
  await admin.put(`/plot/${society.sana.PlotID}`, { ...society.sana, OwnerName: "Sana Tariq" });

  await hisEar.quiet();
  await herEar.quiet();
  expect(hisEar.heard.changes).toEqual([]);
  expect(await ali.list(plot)).toHaveLength(1);
  expect(herEar.heard.changes.filter(({ resource }) => resource === "plot")).toMatchObject([
    { record: { OwnerName: "Sana Tariq" } },
  ]);
  expect(herEar.heard.changes.filter(({ resource }) => resource === "payment-schedule").length).toBeGreaterThanOrEqual(
    hers.length,
  );
  expect(new Set(herEar.heard.changes.map(({ by }) => by))).toEqual(new Set(["Office"]));
});
