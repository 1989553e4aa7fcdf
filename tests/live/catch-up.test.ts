import { expect, test } from "vitest";
import { commitsCollection } from "../../server/commits/commit.ts";
import { toCursor, toResumeToken } from "../../server/commits/cursor.ts";
import type { Transaction } from "../../server/commits/transaction.ts";
import { action } from "../../shared/resources/action.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { menus } from "../../shared/resources/menus.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { openHarness, shareHarness } from "../harness/harness.ts";

test("a client that reconnects with a cursor receives the missed changes once and in order", async () => {
  const { manager, createPlot } = await openHarness();
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot"]);
  await createPlot({ HouseNo: "B-1" });
  await earlierSocket.waitForEarlierEvents();
  const { cursor } = earlierSocket;
  earlierSocket.close();
  for (const HouseNo of ["B-2", "B-3", "B-4"]) await createPlot({ HouseNo });

  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["plot"]);
  await laterSocket.waitForEarlierEvents();
  expect(laterSocket.received.changes.map(({ record }) => record?.HouseNo)).toEqual(["B-2", "B-3", "B-4"]);
  expect(laterSocket.received.resyncs).toEqual([]);

  const thirdSocket = await manager.openSocket({ cursor: laterSocket.cursor });
  await thirdSocket.watch(["plot"]);
  await thirdSocket.waitForEarlierEvents();
  expect(thirdSocket.received.changes).toEqual([]);
});

test("the cursor in the reply to watch can be used even if no change has arrived", async () => {
  const { manager, createPlot } = await openHarness();
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await createPlot({ HouseNo: "B-1" });
  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["plot"]);
  await laterSocket.waitForEarlierEvents();
  expect(laterSocket.received.changes).toMatchObject([{ record: { HouseNo: "B-1" } }]);
});

test.each([1, 2] as const)(
  "a client of protocol %d that missed only changes of other resources gets no change, and with protocol 2 an empty event with the cursor",
  async (protocol) => {
    const { manager, createExpense } = await openHarness();
    const earlierSocket = await manager.openSocket();
    await earlierSocket.watch(["plot"]);
    const { cursor } = earlierSocket;
    earlierSocket.close();
    await createExpense();
    const laterSocket = await manager.openSocket({ cursor, protocol });
    const ack = await laterSocket.watch(["plot"]);
    expect(ack.cursor > cursor).toBe(true);
    await laterSocket.waitForEarlierEvents();
    expect(laterSocket.received.batches).toEqual(protocol === 2 ? [{ cursor: ack.cursor, changes: [] }] : []);
    expect(laterSocket.received.resyncs).toEqual([]);
  },
);

test("missed changes are delivered after a restart of the server", async () => {
  const { manager, admin, portal, createSchedule, createPlot } = await openHarness();
  const { rows } = await createSchedule();
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot", "payment-schedule"]);
  const { cursor } = earlierSocket;
  await admin.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 });
  await createPlot({ HouseNo: "B-1" });
  earlierSocket.close();
  await portal.restart();
  await createPlot({ HouseNo: "B-2" });

  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["plot", "payment-schedule"]);
  await laterSocket.waitFor(({ changes }) => changes.length >= 3);
  await laterSocket.waitForEarlierEvents();
  const [paidRow] = await manager.list(paymentSchedule, `?PaymentScheduleID=${rows[0]?.PaymentScheduleID}`);
  expect(laterSocket.received.changes.map(({ record }) => record)).toMatchObject([
    paidRow,
    { HouseNo: "B-1" },
    { HouseNo: "B-2" },
  ]);
  expect(laterSocket.received.resyncs).toEqual([]);
});

test("ten clients that return with different cursors after a restart each receive their missed changes", async () => {
  const { manager, portal, createPlot } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["plot"]);
  const cursors = [socket.cursor];
  for (let count = 1; count <= 9; count++) {
    await createPlot({ HouseNo: `B-${count}` });
    await socket.waitFor(({ changes }) => changes.length === count);
    cursors.push(socket.cursor);
  }
  socket.close();
  await portal.restart();
  await createPlot({ HouseNo: "B-10" });
  const houses = Array.from({ length: 10 }, (_, index) => `B-${index + 1}`);
  await Promise.all(
    cursors.map(async (cursor, index) => {
      const laterSocket = await manager.openSocket({ cursor });
      await laterSocket.watch(["plot"]);
      await laterSocket.waitFor(({ changes }) => changes.length >= houses.length - index);
      expect(laterSocket.received.changes.map(({ record }) => record?.HouseNo)).toEqual(houses.slice(index));
      expect(laterSocket.received.resyncs).toEqual([]);
    }),
  );
});

test("a missed schedule generation is delivered as one event after a restart", { tags: "requirement-19" }, async () => {
  const { manager, portal, createPlot, createPlan, society, admin } = await openHarness();
  const plots = [society.aliPlot, society.sanaPlot, await createPlot(), await createPlot(), await createPlot()];
  // Five plots times 120 months are 600 installments.
  const { rate, plan } = await createPlan({ EndYear: 2035 });
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["payment-schedule"]);
  const { cursor } = earlierSocket;
  const PlotIDs = plots.map(({ PlotID }) => PlotID);
  await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
  await earlierSocket.waitFor(({ changes }) => changes.length > 0);
  expect(earlierSocket.received.batches.map(({ changes }) => changes.length)).toEqual([600]);
  earlierSocket.close();
  await portal.restart();

  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["payment-schedule"]);
  await laterSocket.waitFor(({ changes }) => changes.length > 0);
  await laterSocket.waitForEarlierEvents();
  expect(laterSocket.received.batches.map(({ changes }) => changes.length)).toEqual([600]);
  expect(laterSocket.received.changes).toEqual(earlierSocket.received.changes);
});

test("a server delivers the changes that others write while it starts", async () => {
  const { uri, failCommands } = await startFailingMongo();
  const { manager, portal, createPlot } = await openHarness({ uri });
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  // By the time it creates this index, the server already reads the change stream.
  const namespace = `${portal.databaseName}.presence`;
  await failCommands({ failCommands: ["createIndexes"], namespace, blockConnection: true, blockTimeMS: 500 });
  let isStarting = true;
  const starting = portal.startAnotherServer().finally(() => {
    isStarting = false;
  });
  const houses: string[] = [];
  while (isStarting) houses.push((await createPlot()).HouseNo);

  const laterSocket = await (await starting).person("manager").openSocket({ cursor });
  await laterSocket.watch(["plot"]);
  await laterSocket.waitFor(({ changes }) => changes.at(-1)?.record?.HouseNo === houses.at(-1));
  expect(laterSocket.received.changes.map(({ record }) => record?.HouseNo)).toEqual(houses);
  expect(laterSocket.received.resyncs).toEqual([]);
});

const openShared = shareHarness((harness) => harness);

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
  const { manager, createPlot } = await openShared();
  const socket = await manager.openSocket({ cursor });
  await socket.watch(["plot", "expenses", "role"]);
  await socket.waitFor(({ resyncs }) => resyncs.length > 0);
  const { HouseNo } = await createPlot();
  await socket.waitForEarlierEvents();
  expect(socket.received.resyncs).toEqual([["plot", "expenses"]]);
  expect(socket.received.changes).toMatchObject([{ record: { HouseNo } }]);
  socket.close();
});

test("a cursor that the history has never contained, as after a restore, causes a resync", async () => {
  const { manager } = await openHarness();
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot"]);
  const { _data } = toResumeToken(earlierSocket.cursor);
  const socket = await manager.openSocket({
    // The time in the cursor is replaced by one long before the first commit.
    cursor: toCursor({ _data: `${_data.slice(0, 2)}00000001${_data.slice(10)}` }),
  });
  await socket.watch(["plot"]);
  await socket.waitFor(({ resyncs }) => resyncs.length > 0);
  expect(socket.received.resyncs).toEqual([["plot"]]);
});

test("missed changes of a resource whose permission was revoked are not delivered", {
  tags: "requirement-6",
}, async () => {
  const { manager, revoke, createExpense, createPlot } = await openHarness();
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["expenses", "plot"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await createExpense();
  await createPlot({ HouseNo: "B-1" });
  await revoke({ role: "Manager", page: "/finance-management?tab=expenses", action: "View" });

  const laterSocket = await manager.openSocket({ cursor });
  expect(await laterSocket.watch(["expenses", "plot"])).toMatchObject({ watching: ["plot"], denied: ["expenses"] });
  await laterSocket.waitForEarlierEvents();
  expect(laterSocket.received.changes).toMatchObject([{ resource: "plot", record: { HouseNo: "B-1" } }]);
});

test("a resident catches up on rows of their own plots only, and receives a deletion of a row that moved to another plot", {
  tags: "requirement-6",
}, async () => {
  const { ali, admin, society, createSchedule, transaction } = await openHarness();
  const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
  const [stayingId, movedId] = rows.map(({ PaymentScheduleID }) => PaymentScheduleID);
  const earlierSocket = await ali.openSocket();
  await earlierSocket.watch(["payment-schedule"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await admin.put(`/payment-schedule/${stayingId}`, { IsPaid: 1 });
  await transaction(async (tx) => {
    const row = await tx.get(paymentSchedule, movedId ?? 0);
    tx.update(paymentSchedule, row, { PlotID: society.sanaPlot.PlotID });
  });
  await admin.put(`/payment-schedule/${movedId}`, { IsPaid: 1 });

  const laterSocket = await ali.openSocket({ cursor });
  await laterSocket.watch(["payment-schedule"]);
  await laterSocket.waitForEarlierEvents();
  expect(laterSocket.received.changes).toMatchObject([
    { type: "upsert", id: stayingId, by: "Office" },
    { type: "delete", id: movedId, by: "Office" },
  ]);
});

test("a client that changes its subscription during catch-up receives the missed changes first", async () => {
  const { uri, failCommands, waitForFault } = await startFailingMongo();
  const { manager, portal, createPlot } = await openHarness({ uri });
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["plot", "role"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await createPlot({ HouseNo: "B-1" });
  await portal.restart();
  // The server reads the missed commits with this command.
  const namespace = `${portal.databaseName}.${commitsCollection}`;
  await failCommands({ failCommands: ["aggregate"], namespace, blockConnection: true, blockTimeMS: 1_000 });
  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["plot", "role"]);
  await waitForFault();
  await laterSocket.watch(["plot", "expenses"]);
  await createPlot({ HouseNo: "B-2" });
  await laterSocket.waitFor(({ changes }) => changes.length >= 2);
  expect(laterSocket.received.changes.map(({ record }) => record?.HouseNo)).toEqual(["B-1", "B-2"]);
  expect(laterSocket.received.resyncs).toEqual([]);
});

test("a client gets the figures that change while it catches up", async () => {
  const { uri, failCommands, waitForFault } = await startFailingMongo();
  const { manager, portal, createPlot, createExpense } = await openHarness({ uri });
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["dashboard"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await createPlot();
  await portal.restart();
  // The server reads the missed commits with this command.
  const namespace = `${portal.databaseName}.${commitsCollection}`;
  await failCommands({ failCommands: ["aggregate"], namespace, blockConnection: true, blockTimeMS: 1_000 });
  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["dashboard"]);
  await waitForFault();
  await createExpense({ Amount: 90_000.25 });
  await laterSocket.waitFor(({ dashboard }) => dashboard.at(-1)?.data[1]?.total_expense === 90_000.25);
});

test("a resident whose plots have changed while disconnected gets a resync", {
  tags: "requirement-6",
}, async () => {
  const { ali, society, changeUser } = await openHarness();
  const earlierSocket = await ali.openSocket();
  await earlierSocket.watch(["payment-schedule", "plot"]);
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  const laterSocket = await ali.openSocket({ cursor });
  await laterSocket.watch(["payment-schedule", "plot"]);
  await laterSocket.waitFor(({ batches }) => batches.length > 0);
  expect(laterSocket.received.resyncs).toEqual([["payment-schedule", "plot"]]);
  expect(laterSocket.received.changes).toEqual([]);
});

test("a user whose permission was revoked and granted again while disconnected gets a resync", {
  tags: "requirement-6",
}, async () => {
  const { manager, grant, revoke, createExpense } = await openHarness();
  const viewExpenses = { role: "Manager", page: "/finance-management?tab=expenses", action: "View" } as const;
  const earlierSocket = await manager.openSocket();
  await earlierSocket.watch(["expenses", "plot"]);
  await revoke(viewExpenses);
  await createExpense();
  await earlierSocket.waitForEarlierEvents();
  const { cursor } = earlierSocket;
  earlierSocket.close();
  await grant(viewExpenses);
  const laterSocket = await manager.openSocket({ cursor });
  await laterSocket.watch(["expenses", "plot"]);
  await laterSocket.waitFor(({ resyncs }) => resyncs.some((names) => names.includes("expenses")));
});

/** The id of the page of expenses, and an id that no page has. */
const [expensesPageId, unusedPageId] = [14, 999];

test.each([
  ["a menu", moveMenu(expensesPageId, unusedPageId), moveMenu(unusedPageId, expensesPageId)],
  ["an action", renameAction("View", "Look"), renameAction("Look", "View")],
])(
  "a user who loses access by a change of %s and regains it while disconnected gets a resync",
  { tags: "requirement-6" },
  async (_changed, takeAccess, returnAccess) => {
    const { manager, transaction, createExpense } = await openHarness();
    const { ExpenseID } = await createExpense();
    const earlierSocket = await manager.openSocket();
    await earlierSocket.watch(["expenses"]);
    await transaction(takeAccess);
    // By the system, because the administrator has lost access too.
    await transaction(async (tx) => {
      tx.update(expenses, await tx.get(expenses, ExpenseID), { ExpenseTitle: "Lamps" });
    });
    await earlierSocket.waitForEarlierEvents();
    // The new cursor is later than this change, which the client has not received.
    await earlierSocket.watch(["expenses"]);
    expect(earlierSocket.received.changes).toEqual([]);
    const { cursor } = earlierSocket;
    earlierSocket.close();
    await transaction(returnAccess);
    const laterSocket = await manager.openSocket({ cursor });
    await laterSocket.watch(["expenses"]);
    await laterSocket.waitForEarlierEvents();
    expect(laterSocket.received.resyncs).toEqual([["expenses"]]);
  },
);

function moveMenu(from: number, to: number) {
  return async (tx: Transaction) => {
    const menu = await tx.findFirst(menus, { MenuURL: from });
    if (!menu) throw new Error(`No menu has the page ${from}`);
    tx.update(menus, menu, { MenuURL: to });
  };
}

function renameAction(from: string, to: string) {
  return async (tx: Transaction) => {
    const row = await tx.findFirst(action, { ActionName: from });
    if (!row) throw new Error(`No action is named ${from}`);
    tx.update(action, row, { ActionName: to });
  };
}
