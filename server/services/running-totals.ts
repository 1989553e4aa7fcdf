import { z } from "zod";
import { isDebit, toChargeRow } from "../../shared/domain/adjustments.ts";
import {
  emptyTotals,
  foldExpense,
  foldInstallment,
  foldInstallmentGroup,
  type InstallmentGroup,
  type Totals,
} from "../../shared/domain/totals.ts";
import { paisa, zero } from "../../shared/money.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { isRowOf, type Resource, type StoredRow } from "../../shared/registry.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { type Doc, type Filter, inArray, type RowChange, type Session, type Store } from "../database/store.ts";

/** The sums of dashboard and report, in paisa. Read once, then updated by each commit. */
export class RunningTotals {
  #totals = emptyTotals();

  get current(): Totals {
    return this.#totals;
  }

  /** Counts all rows in this snapshot. */
  async load(store: Store, session: Session): Promise<void> {
    this.#totals = await countTotals(store, session);
  }

  /** Adds the changes of a commit. */
  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes) {
      if (resource === paymentSchedule.name)
        foldInstallment(this.#totals, {
          before: parseRow(paymentSchedule, before),
          after: parseRow(paymentSchedule, after),
        });
      if (resource === adjustment.name)
        foldInstallment(this.#totals, {
          before: toCountedCharge(parseRow(adjustment, before)),
          after: toCountedCharge(parseRow(adjustment, after)),
        });
      if (resource === expenses.name)
        foldExpense(this.#totals, { before: parseRow(expenses, before), after: parseRow(expenses, after) });
    }
  }
}

/** The resources that the totals depend on. */
export const totalledResources: readonly string[] = [paymentSchedule.name, adjustment.name, expenses.name];

/** Counts all totals from the rows. */
export async function countTotals(store: Store, session?: Session): Promise<Totals> {
  const totals = emptyTotals();
  for await (const group of groupInstallments(store, {}, session)) foldInstallmentGroup(totals, group);
  for await (const after of readCharges(store, {}, session)) foldInstallment(totals, { before: null, after });
  for await (const after of store.stream(expenses, {}, { session })) foldExpense(totals, { before: null, after });
  return totals;
}

/** The totals that the viewer may see: all, or those of the viewer's own plots, without expenses. */
export async function readTotalsFor(
  viewer: Viewer,
  { totals, store }: { totals: RunningTotals; store: Store },
): Promise<Totals> {
  if (viewer.scope === "all") return totals.current;
  const ownTotals = emptyTotals();
  for await (const group of groupInstallments(store, { PlotID: inArray([...viewer.plotIds]) }))
    foldInstallmentGroup(ownTotals, group);
  for await (const after of readCharges(store, { PlotID: inArray([...viewer.plotIds]) }))
    foldInstallment(ownTotals, { before: null, after });
  return ownTotals;
}

/** The matching charges and openings as rows that the totals and balances count. */
export async function* readCharges(store: Store, filter: Filter, session?: Session) {
  for await (const row of store.stream(adjustment, { ...filter, VoidedAt: null }, { session })) {
    const charge = toCountedCharge(row);
    if (charge) yield charge;
  }
}

/** The adjustment as a row that the totals and balances count; null unless it is a charge or opening that is owed. */
export function toCountedCharge(row: Adjustment | null) {
  return row && isDebit(row) ? toChargeRow(row) : null;
}

function parseRow<Row extends StoredRow>(resource: Resource<Row>, doc: Doc | null): Row | null {
  if (doc === null) return null;
  if (isRowOf(resource, doc)) return doc;
  const complete = { ...newerFields, ...doc };
  if (!isRowOf(resource, complete)) throw new Error(`A commit contains a ${resource.name} without all of its fields`);
  return complete;
}

/** Fields that commits of earlier releases lack, with their value of then; the totals do not depend on BillingMonth. */
const newerFields = {
  TickedDate: null,
  WaivedAmount: zero,
  WaivedPenalty: zero,
  ImportKey: "",
  BillingMonth: "",
  IsDuplicate: 0,
};

/** Max installments per group, so that its document stays well below MongoDB's limit of 16 MB. */
const maxGroupSize = 500_000;

const amountField = z.int().transform(paisa);
const groupSchema = z.object({
  _id: z.object({
    CategoryID: z.int(),
    DueDate: z.string(),
    Amount: amountField,
    PenaltyAmount: amountField,
    PenaltyApplied: z.literal([0, 1]),
    WaivedAmount: amountField,
    WaivedPenalty: amountField,
    AmountReceived: amountField,
  }),
  PlotIDs: z.array(z.int()),
});

/**
 * All matching installments, grouped by the counted fields except the house. These are equal for most installments of a
 * society, so that the database returns a few hundred groups for a million of them.
 */
export async function* groupInstallments(
  store: Store,
  filter: Filter,
  session?: Session,
): AsyncGenerator<InstallmentGroup> {
  const fieldPaths = Object.keys(groupSchema.shape._id.shape).map((name) => [name, `$${name}`]);
  const partition = { $floor: { $divide: [`$${paymentSchedule.idField}`, maxGroupSize] } };
  const group = { _id: { ...Object.fromEntries(fieldPaths), partition }, PlotIDs: { $push: "$PlotID" } };
  for await (const document of store.aggregate(paymentSchedule, filter, { group, session })) {
    const { _id: countedFields, PlotIDs } = groupSchema.parse(document);
    yield { row: countedFields, PlotIDs };
  }
}
