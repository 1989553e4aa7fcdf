import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { openHarness } from "../harness/harness.ts";

test("a commit that a script writes without the HTTP server reaches the clients", async () => {
  const { manager, transaction, society } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["plot"]);
  await transaction(async (tx) =>
    tx.update(plot, await tx.get(plot, society.aliPlot.PlotID), { OwnerName: "Ali Raza" }),
  );
  await socket.waitFor(({ changes }) => changes.length > 0);
  expect(socket.received.changes).toMatchObject([{ by: "Office", record: { OwnerName: "Ali Raza", Version: 2 } }]);
});

test("a commit on one server reaches clients of another, and cursors are valid on both", {
  tags: "requirement-27",
}, async () => {
  const { portal, createPlot, manager } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const secondServerSocket = await secondServer.person("manager").openSocket();
  await secondServerSocket.watch(["plot"]);
  await createPlot({ HouseNo: "B-1" });
  await secondServerSocket.waitFor(({ changes }) => changes.length > 0);
  const { cursor } = secondServerSocket;
  secondServerSocket.close();
  await createPlot({ HouseNo: "B-2" });

  const firstServerSocket = await manager.openSocket({ cursor });
  await firstServerSocket.watch(["plot"]);
  await firstServerSocket.waitForEarlierEvents();
  expect(firstServerSocket.received.changes).toMatchObject([{ record: { HouseNo: "B-2" } }]);
  expect(firstServerSocket.received.resyncs).toEqual([]);
});

test("the changes of one transaction arrive as one event, in order", async () => {
  const { manager, createPlan } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["service-rate", "payment-plan"]);
  const { rate, plan } = await createPlan();
  await socket.waitForEarlierEvents();
  const [inserted] = socket.received.changes;
  expect(inserted).toMatchObject({ resource: "service-rate", record: { PaymentPlanID: null } });
  const planChanges = socket.received.changes.slice(1);
  expect(planChanges.map(({ resource, id }) => [resource, id])).toEqual([
    ["payment-plan", plan.PaymentPlanID],
    ["service-rate", rate.RateID],
  ]);
  expect(socket.received.batches.some(({ changes }) => planChanges.every((change) => changes.includes(change)))).toBe(
    true,
  );
});

test("the deletion of a plan and its schedule arrives as one event", async () => {
  const { manager, admin, createSchedule } = await openHarness();
  const { plan, rows } = await createSchedule();
  const socket = await manager.openSocket();
  await socket.watch(["service-rate", "payment-plan", "payment-schedule"]);
  await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
  await socket.waitForEarlierEvents();
  expect(socket.received.batches).toHaveLength(1);
  const deletions = socket.received.changes.filter(({ type }) => type === "delete");
  expect(deletions).toHaveLength(rows.length + 1);
  expect(socket.received.changes.filter(({ type }) => type === "upsert")).toMatchObject([
    { resource: "service-rate", record: { PaymentPlanID: null } },
  ]);
});

test("a changed category name is sent with every record that shows it", async () => {
  const { manager, admin, society, createSchedule } = await openHarness();
  await createSchedule();
  const socket = await manager.openSocket();
  await socket.watch(["plot", "service-rate", "payment-schedule"]);
  const { CategoryID } = society.categories.A;
  await admin.put(`/plot-category/${CategoryID}`, { CategoryName: "Alpha" });
  await socket.waitForEarlierEvents();
  const sentRecords = socket.received.changes.map(({ record }) => record);
  const listedRecords = [
    await manager.list(plot),
    await manager.list(serviceRate),
    await manager.list(paymentSchedule),
  ].flat();
  expect(listedRecords).toHaveLength(2 + 1 + 24);
  expect(sentRecords).toEqual(expect.arrayContaining(listedRecords));
  expect(sentRecords).toHaveLength(listedRecords.length);
  expect(new Set(listedRecords.map(({ CategoryName }) => CategoryName))).toEqual(new Set(["Alpha"]));
});

test("the new name of an owner is sent with the schedule, to that owner only", async () => {
  const { ali, sana, admin, society, createSchedule } = await openHarness();
  const { rows } = await createSchedule();
  const [aliSocket, sanaSocket] = [await ali.openSocket(), await sana.openSocket()];
  for (const socket of [aliSocket, sanaSocket]) await socket.watch(["payment-schedule"]);
  await admin.put(`/plot/${society.aliPlot.PlotID}`, { ...society.aliPlot, OwnerName: "Ali Raza" });
  await aliSocket.waitForEarlierEvents();
  await sanaSocket.waitForEarlierEvents();
  expect(aliSocket.received.changes).toHaveLength(rows.length / 2);
  expect(aliSocket.received.changes.every(({ record }) => record?.OwnerName === "Ali Raza")).toBe(true);
  expect(sanaSocket.received.changes).toEqual([]);
});
