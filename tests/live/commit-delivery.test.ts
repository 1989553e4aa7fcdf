import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { openHarness } from "../harness/harness.ts";

test("a commit of a script without HTTP server reaches the clients", async () => {
  const { manager, transaction, society } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["plot"]);
  await transaction(async (tx) =>
    tx.update(plot, await tx.get(plot, society.aliPlot.PlotID), { OwnerName: "Ali Raza" }),
  );
  await listener.waitFor(({ changes }) => changes.length > 0);
  expect(listener.received.changes).toMatchObject([{ by: "Office", record: { OwnerName: "Ali Raza", Version: 2 } }]);
});

test("a commit on one server reaches clients of another, and cursors are valid on both", {
  tags: "requirement-27",
}, async () => {
  const { portal, createPlot, manager } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const secondServerListener = await secondServer.person("manager").openSocket();
  await secondServerListener.watch(["plot"]);
  await createPlot({ HouseNo: "B-1" });
  await secondServerListener.waitFor(({ changes }) => changes.length > 0);
  const { cursor } = secondServerListener;
  secondServerListener.close();
  await createPlot({ HouseNo: "B-2" });

  const firstServerListener = await manager.openSocket({ cursor });
  await firstServerListener.watch(["plot"]);
  await firstServerListener.waitForEarlierEvents();
  expect(firstServerListener.received.changes).toMatchObject([{ record: { HouseNo: "B-2" } }]);
  expect(firstServerListener.received.resyncs).toEqual([]);
});

test("the changes of one transaction arrive as one event, in order", async () => {
  const { manager, createPlan } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["service-rate", "payment-plan"]);
  const { rate, plan } = await createPlan();
  await listener.waitForEarlierEvents();
  const [inserted] = listener.received.changes;
  expect(inserted).toMatchObject({ resource: "service-rate", record: { PaymentPlanID: null } });
  const planned = listener.received.changes.slice(1);
  expect(planned.map(({ resource, id }) => [resource, id])).toEqual([
    ["payment-plan", plan.PaymentPlanID],
    ["service-rate", rate.RateID],
  ]);
  expect(listener.received.events.some(({ changes }) => planned.every((change) => changes.includes(change)))).toBe(
    true,
  );
});

test("the deletion of a plan and its schedule arrives as one event", async () => {
  const { manager, admin, createSchedule } = await openHarness();
  const { plan, rows } = await createSchedule();
  const listener = await manager.openSocket();
  await listener.watch(["service-rate", "payment-plan", "payment-schedule"]);
  await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
  await listener.waitForEarlierEvents();
  expect(listener.received.events).toHaveLength(1);
  const deletions = listener.received.changes.filter(({ type }) => type === "delete");
  expect(deletions).toHaveLength(rows.length + 1);
  expect(listener.received.changes.filter(({ type }) => type === "upsert")).toMatchObject([
    { resource: "service-rate", record: { PaymentPlanID: null } },
  ]);
});

test("a changed category name is sent with every record that shows it", async () => {
  const { manager, admin, society, createSchedule } = await openHarness();
  await createSchedule();
  const listener = await manager.openSocket();
  await listener.watch(["plot", "service-rate", "payment-schedule"]);
  const { CategoryID } = society.categories.A;
  await admin.put(`/plot-category/${CategoryID}`, { CategoryName: "Alpha" });
  await listener.waitForEarlierEvents();
  const sent = listener.received.changes.map(({ record }) => record);
  const read = [await manager.list(plot), await manager.list(serviceRate), await manager.list(paymentSchedule)].flat();
  expect(read).toHaveLength(2 + 1 + 24);
  expect(sent).toEqual(expect.arrayContaining(read));
  expect(sent).toHaveLength(read.length);
  expect(new Set(read.map(({ CategoryName }) => CategoryName))).toEqual(new Set(["Alpha"]));
});

test("the new name of an owner is sent with the schedule, to that owner only", async () => {
  const { ali, sana, admin, society, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [aliListener, sanaListener] = [await ali.openSocket(), await sana.openSocket()];
  for (const listener of [aliListener, sanaListener]) await listener.watch(["payment-schedule"]);
  await admin.put(`/plot/${society.aliPlot.PlotID}`, { ...society.aliPlot, OwnerName: "Ali Raza" });
  await aliListener.waitForEarlierEvents();
  await sanaListener.waitForEarlierEvents();
  expect(aliListener.received.changes).toHaveLength(rows.length / 2);
  expect(aliListener.received.changes.every(({ record }) => record?.OwnerName === "Ali Raza")).toBe(true);
  expect(sanaListener.received.changes).toEqual([]);
});
