import { type Day, daysBetween } from "../dates.ts";
import { addToSum, multiplyPaisa, type PaisaSum, zero } from "../money.ts";
import { isOverdue, outstandingAmount } from "./schedule.ts";
import type { BeforeAfter, CountedInstallment, InstallmentGroup } from "./totals.ts";

/** Days past the due date: 1–30, 31–60, 61–90 and more. An amount is overdue from the day after its due date. */
export const ageBuckets = ["upTo30", "upTo60", "upTo90", "over90"] as const;

export type AgeBucket = (typeof ageBuckets)[number];

/** Outstanding amounts in paisa by age. `overdue` is the sum of the buckets, `notDueYet` the rest. */
export type AgeingAmounts = Readonly<Record<AgeBucket | "overdue" | "notDueYet", PaisaSum>>;

/**
 * Outstanding amounts by PlotID, mutated in place. Entries that reach 0 are removed, so that maps with equal figures
 * are equal.
 */
export type OutstandingByPlot = Map<number, HouseOutstanding>;

/** The outstanding amounts of a house, in paisa. */
export interface HouseOutstanding {
  readonly CategoryID: number;
  /** Outstanding amounts by due date, never 0. */
  readonly byDueDate: Map<Day, PaisaSum>;
}

/** The outstanding amounts of a house by age, in paisa. */
export interface HouseAgeing {
  readonly PlotID: number;
  readonly CategoryID: number;
  readonly amounts: AgeingAmounts;
  /** The oldest due date of the overdue amounts; null without any. */
  readonly oldestDueDate: Day | null;
}

const noAmounts: AgeingAmounts = {
  upTo30: zero,
  upTo60: zero,
  upTo90: zero,
  over90: zero,
  overdue: zero,
  notDueYet: zero,
};

/** Applies the change of an installment. Changes can be applied in any order. */
export function foldOutstanding(
  outstanding: OutstandingByPlot,
  { before, after }: BeforeAfter<CountedInstallment>,
): void {
  if (after) addOutstanding({ outstanding, row: after, PlotIDs: [after.PlotID], sign: 1 });
  if (before) addOutstanding({ outstanding, row: before, PlotIDs: [before.PlotID], sign: -1 });
}

/** Applies new installments that differ only in their plot. */
export function foldOutstandingGroup(outstanding: OutstandingByPlot, group: InstallmentGroup): void {
  addOutstanding({ outstanding, ...group, sign: 1 });
}

/** The ageing of each house, in the order of `outstanding`. */
export function computeAgeing(
  outstanding: Iterable<readonly [PlotID: number, HouseOutstanding]>,
  today: Day,
): HouseAgeing[] {
  return Array.from(outstanding, ([PlotID, { CategoryID, byDueDate }]) => ({
    PlotID,
    CategoryID,
    amounts: sumByAge(byDueDate, today),
    oldestDueDate: findOldestDueDate(byDueDate.keys(), today),
  }));
}

export function sumAgeing(houseAmounts: Iterable<AgeingAmounts>): AgeingAmounts {
  const sum = { ...noAmounts };
  for (const amounts of houseAmounts) for (const name of amountNames) sum[name] = addToSum(sum[name], amounts[name]);
  return sum;
}

/** The bucket of an amount with this due date; undefined until it is overdue. */
export function ageBucketOf(dueDate: Day, today: Day): AgeBucket | undefined {
  if (!isOverdue(dueDate, today)) return undefined;
  const days = daysBetween(dueDate, today);
  if (days <= 30) return "upTo30";
  if (days <= 60) return "upTo60";
  return days <= 90 ? "upTo90" : "over90";
}

const amountNames = [...ageBuckets, "overdue", "notDueYet"] as const;

function sumByAge(byDueDate: ReadonlyMap<Day, PaisaSum>, today: Day): AgeingAmounts {
  const sum = { ...noAmounts };
  for (const [dueDate, amount] of byDueDate) {
    const bucket = ageBucketOf(dueDate, today);
    for (const name of bucket ? ([bucket, "overdue"] as const) : (["notDueYet"] as const))
      sum[name] = addToSum(sum[name], amount);
  }
  return sum;
}

function findOldestDueDate(dueDates: Iterable<Day>, today: Day): Day | null {
  let oldest: Day | null = null;
  for (const dueDate of dueDates)
    if (isOverdue(dueDate, today) && (oldest === null || dueDate < oldest)) oldest = dueDate;
  return oldest;
}

function addOutstanding({
  outstanding,
  row,
  PlotIDs,
  sign,
}: InstallmentGroup & { outstanding: OutstandingByPlot; sign: 1 | -1 }): void {
  const amount = multiplyPaisa(outstandingAmount(row), sign);
  if (amount === 0) return;
  for (const PlotID of PlotIDs) {
    const house = outstanding.get(PlotID);
    if (!house) {
      outstanding.set(PlotID, { CategoryID: row.CategoryID, byDueDate: new Map([[row.DueDate, amount]]) });
      continue;
    }
    const remaining = addToSum(house.byDueDate.get(row.DueDate) ?? zero, amount);
    if (remaining !== 0) house.byDueDate.set(row.DueDate, remaining);
    else if (house.byDueDate.size > 1) house.byDueDate.delete(row.DueDate);
    else outstanding.delete(PlotID);
  }
}
