import { type Day, isDay, monthKey, type YearMonth } from "../dates.ts";
import { addToSum, isValidStoredAmount, multiplyPaisa, type Paisa, type PaisaSum, zero } from "../money.ts";
import { chargedAmount, type DatedItem, isSettled } from "./schedule.ts";

/**
 * Running sums by month for dashboard and report, in paisa. Mutated in place, so that the cost of a change does not
 * depend on the number of rows. Entries that reach 0 are removed, so that maps with equal figures are equal.
 */
export interface Totals {
  /** By `YYYY-MM`. */
  readonly months: Map<string, MonthTotals>;
}

/** The sums of a month, in paisa. */
export interface MonthTotals {
  /** By CategoryID. */
  readonly categories: Map<number, CategoryTotals>;
  expenses: PaisaSum;
}

/** The sums of the installments of a category in a month, in paisa. */
export interface CategoryTotals {
  readonly days: Map<Day, ChargeTotals>;
  readonly installmentCountByPlot: Map<number, number>;
  /** Of unsettled installments. A house without an entry has paid the month. */
  readonly openInstallmentCountByPlot: Map<number, number>;
}

/** Charged and received amounts. Charges include penalties. */
export interface ChargeTotals {
  charged: PaisaSum;
  received: PaisaSum;
}

/** The fields of an installment that the totals count. */
export interface CountedInstallment extends DatedItem {
  readonly PlotID: number;
  readonly CategoryID: number;
}

/** Installments that differ only in their plot: one for each of `PlotIDs`, which can repeat. */
export interface InstallmentGroup {
  readonly row: Omit<CountedInstallment, "PlotID">;
  readonly PlotIDs: readonly number[];
}

/** The fields of an expense that the totals count. */
export interface CountedExpense {
  /** "01" to "12". */
  readonly Month: string;
  readonly Year: string;
  readonly Amount: Paisa;
}

/** A record before and after it changed; null where it does not exist. */
export interface BeforeAfter<Row> {
  readonly before: Row | null;
  readonly after: Row | null;
}

/**
 * Whether a stored installment can be counted. Rows that were written to the database directly, not by the portal, may
 * contain any values.
 */
export function isCountableInstallment(
  row: Readonly<Partial<Record<keyof CountedInstallment | "IsPaid", unknown>>>,
): row is CountedInstallment {
  return (
    isValidStoredAmount(row.Amount) &&
    isValidStoredAmount(row.PenaltyAmount) &&
    isValidStoredAmount(row.WaivedAmount) &&
    isValidStoredAmount(row.WaivedPenalty) &&
    isValidStoredAmount(row.AmountReceived) &&
    (row.PenaltyApplied === 0 || row.PenaltyApplied === 1) &&
    (row.IsPaid === 0 || row.IsPaid === 1) &&
    typeof row.DueDate === "string" &&
    isDay(row.DueDate) &&
    Number.isSafeInteger(row.CategoryID) &&
    Number.isSafeInteger(row.PlotID)
  );
}

/** Whether a stored expense can be counted. */
export function isCountableExpense(
  row: Readonly<Partial<Record<keyof CountedExpense, unknown>>>,
): row is CountedExpense {
  return isValidStoredAmount(row.Amount) && typeof row.Month === "string" && typeof row.Year === "string";
}

export function createEmptyTotals(): Totals {
  return { months: new Map() };
}

/** Applies the change of an installment. Changes can be applied in any order. */
export function foldInstallment(totals: Totals, { before, after }: BeforeAfter<CountedInstallment>): void {
  // `after` first: otherwise a count that reaches 0 is deleted from its map and inserted again, which is slow.
  if (after) countInstallments({ totals, row: after, PlotIDs: [after.PlotID], sign: 1 });
  if (before) countInstallments({ totals, row: before, PlotIDs: [before.PlotID], sign: -1 });
}

/** Applies new installments that differ only in their plot. */
export function foldInstallmentGroup(totals: Totals, group: InstallmentGroup): void {
  countInstallments({ totals, ...group, sign: 1 });
}

/** Applies the change of an expense. Changes can be applied in any order. */
export function foldExpense(totals: Totals, { before, after }: BeforeAfter<CountedExpense>): void {
  if (after) countExpense({ totals, expense: after, sign: 1 });
  if (before) countExpense({ totals, expense: before, sign: -1 });
}

/** The totals of the categories that have installments in the month. */
export function getCategoryTotals(totals: Totals, month: YearMonth): Iterable<[CategoryID: number, CategoryTotals]> {
  return totals.months.get(monthKey(month))?.categories ?? [];
}

/** The expenses of the month, in paisa. */
export function getExpenseTotal(totals: Totals, month: YearMonth): PaisaSum {
  return totals.months.get(monthKey(month))?.expenses ?? zero;
}

/** The months (`YYYY-MM`) in which the totals differ. */
export function findDifferingMonths(a: Totals, b: Totals): string[] {
  const keys = new Set([...a.months.keys(), ...b.months.keys()]);
  return [...keys].filter((key) => serializeMonth(a.months.get(key)) !== serializeMonth(b.months.get(key))).sort();
}

interface CountOptions {
  readonly totals: Totals;
  readonly sign: 1 | -1;
}

function countInstallments({ totals, row, PlotIDs, sign }: CountOptions & InstallmentGroup): void {
  const key = row.DueDate.slice(0, 7);
  const month = getOrInsert({ map: totals.months, key, create: createEmptyMonth });
  const category = getOrInsert({ map: month.categories, key: row.CategoryID, create: createEmptyCategory });
  const day = getOrInsert({ map: category.days, key: row.DueDate, create: createEmptyChargeTotals });
  const factor = sign * PlotIDs.length;
  day.charged = addToSum(day.charged, multiplyPaisa(chargedAmount(row), factor));
  day.received = addToSum(day.received, multiplyPaisa(row.AmountReceived, factor));
  const isOpen = !isSettled(row);
  for (const PlotID of PlotIDs) {
    addToCount({ map: category.installmentCountByPlot, key: PlotID, sign });
    if (isOpen) addToCount({ map: category.openInstallmentCountByPlot, key: PlotID, sign });
  }

  if (day.charged === 0 && day.received === 0) category.days.delete(row.DueDate);
  if (category.days.size + category.installmentCountByPlot.size + category.openInstallmentCountByPlot.size === 0)
    month.categories.delete(row.CategoryID);
  deleteIfEmpty(totals, key);
}

function countExpense({ totals, expense, sign }: CountOptions & { readonly expense: CountedExpense }): void {
  const key = `${expense.Year}-${expense.Month}`;
  const month = getOrInsert({ map: totals.months, key, create: createEmptyMonth });
  month.expenses = addToSum(month.expenses, multiplyPaisa(expense.Amount, sign));
  deleteIfEmpty(totals, key);
}

function deleteIfEmpty(totals: Totals, key: string): void {
  const month = totals.months.get(key);
  if (month?.categories.size === 0 && month.expenses === 0) totals.months.delete(key);
}

function addToCount<Key>({ map, key, sign }: { map: Map<Key, number>; key: Key; sign: 1 | -1 }): void {
  const count = (map.get(key) ?? 0) + sign;
  if (count === 0) map.delete(key);
  else map.set(key, count);
}

function getOrInsert<Key, Value>({ map, key, create }: { map: Map<Key, Value>; key: Key; create: () => Value }): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

function createEmptyMonth(): MonthTotals {
  return { categories: new Map(), expenses: zero };
}

function createEmptyCategory(): CategoryTotals {
  return { days: new Map(), installmentCountByPlot: new Map(), openInstallmentCountByPlot: new Map() };
}

function createEmptyChargeTotals(): ChargeTotals {
  return { charged: zero, received: zero };
}

function serializeMonth(month: MonthTotals | undefined): string | undefined {
  if (!month) return undefined;
  const categories = sortEntries(month.categories).map(
    ([id, { days, installmentCountByPlot, openInstallmentCountByPlot }]) => {
      return [id, sortEntries(days), sortEntries(installmentCountByPlot), sortEntries(openInstallmentCountByPlot)];
    },
  );
  return JSON.stringify([month.expenses, categories], (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

function sortEntries<Key extends number | string, Value>(map: Map<Key, Value>): [Key, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
