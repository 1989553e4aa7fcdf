import { expect, inject, onTestFinished, test } from "vitest";
import { makeLog } from "../../server/kernel/log.ts";
import { openOffice } from "../../server/office.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { spent } from "../world/spent.ts";
import { world } from "../world/world.ts";

test("what fills the lines for a while reaches everybody whole, once, and before what came after it", async () => {
  const { admin, manager, anExpense, atWork } = await world();
  const everybody = await Promise.all(
    [admin, manager, admin, manager, admin, manager].map((person) => person.socket()),
  );
  for (const listener of everybody) await listener.watch([expenses.name]);
  const rows = await atWork((tx) => tx.insertMany(expenses, Array(1_500).fill(spent(4_000))));
  const last = await anExpense();
  const ids = [...rows, last].map(({ ExpenseID }) => ExpenseID);
  for (const listener of everybody) {
    await listener.until(({ changes }) => changes.at(-1)?.id === last.ExpenseID);
    expect(listener.heard.changes.map(({ id }) => id)).toEqual(ids);
    expect(listener.heard.changes[0]?.record).toMatchObject({ Description: spent(4_000).Description, Amount: 1 });
    listener.close();
  }
});

test("a name that changes while many rows that show it are being written is told with them as it is then", async () => {
  const { admin, atWork, society, portal, clock } = await world();
  const place = { uri: inject("mongoUri"), name: portal.database };
  // Its own server would not begin the one before the other is done.
  const elsewhere = await openOffice({ ...place, now: clock.now, log: makeLog("silent") });
  onTestFinished(elsewhere.close);
  const { PlotID: _id, Version: _version, ...alike } = society.ali;
  const listener = await admin.socket();
  await listener.watch([plot.name]);
  for (let round = 1; round <= 4; round++) {
    const houses = Array.from({ length: 1_100 }, (_, index) => ({ ...alike, HouseNo: `L-${round}-${index}` }));
    const writing = atWork((tx) => tx.insertMany(plot, houses));
    await elsewhere.atWork("a test").transaction(async (tx) => {
      const category = await tx.get(plotCategory, alike.CategoryID);
      tx.update(plotCategory, category, { CategoryName: `Category ${round}` });
    });
    await writing;
    await listener.quiet();
    const known = new Map(listener.heard.changes.map(({ id, record }) => [id, record]));
    for (const record of (await admin.list(plot)).filter(({ HouseNo }) => HouseNo.startsWith(`L-${round}-`)))
      expect(known.get(record.PlotID)).toEqual(record);
    listener.forget();
  }
});
