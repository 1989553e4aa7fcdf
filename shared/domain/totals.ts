import { type Day, monthKey, type YearMonth } from "../dates.ts";
import { type Paisa, paisa, zero } from "../money.ts";
import { type DatedRow, dueOf, isSettled } from "./schedule.ts";

/**
 * Running sums by month, behind dashboard and report. They are changed in place: with a million rows a change must
 * cost what the changed row costs. Equal figures are equal maps, as whatever comes to nothing is removed.
 */
export interface Totals {
  /** By `YYYY-MM`. */
  readonly months: Map<string, MonthTotals>;
}

export interface MonthTotals {
  /** By CategoryID. */
  readonly categories: Map<number, CategoryTotals>;
  expenses: Paisa;
}

export interface CategoryTotals {
  readonly days: Map<Day, Charged>;
  /** Rows of each PlotID, and those of them that are open: a house with none open has paid the month. */
  readonly rows: Map<number, number>;
  readonly openRows: Map<number, number>;
}

/** What rows charge, penalties included, and what they have received of it. */
export interface Charged {
  total: Paisa;
  received: Paisa;
}

export interface CountedRow extends ChargedRow {
  readonly PlotID: number;
}

/** What is counted of an installment beside whose it is. */
export interface ChargedRow extends DatedRow {
  readonly CategoryID: number;
}

/** Installments that differ in nothing that is counted but the house: one for each of `PlotIDs`, which may name one twice. */
export interface RowsAlike {
  readonly row: ChargedRow;
  readonly PlotIDs: readonly number[];
}

export interface CountedExpense {
  /** "01" to "12". */
  readonly Month: string;
  readonly Year: string;
  readonly Amount: Paisa;
}

/** A record before and after it changed; null where it does not exist. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

export function emptyTotals(): Totals {
  return { months: new Map() };
}

/** The same changes give the same totals in whatever order they are folded. */
export function foldSchedule(totals: Totals, { before, after }: Change<CountedRow>): void {
  // after comes first: a house whose count passes through 0 would leave its map and return, which is slow in large maps
  if (after) countRows({ totals, row: after, PlotIDs: [after.PlotID], times: 1 });
  if (before) countRows({ totals, row: before, PlotIDs: [before.PlotID], times: -1 });
}

/** Takes in new installments at the cost of hardly more than their houses. */
export function foldAlike(totals: Totals, alike: RowsAlike): void {
  countRows({ totals, ...alike, times: 1 });
}

export function foldExpense(totals: Totals, { before, after }: Change<CountedExpense>): void {
  if (after) countExpense({ totals, expense: after, times: 1 });
  if (before) countExpense({ totals, expense: before, times: -1 });
}

export function categoriesOf(totals: Totals, month: YearMonth): Iterable<[CategoryID: number, CategoryTotals]> {
  return totals.months.get(monthKey(month))?.categories ?? [];
}

export function expensesOf(totals: Totals, month: YearMonth): Paisa {
  return totals.months.get(monthKey(month))?.expenses ?? zero;
}

/** The months, as `YYYY-MM`, in which the two differ; none when they are equal. */
export function differingMonths(a: Totals, b: Totals): string[] {
  const keys = new Set([...a.months.keys(), ...b.months.keys()]);
  return [...keys].filter((key) => asText(a.months.get(key)) !== asText(b.months.get(key))).sort();
}

interface Counting {
  readonly totals: Totals;
  readonly times: 1 | -1;
}

function countRows({ totals, row, PlotIDs, times }: Counting & RowsAlike): void {
  const key = row.DueDate.slice(0, 7);
  const month = entry({ of: totals.months, at: key, otherwise: emptyMonth });
  const category = entry({ of: month.categories, at: row.CategoryID, otherwise: emptyCategory });
  const day = entry({ of: category.days, at: row.DueDate, otherwise: nothingCharged });
  day.total = paisa(day.total + times * PlotIDs.length * dueOf(row));
  day.received = paisa(day.received + times * PlotIDs.length * row.AmountReceived);
  const isOpen = !isSettled(row);
  for (const at of PlotIDs) {
    count({ of: category.rows, at, times });
    if (isOpen) count({ of: category.openRows, at, times });
  }

  if (day.total === 0 && day.received === 0) category.days.delete(row.DueDate);
  if (category.days.size + category.rows.size + category.openRows.size === 0) month.categories.delete(row.CategoryID);
  dropIfEmpty(totals, key);
}

function countExpense({ totals, expense, times }: Counting & { readonly expense: CountedExpense }): void {
  const key = `${expense.Year}-${expense.Month}`;
  const month = entry({ of: totals.months, at: key, otherwise: emptyMonth });
  month.expenses = paisa(month.expenses + times * expense.Amount);
  dropIfEmpty(totals, key);
}

function dropIfEmpty(totals: Totals, key: string): void {
  const month = totals.months.get(key);
  if (month?.categories.size === 0 && month.expenses === 0) totals.months.delete(key);
}

function count<K>({ of, at, times }: { of: Map<K, number>; at: K; times: 1 | -1 }): void {
  const counted = (of.get(at) ?? 0) + times;
  if (counted === 0) of.delete(at);
  else of.set(at, counted);
}

function entry<K, V>({ of, at, otherwise }: { of: Map<K, V>; at: K; otherwise: () => V }): V {
  const found = of.get(at);
  if (found !== undefined) return found;
  const made = otherwise();
  of.set(at, made);
  return made;
}

function emptyMonth(): MonthTotals {
  return { categories: new Map(), expenses: zero };
}

function emptyCategory(): CategoryTotals {
  return { days: new Map(), rows: new Map(), openRows: new Map() };
}

function nothingCharged(): Charged {
  return { total: zero, received: zero };
}

function asText(month: MonthTotals | undefined): string | undefined {
  if (!month) return undefined;
  const categories = inOrder(month.categories).map(([id, { days, rows, openRows }]) => {
    return [id, inOrder(days), inOrder(rows), inOrder(openRows)];
  });
  return JSON.stringify([month.expenses, categories]);
}

function inOrder<K extends number | string, V>(map: Map<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
