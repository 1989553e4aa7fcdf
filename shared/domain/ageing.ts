import { type Day, daysBetween } from "../dates.ts";
import { addToSum, multiplyPaisa, type PaisaSum, sumPaisa, zero } from "../money.ts";
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
  /** The items with an outstanding amount by due date. */
  readonly byDueDate: Map<Day, OutstandingItems>;
}

interface OutstandingItems {
  readonly amount: PaisaSum;
  readonly count: number;
}

/** The outstanding amounts of a house by age, in paisa. */
export interface HouseAgeing {
  readonly PlotID: number;
  readonly CategoryID: number;
  readonly amounts: AgeingAmounts;
  /** Number of overdue installments and charges. */
  readonly overdueCount: number;
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

/** Applies the change of an installment, charge or opening balance. Changes can be applied in any order. */
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

/** What is outstanding of the house in total. */
export function totalOutstanding({ byDueDate }: HouseOutstanding): PaisaSum {
  return sumPaisa(Array.from(byDueDate.values(), ({ amount }) => amount));
}

/**
 * The outstanding amounts as the current owner sees them: those from before the ownership are one item, due on its first
 * day. `ownedFrom`: undefined without an earlier owner.
 */
export function outstandingForOwner(house: HouseOutstanding, ownedFrom: Day | undefined): HouseOutstanding {
  if (ownedFrom === undefined) return house;
  const byDueDate: HouseOutstanding["byDueDate"] = new Map();
  let takenOver: PaisaSum = zero;
  for (const [dueDate, items] of house.byDueDate)
    if (dueDate < ownedFrom) takenOver = addToSum(takenOver, items.amount);
    else byDueDate.set(dueDate, items);
  if (takenOver > 0) byDueDate.set(ownedFrom, addItems(byDueDate.get(ownedFrom), { amount: takenOver, count: 1 }));
  return { ...house, byDueDate };
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
    overdueCount: countOverdue(byDueDate, today),
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

function sumByAge(byDueDate: HouseOutstanding["byDueDate"], today: Day): AgeingAmounts {
  const sum = { ...noAmounts };
  for (const [dueDate, { amount }] of byDueDate) {
    const bucket = ageBucketOf(dueDate, today);
    for (const name of bucket ? ([bucket, "overdue"] as const) : (["notDueYet"] as const))
      sum[name] = addToSum(sum[name], amount);
  }
  return sum;
}

function countOverdue(byDueDate: HouseOutstanding["byDueDate"], today: Day): number {
  let overdueCount = 0;
  for (const [dueDate, { count }] of byDueDate) if (isOverdue(dueDate, today)) overdueCount += count;
  return overdueCount;
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
  const item: OutstandingItems = { amount, count: sign };
  for (const PlotID of PlotIDs) {
    const house = outstanding.get(PlotID);
    if (!house) {
      outstanding.set(PlotID, { CategoryID: row.CategoryID, byDueDate: new Map([[row.DueDate, item]]) });
      continue;
    }
    const remaining = addItems(house.byDueDate.get(row.DueDate), item);
    if (remaining.amount !== 0 || remaining.count !== 0) house.byDueDate.set(row.DueDate, remaining);
    else if (house.byDueDate.size > 1) house.byDueDate.delete(row.DueDate);
    else outstanding.delete(PlotID);
  }
}

function addItems(items: OutstandingItems | undefined, { amount, count }: OutstandingItems): OutstandingItems {
  return items ? { amount: addToSum(items.amount, amount), count: items.count + count } : { amount, count };
}
