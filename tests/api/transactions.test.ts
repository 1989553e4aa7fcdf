import mongoose from "mongoose";
import { expect, test, vi } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { buildExpenseRows } from "../harness/builders.ts";
import { openSharedHarness } from "../harness/harness.ts";

const { transaction } = await openSharedHarness();

test("a transaction with write conflicts is retried, and fails with status 503 after half a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    let attempts = 0;
    const work = transaction(async () => {
      attempts++;
      if (attempts > 3) return;
      if (attempts === 2) vi.setSystemTime(Date.now() + 31_000);
      throw createWriteConflict();
    });
    await expect(work).rejects.toMatchObject({ status: 503 });
    expect(attempts).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("the first match in a transaction is a row that it has not changed, if there is one, and never a row that it has deleted", async () => {
  await transaction((tx) => tx.insertMany(expenses, buildExpenseRows(3, 1)));
  await transaction(async (tx) => {
    const [deleted, changed, unchanged] = await tx.find(expenses, {});
    if (!deleted || !changed || !unchanged) throw new Error("There are fewer than three expenses");
    tx.remove(expenses, deleted);
    expect(await tx.findFirst(expenses, {})).toEqual(changed);
    const after = tx.update(expenses, changed, { Description: "Changed" });
    expect(await tx.findFirst(expenses, {})).toEqual(unchanged);
    tx.remove(expenses, unchanged);
    expect(await tx.findFirst(expenses, {})).toEqual(after);
    tx.remove(expenses, after);
    expect(await tx.findFirst(expenses, {})).toBeUndefined();
  });
});

/** The error that MongoDB reports for a write conflict. */
function createWriteConflict(): Error {
  const error = new mongoose.mongo.MongoServerError({ message: "Write conflict", code: 112 });
  error.addErrorLabel("TransientTransactionError");
  return error;
}
