import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import {
  foldOutstanding,
  foldOutstandingGroup,
  type HouseOutstanding,
  type OutstandingByPlot,
} from "../../shared/domain/ageing.ts";
import { isRowOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { RowChange } from "../database/store.ts";
import { type Doc, inArray, type Session, type Store, where } from "../database/store.ts";
import { groupInstallments } from "./running-totals.ts";

/** The outstanding amounts of every house by due date, in paisa. Read once, then updated by each commit. */
export class OutstandingBalances {
  #balances: OutstandingByPlot = new Map();

  get current(): ReadonlyMap<number, HouseOutstanding> {
    return this.#balances;
  }

  /** Reads all open installments in this snapshot. */
  async load(store: Store, session: Session): Promise<void> {
    const open: OutstandingByPlot = new Map();
    for await (const alike of groupInstallments(store, { IsPaid: 0 }, session)) foldOutstandingGroup(open, alike);
    this.#balances = open;
  }

  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes)
      if (resource === paymentSchedule.name)
        foldOutstanding(this.#balances, { before: toInstallment(before), after: toInstallment(after) });
  }
}

function toInstallment(doc: Doc | null) {
  return isRowOf(paymentSchedule, doc) ? doc : null;
}

const groupSchema = z.object({ _id: z.int(), day: z.string() });

/**
 * The day of the last receipt or ticked payment of each house. Read on first use, and again after a payment of the
 * house has changed.
 */
export class LastPayments {
  /** Null for houses without a payment. */
  readonly #cache = new Map<number, Day | null>();
  #generation = 0;

  /** The days by PlotID. */
  async read(store: Store, PlotIDs: readonly number[]): Promise<ReadonlyMap<number, Day | null>> {
    const days = new Map<number, Day | null>();
    const unknown: number[] = [];
    for (const PlotID of PlotIDs) {
      const day = this.#cache.get(PlotID);
      if (day === undefined) unknown.push(PlotID);
      else days.set(PlotID, day);
    }
    if (unknown.length === 0) return days;
    const moves = this.#generation;
    const read = await readLastPayments(store, unknown);
    for (const PlotID of unknown) days.set(PlotID, read.get(PlotID) ?? null);
    // A change during the read may be missing in its result, so the result is not cached.
    if (moves === this.#generation) for (const PlotID of unknown) this.#cache.set(PlotID, read.get(PlotID) ?? null);
    return days;
  }

  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes) {
      if (resource !== paymentReceipt.name && resource !== paymentSchedule.name) continue;
      this.#generation++;
      for (const row of [before, after]) if (typeof row?.PlotID === "number") this.#cache.delete(row.PlotID);
    }
  }

  clear(): void {
    this.#generation++;
    this.#cache.clear();
  }
}

async function readLastPayments(store: Store, PlotIDs: readonly number[]): Promise<ReadonlyMap<number, Day>> {
  const PlotID = inArray(PlotIDs);
  const latest = (field: string) => ({ group: { _id: "$PlotID", day: { $max: `$${field}` } } });
  const last = new Map<number, Day>();
  const take = async (groups: AsyncIterable<Doc>) => {
    for await (const group of groups) {
      const { _id, day } = groupSchema.parse(group);
      if (day > (last.get(_id) ?? "")) last.set(_id, day);
    }
  };
  await Promise.all([
    take(store.aggregate(paymentReceipt, { PlotID, VoidedAt: null }, latest("PaymentDate"))),
    take(store.aggregate(paymentSchedule, { PlotID, TickedDate: where({ $ne: null }) }, latest("TickedDate"))),
  ]);
  return last;
}
