import { type Day, monthKey, type YearMonth } from "../dates.ts";
import { type Paisa, paisa, zero } from "../money.ts";
import { chargedAmount, type DatedRow, isSettled } from "./schedule.ts";

/**
 * Running sums by month for dashboard and report. Mutated in place, so that the cost of a change
 * does not depend on the number of rows. Entries that reach 0 are removed, so equal figures are equal maps.
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
  readonly days: Map<Day, ChargeTotals>;
  /** Rows of each PlotID, and those of them that are open: a house with none open has paid the month. */
  readonly rowCounts: Map<number, number>;
  readonly openRowCounts: Map<number, number>;
}

/** Amounts charged, penalties included, and received. */
export interface ChargeTotals {
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
export interface InstallmentGroup {
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
export interface BeforeAfter<T> {
  readonly before: T | null;
  readonly after: T | null;
}

export function emptyTotals(): Totals {
  return { months: new Map() };
}

/** The order of changes does not matter. */
export function foldInstallment(totals: Totals, { before, after }: BeforeAfter<CountedRow>): void {
  // after comes first: a house whose count passes through 0 would leave its map and return, which is slow in large maps
  if (after) countRows({ totals, row: after, PlotIDs: [after.PlotID], sign: 1 });
  if (before) countRows({ totals, row: before, PlotIDs: [before.PlotID], sign: -1 });
}

/** Applies a group of new installments at once. */
export function foldInstallmentGroup(totals: Totals, alike: InstallmentGroup): void {
  countRows({ totals, ...alike, sign: 1 });
}

export function foldExpense(totals: Totals, { before, after }: BeforeAfter<CountedExpense>): void {
  if (after) countExpense({ totals, expense: after, sign: 1 });
  if (before) countExpense({ totals, expense: before, sign: -1 });
}

export function getCategoryTotals(totals: Totals, month: YearMonth): Iterable<[CategoryID: number, CategoryTotals]> {
  return totals.months.get(monthKey(month))?.categories ?? [];
}

export function getExpenseTotal(totals: Totals, month: YearMonth): Paisa {
  return totals.months.get(monthKey(month))?.expenses ?? zero;
}

/** The months, as `YYYY-MM`, in which the two differ; none when they are equal. */
export function differingMonths(a: Totals, b: Totals): string[] {
  const keys = new Set([...a.months.keys(), ...b.months.keys()]);
  return [...keys].filter((key) => serializeMonth(a.months.get(key)) !== serializeMonth(b.months.get(key))).sort();
}

interface FoldStep {
  readonly totals: Totals;
  readonly sign: 1 | -1;
}

function countRows({ totals, row, PlotIDs, sign }: FoldStep & InstallmentGroup): void {
  const key = row.DueDate.slice(0, 7);
  const month = getOrInsert({ map: totals.months, key, create: emptyMonth });
  const category = getOrInsert({ map: month.categories, key: row.CategoryID, create: emptyCategory });
  const day = getOrInsert({ map: category.days, key: row.DueDate, create: nothingCharged });
  day.total = paisa(day.total + sign * PlotIDs.length * chargedAmount(row));
  day.received = paisa(day.received + sign * PlotIDs.length * row.AmountReceived);
  const isOpen = !isSettled(row);
  for (const at of PlotIDs) {
    addToCount({ map: category.rowCounts, key: at, sign });
    if (isOpen) addToCount({ map: category.openRowCounts, key: at, sign });
  }

  if (day.total === 0 && day.received === 0) category.days.delete(row.DueDate);
  if (category.days.size + category.rowCounts.size + category.openRowCounts.size === 0)
    month.categories.delete(row.CategoryID);
  deleteIfEmpty(totals, key);
}

function countExpense({ totals, expense, sign }: FoldStep & { readonly expense: CountedExpense }): void {
  const key = `${expense.Year}-${expense.Month}`;
  const month = getOrInsert({ map: totals.months, key, create: emptyMonth });
  month.expenses = paisa(month.expenses + sign * expense.Amount);
  deleteIfEmpty(totals, key);
}

function deleteIfEmpty(totals: Totals, key: string): void {
  const month = totals.months.get(key);
  if (month?.categories.size === 0 && month.expenses === 0) totals.months.delete(key);
}

function addToCount<K>({ map, key, sign }: { map: Map<K, number>; key: K; sign: 1 | -1 }): void {
  const counted = (map.get(key) ?? 0) + sign;
  if (counted === 0) map.delete(key);
  else map.set(key, counted);
}

function getOrInsert<K, V>({ map, key, create }: { map: Map<K, V>; key: K; create: () => V }): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = create();
  map.set(key, made);
  return made;
}

function emptyMonth(): MonthTotals {
  return { categories: new Map(), expenses: zero };
}

function emptyCategory(): CategoryTotals {
  return { days: new Map(), rowCounts: new Map(), openRowCounts: new Map() };
}

function nothingCharged(): ChargeTotals {
  return { total: zero, received: zero };
}

function serializeMonth(month: MonthTotals | undefined): string | undefined {
  if (!month) return undefined;
  const categories = sortedEntries(month.categories).map(([id, { days, rowCounts, openRowCounts }]) => {
    return [id, sortedEntries(days), sortedEntries(rowCounts), sortedEntries(openRowCounts)];
  });
  return JSON.stringify([month.expenses, categories]);
}

function sortedEntries<K extends number | string, V>(map: Map<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
