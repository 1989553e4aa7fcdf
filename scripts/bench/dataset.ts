import mongoose from "mongoose";
import { z } from "zod";
import type { ApiClient } from "../lib/api-client.ts";
import { createPlan } from "../lib/sample-society.ts";

export const plotCount = 5_000;
/** Installments of all plots in a year. */
export const rowCount = plotCount * 12;

/**
 * Creates plots and their payment plan on an empty portal; resolves with the body of the request that generates the
 * schedule.
 */
export async function fillPortal(admin: ApiClient) {
  const { RateID, PaymentPlanID } = await createPlan(admin, { amount: 3_500 });
  await importPlots(admin);
  const plots = z.array(z.looseObject({ PlotID: z.int() })).parse(await admin.requestData({ path: "/api/plot" }));
  return { RateID, PaymentPlanID, PlotIDs: plots.map(({ PlotID }) => PlotID) };
}

async function importPlots(admin: ApiClient): Promise<void> {
  const lines = Array.from({ length: plotCount }, (_, index) => {
    const house = `B-${String(index + 1).padStart(5, "0")}`;
    return `${house},A,House,Ground,Owner of ${house}`;
  });
  const { text } = await admin.sendOrThrow({
    method: "POST",
    path: "/api/import/plots",
    headers: { "content-type": "text/csv" },
    body: ["House No,Category,Type,Floor,Owner Name", ...lines].join("\n"),
  });
  if (!text.includes(`"added":${plotCount}`)) throw new Error(`The plots were not imported: ${text.slice(0, 200)}`);
}

/** Copies the installments, each copy one year later, until there are `count`. The portal must not be running. */
export async function growSchedule(databaseUri: string, count: number): Promise<void> {
  const connection = await mongoose.createConnection(databaseUri).asPromise();
  try {
    const schedule = connection.collection<{ _id: number }>("payment-schedule");
    for (let years = 1; rowCount * years < count; years++)
      await schedule
        .aggregate([
          { $match: { _id: { $lte: Math.min(rowCount, count - rowCount * years) } } },
          { $set: shiftYears(years) },
          { $merge: { into: "payment-schedule", whenMatched: "fail" } },
        ])
        .toArray();
    // Flushes the rows to disk, so that this does not slow down the next measurement.
    await connection.db?.admin().command({ fsync: 1 });
  } finally {
    await connection.close();
  }
}

/** The fields that differ in the copy that is `years` later. */
function shiftYears(years: number): Record<string, unknown> {
  const year = { $toString: { $add: [{ $toInt: { $substrBytes: ["$DueDate", 0, 4] } }, years] } };
  return {
    _id: { $add: ["$_id", years * rowCount] },
    PaymentScheduleID: { $add: ["$PaymentScheduleID", years * rowCount] },
    InstallmentNumber: { $add: ["$InstallmentNumber", years * 1_000] },
    DueDate: { $concat: [year, { $substrBytes: ["$DueDate", 4, 6] }] },
    BillingMonth: { $concat: [year, { $substrBytes: ["$DueDate", 4, 3] }] },
  };
}
