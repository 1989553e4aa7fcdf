import { type Day, monthKey, type YearMonth } from "../dates.ts";
import { type Paisa, paisa, zero } from "../money.ts";
import { chargedAmount, type DatedRow, isSettled } from "./schedule.ts";

/**
 * Running sums by month for dashboard and report, in paisa. Mutated in place, so that the cost of a change does not depend
 * on the number of rows. Entries that reach 0 are removed, so that maps with equal figures are equal.
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
  /** Number of installments by PlotID. */
  readonly rowCounts: Map<number, number>;
  /** Number of unsettled installments by PlotID. A house without an entry has paid the month. */
  readonly openRowCounts: Map<number, number>;
}

/** Charged amount, penalties included, and received amount. */
export interface ChargeTotals {
  total: Paisa;
  received: Paisa;
}

export interface CountedRow extends ChargedRow {
  readonly PlotID: number;
}

/** The fields of an installment that the totals count, without its plot. */
export interface ChargedRow extends DatedRow {
  readonly CategoryID: number;
}

/** Installments that have equal counted fields and differ only in their plot: one for each of `PlotIDs`, which can repeat. */
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

/** Applies the change of an installment. Changes can be applied in any order. */
export function foldInstallment(totals: Totals, { before, after }: BeforeAfter<CountedRow>): void {
  // `after` first: a count that reaches 0 would be deleted from its map and inserted again, which is slow in large maps.
  if (after) countRows({ totals, row: after, PlotIDs: [after.PlotID], sign: 1 });
  if (before) countRows({ totals, row: before, PlotIDs: [before.PlotID], sign: -1 });
}

/** Applies new installments that differ only in their plot. */
export function foldInstallmentGroup(totals: Totals, group: InstallmentGroup): void {
  countRows({ totals, ...group, sign: 1 });
}

/** Applies the change of an expense. Changes can be applied in any order. */
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

/** The months (`YYYY-MM`) in which the totals differ. */
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
  const day = getOrInsert({ map: category.days, key: row.DueDate, create: emptyChargeTotals });
  day.total = paisa(day.total + sign * PlotIDs.length * chargedAmount(row));
  day.received = paisa(day.received + sign * PlotIDs.length * row.AmountReceived);
  const isOpen = !isSettled(row);
  for (const PlotID of PlotIDs) {
    addToCount({ map: category.rowCounts, key: PlotID, sign });
    if (isOpen) addToCount({ map: category.openRowCounts, key: PlotID, sign });
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
  const count = (map.get(key) ?? 0) + sign;
  if (count === 0) map.delete(key);
  else map.set(key, count);
}

function getOrInsert<K, V>({ map, key, create }: { map: Map<K, V>; key: K; create: () => V }): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

function emptyMonth(): MonthTotals {
  return { categories: new Map(), expenses: zero };
}

function emptyCategory(): CategoryTotals {
  return { days: new Map(), rowCounts: new Map(), openRowCounts: new Map() };
}

function emptyChargeTotals(): ChargeTotals {
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
