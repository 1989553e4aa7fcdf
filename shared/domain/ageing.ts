import { type Day, daysBetween } from "../dates.ts";
import { addPaisa, type Paisa, paisa, zero } from "../money.ts";
import { stillDue } from "./schedule.ts";
import type { Change, CountedRow, RowsAlike } from "./totals.ts";

/** Days past the due date: 0–30, 31–60, 61–90 and more. The due day itself is day 0. */
export const ageBuckets = ["upTo30", "upTo60", "upTo90", "over90"] as const;

export type AgeBucket = (typeof ageBuckets)[number];

/** What is open by its age. `due` is the sum of the buckets; what falls due later is kept apart. */
export type Ages = Readonly<Record<AgeBucket | "due" | "notYet", Paisa>>;

/** What is open, by PlotID. Changed in place; equal figures are equal maps, as whatever comes to nothing is removed. */
export type OpenAmounts = Map<number, OpenHouse>;

export interface OpenHouse {
  readonly CategoryID: number;
  /** By due date, never 0. */
  readonly days: Map<Day, Paisa>;
}

export interface HouseAges {
  readonly PlotID: number;
  readonly CategoryID: number;
  readonly ages: Ages;
  /** Of what has fallen due; null where nothing has. */
  readonly oldest: Day | null;
}

const noAges: Ages = { upTo30: zero, upTo60: zero, upTo90: zero, over90: zero, due: zero, notYet: zero };

/** Takes in an installment before and after it changed, in whatever order changes come. */
export function foldOpen(open: OpenAmounts, { before, after }: Change<CountedRow>): void {
  if (after) count({ open, row: after, PlotIDs: [after.PlotID], times: 1 });
  if (before) count({ open, row: before, PlotIDs: [before.PlotID], times: -1 });
}

/** Takes in new installments that differ in nothing but the house. */
export function foldOpenAlike(open: OpenAmounts, alike: RowsAlike): void {
  count({ open, ...alike, times: 1 });
}

/** Every house with something open, in the order of the map. */
export function agesOf(open: Iterable<readonly [PlotID: number, OpenHouse]>, today: Day): HouseAges[] {
  return Array.from(open, ([PlotID, { CategoryID, days }]) => ({
    PlotID,
    CategoryID,
    ages: agesOn(days, today),
    oldest: oldestOf(days.keys(), today),
  }));
}

export function sumAges(list: Iterable<Ages>): Ages {
  const sum = { ...noAges };
  for (const ages of list) for (const name of amounts) sum[name] = addPaisa(sum[name], ages[name]);
  return sum;
}

/** The bucket of what is due on that day; none while the day is still to come. */
export function bucketOf(due: Day, today: Day): AgeBucket | undefined {
  const days = daysBetween(due, today);
  if (days < 0) return undefined;
  if (days <= 30) return "upTo30";
  if (days <= 60) return "upTo60";
  return days <= 90 ? "upTo90" : "over90";
}

const amounts = [...ageBuckets, "due", "notYet"] as const;

function agesOn(days: ReadonlyMap<Day, Paisa>, today: Day): Ages {
  const ages = { ...noAges };
  for (const [day, amount] of days) {
    const bucket = bucketOf(day, today);
    for (const name of bucket ? ([bucket, "due"] as const) : (["notYet"] as const))
      ages[name] = addPaisa(ages[name], amount);
  }
  return ages;
}

function oldestOf(days: Iterable<Day>, today: Day): Day | null {
  let oldest: Day | null = null;
  for (const day of days) if (day <= today && (oldest === null || day < oldest)) oldest = day;
  return oldest;
}

function count({ open, row, PlotIDs, times }: RowsAlike & { open: OpenAmounts; times: 1 | -1 }): void {
  const amount = times * stillDue(row);
  if (amount === 0) return;
  for (const PlotID of PlotIDs) {
    const house = open.get(PlotID) ?? { CategoryID: row.CategoryID, days: new Map<Day, Paisa>() };
    const left = paisa((house.days.get(row.DueDate) ?? 0) + amount);
    if (left === 0) house.days.delete(row.DueDate);
    else house.days.set(row.DueDate, left);
    if (house.days.size === 0) open.delete(PlotID);
    else open.set(PlotID, house);
  }
}
