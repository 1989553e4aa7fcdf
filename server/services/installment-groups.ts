import { z } from "zod";
import type { InstallmentGroup } from "../../shared/domain/totals.ts";
import { paisa } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Filter, Session, Store } from "../database/store.ts";

/** So many houses in one document are far from what the database takes. */
const maxGroupSize = 500_000;

const amountField = z.int().transform(paisa);
const groupSchema = z.object({
  _id: z.object({
    CategoryID: z.int(),
    DueDate: z.string(),
    Amount: amountField,
    PenaltyAmount: amountField,
    PenaltyApplied: z.literal([0, 1]),
    AmountReceived: amountField,
  }),
  PlotIDs: z.array(z.int()),
});

/**
 * All installments that match, those together that differ in nothing that is counted but the house. Most of a society's do, so a
 * million of them come as a few hundred groups, put together where they are kept.
 */
export async function* groupInstallments(
  store: Store,
  filter: Filter,
  session?: Session,
): AsyncGenerator<InstallmentGroup> {
  const counted = Object.keys(groupSchema.shape._id.shape).map((name) => [name, `$${name}`]);
  const part = { $floor: { $divide: [`$${paymentSchedule.idField}`, maxGroupSize] } };
  const together = { _id: { ...Object.fromEntries(counted), part }, PlotIDs: { $push: "$PlotID" } };
  for await (const found of store.aggregate(paymentSchedule, filter, { group: together, session })) {
    const { _id: row, PlotIDs } = groupSchema.parse(found);
    yield { row, PlotIDs };
  }
}
