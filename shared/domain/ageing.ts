import { type Day, daysBetween } from "../dates.ts";
import { addPaisa, type Paisa, paisa, zero } from "../money.ts";
import { outstandingAmount } from "./schedule.ts";
import type { BeforeAfter, CountedRow, InstallmentGroup } from "./totals.ts";

/** Days past the due date: 0–30, 31–60, 61–90 and more. The due day itself is day 0. */
export const ageBuckets = ["upTo30", "upTo60", "upTo90", "over90"] as const;

export type AgeBucket = (typeof ageBuckets)[number];

/** Outstanding amounts by age. `due` is the sum of the buckets, `notYet` falls due later. */
export type AgeingAmounts = Readonly<Record<AgeBucket | "due" | "notYet", Paisa>>;

/** Outstanding amounts by PlotID. Mutated in place; entries that reach 0 are removed, so equal figures are equal maps. */
export type OutstandingByPlot = Map<number, HouseOutstanding>;

export interface HouseOutstanding {
  readonly CategoryID: number;
  /** By due date, never 0. */
  readonly byDueDate: Map<Day, Paisa>;
}

export interface HouseAgeing {
  readonly PlotID: number;
  readonly CategoryID: number;
  readonly amounts: AgeingAmounts;
  /** Of what has fallen due; null where nothing has. */
  readonly oldestDueDate: Day | null;
}

const noAmounts: AgeingAmounts = { upTo30: zero, upTo60: zero, upTo90: zero, over90: zero, due: zero, notYet: zero };

/** Applies the change of an installment. The order of changes does not matter. */
export function foldOutstanding(outstanding: OutstandingByPlot, { before, after }: BeforeAfter<CountedRow>): void {
  if (after) addOutstanding({ outstanding, row: after, PlotIDs: [after.PlotID], sign: 1 });
  if (before) addOutstanding({ outstanding, row: before, PlotIDs: [before.PlotID], sign: -1 });
}

/** Applies new installments that differ only in their plot. */
export function foldOutstandingGroup(outstanding: OutstandingByPlot, alike: InstallmentGroup): void {
  addOutstanding({ outstanding, ...alike, sign: 1 });
}

/** All houses with an outstanding amount, in the order of the map. */
export function computeAgeing(open: Iterable<readonly [PlotID: number, HouseOutstanding]>, today: Day): HouseAgeing[] {
  return Array.from(open, ([PlotID, { CategoryID, byDueDate }]) => ({
    PlotID,
    CategoryID,
    amounts: ageingOn(byDueDate, today),
    oldestDueDate: oldestDueDate(byDueDate.keys(), today),
  }));
}

export function sumAgeing(list: Iterable<AgeingAmounts>): AgeingAmounts {
  const sum = { ...noAmounts };
  for (const ages of list) for (const name of amountNames) sum[name] = addPaisa(sum[name], ages[name]);
  return sum;
}

/** The bucket of an amount by its due date; undefined while that is in the future. */
export function ageBucketOf(due: Day, today: Day): AgeBucket | undefined {
  const days = daysBetween(due, today);
  if (days < 0) return undefined;
  if (days <= 30) return "upTo30";
  if (days <= 60) return "upTo60";
  return days <= 90 ? "upTo90" : "over90";
}

const amountNames = [...ageBuckets, "due", "notYet"] as const;

function ageingOn(days: ReadonlyMap<Day, Paisa>, today: Day): AgeingAmounts {
  const ages = { ...noAmounts };
  for (const [day, amount] of days) {
    const bucket = ageBucketOf(day, today);
    for (const name of bucket ? ([bucket, "due"] as const) : (["notYet"] as const))
      ages[name] = addPaisa(ages[name], amount);
  }
  return ages;
}

function oldestDueDate(days: Iterable<Day>, today: Day): Day | null {
  let oldest: Day | null = null;
  for (const day of days) if (day <= today && (oldest === null || day < oldest)) oldest = day;
  return oldest;
}

function addOutstanding({
  outstanding,
  row,
  PlotIDs,
  sign,
}: InstallmentGroup & { outstanding: OutstandingByPlot; sign: 1 | -1 }): void {
  const amount = sign * outstandingAmount(row);
  if (amount === 0) return;
  for (const PlotID of PlotIDs) {
    const house = outstanding.get(PlotID) ?? { CategoryID: row.CategoryID, byDueDate: new Map<Day, Paisa>() };
    const left = paisa((house.byDueDate.get(row.DueDate) ?? 0) + amount);
    if (left === 0) house.byDueDate.delete(row.DueDate);
    else house.byDueDate.set(row.DueDate, left);
    if (house.byDueDate.size === 0) outstanding.delete(PlotID);
    else outstanding.set(PlotID, house);
  }
}
