import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";

test("concurrent reads of single rows return all rows even if the rows exceed the size of one database reply", async () => {
  const { transaction } = await openHarness();
  const rows = await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(5_000, 4_000)));
  const readRows = await transaction((tx) => Promise.all(rows.map(({ ExpenseID }) => tx.get(expenses, ExpenseID))));
  expect(readRows).toEqual(rows);
});
