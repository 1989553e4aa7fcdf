import mongoose from "mongoose";

/**
 * Puts years of the same installments behind those that are there, each house's a year later than those before, until there are
 * `count`; the portal must not be running.
 */
export async function growSchedule({ uri, name, count }: { uri: string; name: string; count: number }): Promise<void> {
  const connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
  try {
    const schedule = connection.collection<{ _id: number; [field: string]: unknown }>("payment-schedule");
    const last = await schedule.findOne({}, { sort: { _id: -1 } });
    if (!last) throw new Error("There is nothing to make copies of");
    const there = await schedule.estimatedDocumentCount();
    for (let years = 1; there * years < count; years++)
      await schedule
        .aggregate([
          { $match: { _id: { $lte: last._id } } },
          { $limit: Math.min(there, count - there * years) },
          { $set: shiftYears({ years, ids: last._id }) },
          { $merge: { into: "payment-schedule", whenMatched: "fail" } },
        ])
        .toArray();
    // Otherwise the database would still be busy with them while something else is measured.
    await connection.db?.admin().command({ fsync: 1 });
  } finally {
    await connection.close();
  }
}

function shiftYears({ years, ids }: { years: number; ids: number }): Record<string, unknown> {
  const year = { $add: [{ $toInt: { $substrBytes: ["$DueDate", 0, 4] } }, years] };
  return {
    _id: { $add: ["$_id", years * ids] },
    PaymentScheduleID: { $add: ["$PaymentScheduleID", years * ids] },
    InstallmentNumber: { $add: ["$InstallmentNumber", years * 1_000] },
    DueDate: { $concat: [{ $toString: year }, { $substrBytes: ["$DueDate", 4, 6] }] },
  };
}
