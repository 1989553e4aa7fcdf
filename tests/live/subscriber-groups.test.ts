import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";

test("a tick is sent to every client as the record that REST returns", async () => {
  const { clerk, manager, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [row] = rows;
  const [clerkSocket, managerSocket] = [await clerk.openSocket(), await manager.openSocket()];
  await clerkSocket.watch(["payment-schedule"]);
  await managerSocket.watch(["payment-schedule"]);

  await clerk.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid: 1 });

  await managerSocket.waitFor(({ changes }) => changes.length > 0);
  await clerkSocket.waitFor(({ changes }) => changes.length > 0);
  const [record] = await manager.list(paymentSchedule, `?PaymentScheduleID=${row?.PaymentScheduleID}`);
  const change = {
    resource: "payment-schedule",
    type: "upsert",
    id: row?.PaymentScheduleID,
    record,
    by: "clerk",
    userId: (await clerk.session()).user.UserID,
  };
  expect(record).toMatchObject({ IsPaid: 1, PaidDate: "2026-11-15", AmountReceived: 2500, HouseNo: "A-1" });
  expect(managerSocket.received.changes).toEqual([{ ...change, at: "2026-11-15T07:00:00.000Z" }]);
  expect(clerkSocket.received.changes).toEqual(managerSocket.received.changes);
});

test("a schedule generation arrives as one event", async () => {
  const { manager, admin, createPlan, society } = await openHarness();
  const { rate, plan } = await createPlan({ EndYear: 2030 });
  const socket = await manager.openSocket();
  await socket.watch(["payment-schedule"]);

  const PlotIDs = [society.aliPlot.PlotID, society.sanaPlot.PlotID];
  await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });

  await socket.waitForEarlierEvents();
  expect(socket.received.batches).toHaveLength(1);
  expect(socket.received.changes.map(({ record }) => record)).toEqual(await manager.list(paymentSchedule));
  expect(socket.received.changes).toHaveLength(120);
});

test("a resident never receives changes of other plots", { tags: "requirement-2" }, async () => {
  const { admin, ali, sana, society, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [aliSocket, sanaSocket] = [await ali.openSocket(), await sana.openSocket()];
  for (const socket of [aliSocket, sanaSocket]) await socket.watch(["plot", "payment-schedule"]);

  const sanaRows = rows.filter(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
  for (const { PaymentScheduleID } of sanaRows)
    await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: true });
  await admin.put(`/plot/${society.sanaPlot.PlotID}`, { ...society.sanaPlot, OwnerName: "Sana Tariq" });

  await aliSocket.waitForEarlierEvents();
  await sanaSocket.waitForEarlierEvents();
  expect(aliSocket.received.changes).toEqual([]);
  expect(await ali.list(plot)).toHaveLength(1);
  expect(sanaSocket.received.changes.filter(({ resource }) => resource === "plot")).toMatchObject([
    { record: { OwnerName: "Sana Tariq" } },
  ]);
  expect(
    sanaSocket.received.changes.filter(({ resource }) => resource === "payment-schedule").length,
  ).toBeGreaterThanOrEqual(sanaRows.length);
  expect(new Set(sanaSocket.received.changes.map(({ by }) => by))).toEqual(new Set(["Office"]));
});
