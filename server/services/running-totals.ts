import { z } from "zod";
import { isDay } from "../../shared/dates.ts";
import { isDebit, toChargeItem } from "../../shared/domain/adjustments.ts";
import {
  type CountedExpense,
  type CountedInstallment,
  createEmptyTotals,
  foldExpense,
  foldInstallment,
  foldInstallmentGroup,
  type InstallmentGroup,
  isCountableExpense,
  isCountableInstallment,
  type Totals,
} from "../../shared/domain/totals.ts";
import { isValidStoredAmount, type Paisa, zero } from "../../shared/money.ts";
import type { Viewer } from "../../shared/permissions.ts";
import { isRowOf } from "../../shared/registry.ts";
import { type Adjustment, adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { type Installment, paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { buildOwnRowsFilter } from "../database/own-rows.ts";
import type { Doc, Filter, RowChange, Session, Store } from "../database/store.ts";
import { DeferredGroups } from "./deferred-groups.ts";
import { isValidRow } from "./valid-rows.ts";

/** The totals of dashboard and report, in paisa. The rows are read once, and then each commit updates the totals. */
export class RunningTotals {
  #totals = createEmptyTotals();
  readonly #deferredGroups = new DeferredGroups((group) => foldInstallmentGroup(this.#totals, group));

  get current(): Totals {
    this.#deferredGroups.addAll();
    return this.#totals;
  }

  /** Replaces the totals with those of all rows in this snapshot. */
  async load(store: Store, options: CountOptions): Promise<void> {
    const { totals, groups } = await readTotals(store, options);
    this.#totals = totals;
    this.#deferredGroups.replace(groups);
  }

  /** Adds the changes of a commit. */
  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes) {
      if (resource === paymentSchedule.name)
        foldInstallment(this.#totals, {
          before: toCountedInstallment(before),
          after: toCountedInstallment(after),
        });
      if (resource === adjustment.name)
        foldInstallment(this.#totals, {
          before: toCountedCharge(before),
          after: toCountedCharge(after),
        });
      if (resource === expenses.name)
        foldExpense(this.#totals, { before: toCountedExpense(before), after: toCountedExpense(after) });
    }
  }
}

/** The resources that the totals depend on. */
export const totalledResourceNames: readonly string[] = [paymentSchedule.name, adjustment.name, expenses.name];

interface CountOptions {
  session?: Session;
  /** Called with rows that cannot be counted, because they were written directly to the database. */
  onExcluded?: (rows: UncountedRows) => void;
  /** Called with all counted installments and charges, so that balances need no second read of all rows. */
  onIncluded?: (counted: CountedRows) => void;
}

/** Installments that differ only in their house, or one charge. */
export type CountedRows = { readonly group: InstallmentGroup } | { readonly charge: CountedInstallment };

/** Rows that are not counted, because one of their values is invalid. */
export type UncountedRows =
  | { readonly resource: string; readonly id: unknown }
  | { readonly resource: string; readonly PlotIDs: unknown };

/** Computes all totals from the rows. */
export async function countTotals(store: Store, options: CountOptions = {}): Promise<Totals> {
  const { totals, groups } = await readTotals(store, options);
  for (const group of groups) foldInstallmentGroup(totals, group);
  return totals;
}

/** Reads all rows. The totals contain the charges and expenses, but not yet the groups of installments. */
async function readTotals(
  store: Store,
  { session, onExcluded = () => {}, onIncluded }: CountOptions,
): Promise<{ totals: Totals; groups: InstallmentGroup[] }> {
  const totals = createEmptyTotals();
  const groups: InstallmentGroup[] = [];
  const options = { session, onExcluded };
  for await (const group of groupInstallments(store, {}, options)) {
    groups.push(group);
    onIncluded?.({ group });
  }
  for await (const charge of readCharges(store, {}, options)) {
    foldInstallment(totals, { before: null, after: charge });
    onIncluded?.({ charge });
  }
  for await (const row of store.stream(expenses, {}, { session })) {
    if (isCountableExpense(row)) foldExpense(totals, { before: null, after: row });
    else onExcluded({ resource: expenses.name, id: row[expenses.idField] });
  }
  return { totals, groups };
}

/** The totals that the viewer may see: all totals, or for residents the totals of their plots without expenses. */
export async function readTotalsFor(
  viewer: Viewer,
  { totals, store }: { totals: RunningTotals; store: Store },
): Promise<Totals> {
  if (viewer.scope === "all") return totals.current;
  const ownTotals = createEmptyTotals();
  for await (const group of groupInstallments(store, buildOwnRowsFilter(paymentSchedule, viewer)))
    foldInstallmentGroup(ownTotals, group);
  // A charge counts on its due date, as in the receivables.
  const ownCharges = buildOwnRowsFilter({ plotField: "PlotID", ownershipDateField: "DueDate" }, viewer);
  for await (const after of readCharges(store, ownCharges)) foldInstallment(ownTotals, { before: null, after });
  return ownTotals;
}

/** The matching charges and opening balances, in the form in which totals and balances count them. */
export async function* readCharges(store: Store, filter: Filter, { session, onExcluded }: CountOptions = {}) {
  for await (const row of store.stream(adjustment, { ...filter, VoidedAt: null }, { session })) {
    const charge = toCountedCharge(row);
    if (charge) yield charge;
    else if (isDebit(row)) onExcluded?.({ resource: adjustment.name, id: row.AdjustmentID });
  }
}

/** The adjustment in the form in which totals count it; null unless it is a charge or opening balance that is owed. */
export function toCountedCharge(doc: Doc | null): CountedInstallment | null {
  if (!isRowOf(adjustment, doc) || !isDebit(doc)) return null;
  const row = toChargeItem(doc);
  return isCountableInstallment(row) ? row : null;
}

/** The installment in the form in which totals count it; null if they do not count it. */
export function toCountedInstallment(doc: Doc | null): CountedInstallment | null {
  if (doc === null || isCountableInstallment(doc)) return doc;
  const complete = { ...newerFields, ...doc };
  return isCountableInstallment(complete) ? complete : null;
}

/** Whether balance and statement of a house count the installment. */
export function isCountedInstallment(row: Installment): boolean {
  return toCountedInstallment(row) !== null;
}

/** Whether balance and statement of a house count the adjustment. */
export function isCountedAdjustment(row: Adjustment): boolean {
  return isDebit(row) ? toCountedCharge(row) !== null : isValidRow(adjustment, row);
}

function toCountedExpense(doc: Doc | null): CountedExpense | null {
  return doc && isCountableExpense(doc) ? doc : null;
}

/** Fields that are missing in commits of earlier releases, with the value that all rows had at that time. */
const newerFields = { WaivedAmount: zero, WaivedPenalty: zero };

const amountField = z.custom<Paisa>(isValidStoredAmount);
const groupSchema = z.object({
  _id: z.object({
    CategoryID: z.int(),
    DueDate: z.string().refine(isDay),
    IsPaid: z.literal([0, 1]),
    Amount: amountField,
    PenaltyAmount: amountField,
    PenaltyApplied: z.literal([0, 1]),
    WaivedAmount: amountField,
    WaivedPenalty: amountField,
    AmountReceived: amountField,
  }),
  // One check of the whole array: a schema for its items takes as long as counting them.
  PlotIDs: z.custom<number[]>((ids) => Array.isArray(ids) && ids.every(Number.isSafeInteger)),
});

/**
 * All matching installments that can be counted, grouped by all counted fields but the house. Most installments of a
 * society are equal in these fields, so that the database returns a few hundred groups for a million installments. A
 * group has one installment of each house, or a few if its month was charged more than once, so that its document stays
 * below MongoDB's limit of 16 MB.
 */
export async function* groupInstallments(
  store: Store,
  filter: Filter,
  { session, onExcluded }: CountOptions = {},
): AsyncGenerator<InstallmentGroup> {
  const fieldPaths = Object.keys(groupSchema.shape._id.shape).map((name) => [name, `$${name}`]);
  const group = { _id: Object.fromEntries(fieldPaths), PlotIDs: { $push: "$PlotID" } };
  for await (const document of store.aggregate(paymentSchedule, filter, { group, session })) {
    const { data } = groupSchema.safeParse(document);
    if (data) yield { row: data._id, PlotIDs: data.PlotIDs };
    else onExcluded?.({ resource: paymentSchedule.name, PlotIDs: document.PlotIDs });
  }
}
