import mongoose from "mongoose";

const atOnce = 20_000;

/** Puts copies of the first installment beside it until there are `count`; the portal must not be running. */
export async function growSchedule({ uri, name, count }: { uri: string; name: string; count: number }): Promise<void> {
  const connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
  try {
    const schedule = connection.collection<{ _id: number; [field: string]: unknown }>("payment-schedule");
    const last = await schedule.findOne({}, { sort: { _id: -1 } });
    const like = await schedule.findOne({ IsPaid: 0 });
    if (!last || !like) throw new Error("There is nothing to make copies of");
    const there = await schedule.estimatedDocumentCount();
    for (let made = 0; made < count - there; made += atOnce) {
      const copies = Array.from({ length: Math.min(atOnce, count - there - made) }, (_, index) => {
        const id = last._id + 1 + made + index;
        return { ...like, _id: id, PaymentScheduleID: id, InstallmentNumber: 1000 + made + index };
      });
      await schedule.insertMany(copies, { ordered: false });
    }
  } finally {
    await connection.close();
  }
}
