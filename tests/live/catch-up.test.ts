import { expect, test } from "vitest";
import { toCursor, toResumeToken } from "../../server/commits/cursor.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness } from "../harness/harness.ts";

test("a client that reconnects with a cursor receives the missed changes once and in order", async () => {
  const { manager, createPlot } = await openHarness();
  const before = await manager.openSocket();
  await before.watch(["plot"]);
  await createPlot({ HouseNo: "B-1" });
  await before.waitForEarlierEvents();
  const { cursor } = before;
  before.close();
  for (const HouseNo of ["B-2", "B-3", "B-4"]) await createPlot({ HouseNo });

  const after = await manager.openSocket({ cursor });
  await after.watch(["plot"]);
  await after.waitForEarlierEvents();
  expect(after.received.changes.map(({ record }) => record?.HouseNo)).toEqual(["B-2", "B-3", "B-4"]);
  expect(after.received.resyncs).toEqual([]);

  const nextSocket = await manager.openSocket({ cursor: after.cursor });
  await nextSocket.watch(["plot"]);
  await nextSocket.waitForEarlierEvents();
  expect(nextSocket.received.changes).toEqual([]);
});

test("the cursor in the answer to watch can be used even if no change has arrived", async () => {
  const { manager, createPlot } = await openHarness();
  const before = await manager.openSocket();
  await before.watch(["plot"]);
  const { cursor } = before;
  before.close();
  await createPlot({ HouseNo: "B-1" });
  const after = await manager.openSocket({ cursor });
  await after.watch(["plot"]);
  await after.waitForEarlierEvents();
  expect(after.received.changes).toMatchObject([{ record: { HouseNo: "B-1" } }]);
});

test("missed changes are delivered after a restart of the server", async () => {
  const { manager, admin, portal, createSchedule, createPlot } = await openHarness();
  const { rows } = await createSchedule();
  const before = await manager.openSocket();
  await before.watch(["plot", "payment-schedule"]);
  const { cursor } = before;
  await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  await createPlot({ HouseNo: "B-1" });
  before.close();
  await portal.restart();
  await createPlot({ HouseNo: "B-2" });

  const after = await manager.openSocket({ cursor });
  await after.watch(["plot", "payment-schedule"]);
  await after.waitFor(({ changes }) => changes.length >= 3);
  await after.waitForEarlierEvents();
  const [paidRow] = await manager.list(paymentSchedule, `?PaymentScheduleID=${rows[0]?.PaymentScheduleID}`);
  expect(after.received.changes.map(({ record }) => record)).toMatchObject([
    paidRow,
    { HouseNo: "B-1" },
    { HouseNo: "B-2" },
  ]);
  expect(after.received.resyncs).toEqual([]);
});

test("ten clients that return with different cursors after a restart each receive what they missed", async () => {
  const { manager, portal, createPlot } = await openHarness();
  const listener = await manager.openSocket();
  await listener.watch(["plot"]);
  const cursors = [listener.cursor];
  for (let count = 1; count <= 9; count++) {
    await createPlot({ HouseNo: `B-${count}` });
    await listener.waitFor(({ changes }) => changes.length === count);
    cursors.push(listener.cursor);
  }
  listener.close();
  await portal.restart();
  await createPlot({ HouseNo: "B-10" });
  const houses = Array.from({ length: 10 }, (_, index) => `B-${index + 1}`);
  await Promise.all(
    cursors.map(async (cursor, index) => {
      const socket = await manager.openSocket({ cursor });
      await socket.watch(["plot"]);
      await socket.waitFor(({ changes }) => changes.length >= houses.length - index);
      expect(socket.received.changes.map(({ record }) => record?.HouseNo)).toEqual(houses.slice(index));
      expect(socket.received.resyncs).toEqual([]);
    }),
  );
});

test("a missed schedule generation is delivered as one event after a restart", { tags: "requirement-19" }, async () => {
  const { manager, portal, createPlot, createPlan, society, admin } = await openHarness();
  const plots = [society.aliPlot, society.sanaPlot, await createPlot(), await createPlot(), await createPlot()];
  const { rate, plan } = await createPlan({ EndYear: 2035 });
  const before = await manager.openSocket();
  await before.watch(["payment-schedule"]);
  const { cursor } = before;
  const PlotIDs = plots.map(({ PlotID }) => PlotID);
  await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
  await before.waitFor(({ changes }) => changes.length > 0);
  expect(before.received.events.map(({ changes }) => changes.length)).toEqual([600]);
  before.close();
  await portal.restart();

  const after = await manager.openSocket({ cursor });
  await after.watch(["payment-schedule"]);
  await after.waitFor(({ changes }) => changes.length > 0);
  await after.waitForEarlierEvents();
  expect(after.received.events.map(({ changes }) => changes.length)).toEqual([600]);
  expect(after.received.changes).toEqual(before.received.changes);
});

test("a server delivers the changes that others write while it starts", async () => {
  const { uri, failCommands } = await startFailingMongo();
  const { manager, portal, createPlot } = await openHarness({ uri });
  const before = await manager.openSocket();
  await before.watch(["plot"]);
  const { cursor } = before;
  before.close();
  // The server follows the commits already when it creates this index.
  const namespace = `${portal.databaseName}.presence`;
  await failCommands({ failCommands: ["createIndexes"], namespace, blockConnection: true, blockTimeMS: 500 });
  let isStarting = true;
  const starting = portal.startAnotherServer().finally(() => {
    isStarting = false;
  });
  const houses: string[] = [];
  while (isStarting) houses.push((await createPlot()).HouseNo);

  const after = await (await starting).person("manager").openSocket({ cursor });
  await after.watch(["plot"]);
  await after.waitFor(({ changes }) => changes.at(-1)?.record?.HouseNo === houses.at(-1));
  expect(after.received.changes.map(({ record }) => record?.HouseNo)).toEqual(houses);
  expect(after.received.resyncs).toEqual([]);
});

test.each([
  ["text", "nonsense"],
  ["a number that is not a cursor", "82"],
  ["before the first commit", "00"],
  ["after the last commit", "zzzzzzzz"],
  [
    "of an earlier release",
    "826B0523FE000000012B022C01002B046E5A10048B6F8072B5C44B5FA8A9B2E7FC89C83746645F696400646B0523FE50F114BBD3F026830004",
  ],
  ["empty", ""],
  ["too long", "8".repeat(5000)],
])("a cursor that is %s causes a resync", async (_description, cursor) => {
  const { manager, createPlot } = await openHarness();
  const listener = await manager.openSocket({ cursor });
  await listener.watch(["plot", "expenses", "role"]);
  await listener.waitFor(({ resyncs }) => resyncs.length > 0);
  await createPlot({ HouseNo: "B-1" });
  await listener.waitForEarlierEvents();
  expect(listener.received.resyncs).toEqual([["plot", "expenses"]]);
  expect(listener.received.changes).toMatchObject([{ record: { HouseNo: "B-1" } }]);
});

test("a cursor that the history has never contained, as after a restore, causes a resync", async () => {
  const { manager } = await openHarness();
  const before = await manager.openSocket();
  await before.watch(["plot"]);
  const { _data } = toResumeToken(before.cursor);
  const listener = await manager.openSocket({
    cursor: toCursor({ _data: `${_data.slice(0, 2)}00000001${_data.slice(10)}` }),
  });
  await listener.watch(["plot"]);
  await listener.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(listener.received.resyncs).toEqual([["plot"]]);
});

test("missed changes of a resource whose permission was revoked are not delivered", {
  tags: "requirement-6",
}, async () => {
  const { manager, revoke, createExpense, createPlot } = await openHarness();
  const before = await manager.openSocket();
  await before.watch(["expenses", "plot"]);
  const { cursor } = before;
  before.close();
  await createExpense();
  await createPlot({ HouseNo: "B-1" });
  await revoke({ role: "Manager", page: "/finance-management?tab=expenses", action: "View" });

  const after = await manager.openSocket({ cursor });
  expect(await after.watch(["expenses", "plot"])).toMatchObject({ watching: ["plot"], denied: ["expenses"] });
  await after.waitForEarlierEvents();
  expect(after.received.changes).toMatchObject([{ resource: "plot", record: { HouseNo: "B-1" } }]);
});

test("a resident catches up on their own rows only, and rows moved to other plots are deleted", {
  tags: "requirement-6",
}, async () => {
  const { ali, admin, society, createSchedule, transaction } = await openHarness();
  const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
  const [staying, leaving] = rows.map(({ PaymentScheduleID }) => PaymentScheduleID);
  const before = await ali.openSocket();
  await before.watch(["payment-schedule"]);
  const { cursor } = before;
  before.close();
  await admin.put(`/payment-schedule/${staying}`, { IsPaid: 1 });
  await transaction(async (tx) => {
    const row = await tx.get(paymentSchedule, leaving ?? 0);
    tx.update(paymentSchedule, row, { PlotID: society.sanaPlot.PlotID });
  });
  await admin.put(`/payment-schedule/${leaving}`, { IsPaid: 1 });

  const after = await ali.openSocket({ cursor });
  await after.watch(["payment-schedule"]);
  await after.waitForEarlierEvents();
  expect(after.received.changes).toMatchObject([
    { type: "upsert", id: staying, by: "Office" },
    { type: "delete", id: leaving, by: "Office" },
  ]);
});

test("a client that changes its subscription during catch-up misses nothing", async () => {
  const { manager, portal, createPlot } = await openHarness();
  const before = await manager.openSocket();
  await before.watch(["plot", "role"]);
  const { cursor } = before;
  before.close();
  await createPlot({ HouseNo: "B-1" });
  await portal.restart();

  const after = await manager.openSocket({ cursor });
  await Promise.all([after.watch(["plot", "role"]), after.watch(["plot", "expenses"])]);
  await after.waitFor(({ changes, resyncs }) => changes.length > 0 || resyncs.some((names) => names.includes("plot")));
});

test("a resident whose plots have changed while disconnected gets a resync", {
  tags: "requirement-6",
}, async () => {
  const { ali, society, changeUser } = await openHarness();
  const before = await ali.openSocket();
  await before.watch(["payment-schedule", "plot"]);
  const { cursor } = before;
  before.close();
  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  const after = await ali.openSocket({ cursor });
  await after.watch(["payment-schedule", "plot"]);
  await after.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(after.received.resyncs).toEqual([["payment-schedule", "plot"]]);
});

test("a user whose permission was revoked and granted again while disconnected gets a resync", {
  tags: "requirement-6",
}, async () => {
  const { manager, grant, revoke, createExpense } = await openHarness();
  const expenses = { role: "Manager", page: "/finance-management?tab=expenses", action: "View" } as const;
  const before = await manager.openSocket();
  await before.watch(["expenses", "plot"]);
  await revoke(expenses);
  await createExpense();
  await before.waitForEarlierEvents();
  const { cursor } = before;
  before.close();
  await grant(expenses);
  const after = await manager.openSocket({ cursor });
  await after.watch(["expenses", "plot"]);
  await after.waitFor(({ resyncs }) => resyncs.some((names) => names.includes("expenses")));
});
