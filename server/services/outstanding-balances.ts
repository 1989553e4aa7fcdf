import { z } from "zod";
import type { Day } from "../../shared/dates.ts";
import {
  foldOutstanding,
  foldOutstandingGroup,
  type HouseOutstanding,
  type OutstandingByPlot,
} from "../../shared/domain/ageing.ts";
import { bouncedOrReturnedStates } from "../../shared/domain/cheques.ts";
import type { InstallmentGroup } from "../../shared/domain/totals.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { type Doc, inArray, type RowChange, type Store, where } from "../database/store.ts";
import { DeferredGroups } from "./deferred-groups.ts";
import { type CountedRows, toCountedCharge, toCountedInstallment } from "./running-totals.ts";

/**
 * The outstanding amounts of every house by due date, in paisa. The rows are read once, and then each commit updates
 * the amounts.
 */
export class OutstandingBalances {
  #balances: OutstandingByPlot = new Map();
  readonly #deferredGroups = new DeferredGroups((group) => foldOutstandingGroup(this.#balances, group));

  /** The outstanding amounts by PlotID. */
  get current(): ReadonlyMap<number, HouseOutstanding> {
    this.#deferredGroups.addAll();
    return this.#balances;
  }

  /** Replaces the balances by those of the rows that `read` passes to its callback. */
  async load(read: (add: (counted: CountedRows) => void) => Promise<void>): Promise<void> {
    const balances: OutstandingByPlot = new Map();
    const groups: InstallmentGroup[] = [];
    await read((counted) => {
      if ("charge" in counted) foldOutstanding(balances, { before: null, after: counted.charge });
      else groups.push(counted.group);
    });
    this.#balances = balances;
    this.#deferredGroups.replace(groups);
  }

  /** Adds the changes of a commit. */
  apply(changes: readonly RowChange[]): void {
    for (const { resource, before, after } of changes) {
      if (resource === paymentSchedule.name)
        foldOutstanding(this.#balances, {
          before: toCountedInstallment(before),
          after: toCountedInstallment(after),
        });
      if (resource === adjustment.name)
        foldOutstanding(this.#balances, { before: toCountedCharge(before), after: toCountedCharge(after) });
    }
  }
}

const groupSchema = z.object({ _id: z.int(), day: z.string() });

/**
 * The day of the last receipt or tick of each house. It is read when it is first needed, and again after a payment of
 * the house has changed.
 */
export class LastPayments {
  /** By PlotID; null for houses without a payment. */
  readonly #cache = new Map<number, Day | null>();
  /** Increases with every change of payments. The result of a read during which it increased is not cached. */
  #generation = 0;

  /** The days by PlotID; null for houses without a payment. */
  async read(store: Store, PlotIDs: readonly number[]): Promise<ReadonlyMap<number, Day | null>> {
    const days = new Map<number, Day | null>();
    const uncached: number[] = [];
    for (const PlotID of PlotIDs) {
      const day = this.#cache.get(PlotID);
      if (day === undefined) uncached.push(PlotID);
      else days.set(PlotID, day);
    }
    if (uncached.length === 0) return days;
    const generation = this.#generation;
    const daysRead = await readLastPaymentDays(store, uncached);
    for (const PlotID of uncached) days.set(PlotID, daysRead.get(PlotID) ?? null);
    // A change during the read may be missing in its result, so the result is not cached.
    if (generation === this.#generation)
      for (const PlotID of uncached) this.#cache.set(PlotID, daysRead.get(PlotID) ?? null);
    return days;
  }

  /** Forgets the days of the houses whose payments a commit changes. */
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

async function readLastPaymentDays(store: Store, PlotIDs: readonly number[]): Promise<ReadonlyMap<number, Day>> {
  const PlotID = inArray(PlotIDs);
  const latestDayByPlot = (field: string) => ({ group: { _id: "$PlotID", day: { $max: `$${field}` } } });
  const lastDays = new Map<number, Day>();
  const collect = async (groups: AsyncIterable<Doc>) => {
    for await (const group of groups) {
      const { data } = groupSchema.safeParse(group);
      // A row that was written directly to the database may have no house or day.
      if (data && data.day > (lastDays.get(data._id) ?? "")) lastDays.set(data._id, data.day);
    }
  };
  await Promise.all([
    collect(
      store.aggregate(
        paymentReceipt,
        { PlotID, VoidedAt: null, ChequeState: where({ $nin: bouncedOrReturnedStates }) },
        latestDayByPlot("PaymentDate"),
      ),
    ),
    collect(
      store.aggregate(paymentSchedule, { PlotID, TickedDate: where({ $ne: null }) }, latestDayByPlot("TickedDate")),
    ),
  ]);
  return lastDays;
}
