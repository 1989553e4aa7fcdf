import { expect, inject, onTestFinished, test } from "vitest";
import { openCore } from "../../server/core.ts";
import { createLog } from "../../server/log.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";

test("a large commit reaches every client completely, once, and before later commits", async () => {
  const { admin, manager, createExpense, transaction } = await openHarness();
  const sockets = await Promise.all(
    [admin, manager, admin, manager, admin, manager].map((person) => person.openSocket()),
  );
  for (const socket of sockets) await socket.watch([expenses.name]);
  const rows = await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(1_500, 4_000)));
  const lastExpense = await createExpense();
  const ids = [...rows, lastExpense].map(({ ExpenseID }) => ExpenseID);
  for (const socket of sockets) {
    await socket.waitFor(({ changes }) => changes.at(-1)?.id === lastExpense.ExpenseID);
    expect(socket.received.changes.map(({ id }) => id)).toEqual(ids);
    expect(socket.received.changes[0]?.record).toMatchObject({
      Description: rows[0]?.Description,
      Amount: 1,
    });
    socket.close();
  }
});

test("rows serialized in advance are sent with the joined names at the time of delivery", async () => {
  const { admin, transaction, society, portal, clock } = await openHarness();
  const target = { uri: inject("mongoUri"), name: portal.databaseName };
  // On the same server the second write would wait for the first.
  const secondCore = await openCore({ ...target, now: clock.now, log: createLog("silent") });
  onTestFinished(secondCore.close);
  const { PlotID: _id, Version: _version, ...sharedValues } = society.aliPlot;
  const socket = await admin.openSocket();
  await socket.watch([plot.name]);
  for (let round = 1; round <= 4; round++) {
    const houses = Array.from({ length: 1_100 }, (_, index) => ({ ...sharedValues, HouseNo: `L-${round}-${index}` }));
    const writing = transaction((tx) => tx.insertMany(plot, houses));
    await secondCore.createSystemContext("test").transaction(async (tx) => {
      const category = await tx.get(plotCategory, sharedValues.CategoryID);
      tx.update(plotCategory, category, { CategoryName: `Category ${round}` });
    });
    await writing;
    await socket.waitForEarlierEvents();
    const receivedRecords = new Map(socket.received.changes.map(({ id, record }) => [id, record]));
    for (const record of (await admin.list(plot)).filter(({ HouseNo }) => HouseNo.startsWith(`L-${round}-`)))
      expect(receivedRecords.get(record.PlotID)).toEqual(record);
    socket.clearReceived();
  }
});

test("new owners of many houses in one commit cause a resync of the records that show them, instead of all these records", async () => {
  const { admin, transaction, society, createSchedule } = await openHarness();
  const { PlotID: _id, Version: _version, ...sharedValues } = society.aliPlot;
  const houses = Array.from({ length: 60 }, (_, index) => ({ ...sharedValues, HouseNo: `L-${index}` }));
  const plots = await transaction((tx) => tx.insertMany(plot, houses));
  const tenYears = { StartMonth: 1, StartYear: 2026, EndMonth: 12, EndYear: 2035 };
  await createSchedule({ ...tenYears, plots: plots.map(({ PlotID }) => PlotID) });
  const socket = await admin.openSocket();
  await socket.watch([plot.name, paymentSchedule.name, receivables.name]);
  await transaction(async (tx) => {
    for (const { PlotID } of plots) tx.update(plot, await tx.get(plot, PlotID), { OwnerName: `Owner ${PlotID}` });
  });
  await socket.waitForEarlierEvents();
  expect(socket.received.resyncs).toEqual([[paymentSchedule.name, receivables.name]]);
  expect(socket.received.changes.map(({ resource, id }) => [resource, id])).toEqual(
    plots.map(({ PlotID }) => [plot.name, PlotID]),
  );
});
