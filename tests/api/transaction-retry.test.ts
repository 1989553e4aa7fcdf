import mongoose from "mongoose";
import { expect, test, vi } from "vitest";
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

/** The error that MongoDB reports for a write conflict. */
function createWriteConflict(): Error {
  const error = new mongoose.mongo.MongoServerError({ message: "Write conflict", code: 112 });
  error.addErrorLabel("TransientTransactionError");
  return error;
}
