import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildExpenseRow } from "../harness/builders.ts";
import { openHarness } from "../harness/harness.ts";

test("rows that are asked for one by one at the same moment all come, also where they fill more than one answer of the database", async () => {
  const { transaction } = await openHarness();
  const rows = await transaction((tx) => tx.insertMany(expenses, Array(5_000).fill(buildExpenseRow(4_000))));
  const found = await transaction((tx) => Promise.all(rows.map(({ ExpenseID }) => tx.get(expenses, ExpenseID))));
  expect(found).toEqual(rows);
});
