import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { spent } from "../world/spent.ts";
import { world } from "../world/world.ts";

test("rows that are asked for one by one at the same moment all come, also where they fill more than one answer of the database", async () => {
  const { atWork } = await world();
  const rows = await atWork((tx) => tx.insertMany(expenses, Array(5_000).fill(spent(4_000))));
  const found = await atWork((tx) => Promise.all(rows.map(({ ExpenseID }) => tx.get(expenses, ExpenseID))));
  expect(found).toEqual(rows);
});
