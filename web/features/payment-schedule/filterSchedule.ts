import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import { type PaisaSum, sumPaisa } from "../../../shared/money.ts";
import { hasWord, numberWord } from "../../../shared/search.ts";
import type { HouseYear, ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import type { TableGroup } from "../../ui/table/GroupedTable.tsx";

/** The installments of a year that match search, filters and view, with their totals. */
export interface FilteredSchedule {
  filter: ScheduleFilter;
  /** By the key of the house. */
  houses: ReadonlyMap<string, FilteredHouse>;
  groups: readonly TableGroup<HouseYear, ScheduleEntry>[];
  /** Number of entries that the view "overdue" would show. */
  overdueCount: number;
  partPaidCount: number;
  totals: ScheduleTotals;
}

/** Amounts in paisa. */
export interface ScheduleTotals {
  houses: number;
  installments: number;
  billed: PaisaSum;
  received: PaisaSum;
  outstanding: PaisaSum;
}

/**
 * Filters the schedule; houses that are unchanged since the previous result are not filtered again. An entry that a
 * view has shown stays visible until the filter changes, so that no row moves when the user marks one as paid in
 * "Overdue". "Recent & open" hides settled months, but its totals include them.
 */
export function filterSchedule(
  { houses, filter }: { houses: readonly HouseYear[]; filter: ScheduleFilter },
  previous: FilteredSchedule | undefined,
): FilteredSchedule {
  const previousHouses = previous?.filter === filter ? previous.houses : undefined;
  const isInView = createViewFilter(filter);
  const filteredHouses = new Map<string, FilteredHouse>();
  for (const house of houses) {
    const previousHouse = previousHouses?.get(house.key);
    const isUnchanged = previousHouse?.house === house;
    filteredHouses.set(
      house.key,
      isUnchanged ? previousHouse : filterHouse(house, { filter, isInView, previousHouse }),
    );
  }
  const filteredList = [...filteredHouses.values()];
  return {
    filter,
    houses: filteredHouses,
    groups: filteredList.flatMap(({ group }) => group ?? []),
    overdueCount: filteredList.reduce((sum, { overdueCount }) => sum + overdueCount, 0),
    partPaidCount: filteredList.reduce((sum, { partPaidCount }) => sum + partPaidCount, 0),
    totals: {
      houses: filteredList.filter(({ installments }) => installments > 0).length,
      installments: filteredList.reduce((sum, { installments }) => sum + installments, 0),
      billed: sumPaisa(filteredList.map(({ billed }) => billed)),
      received: sumPaisa(filteredList.map(({ received }) => received)),
      outstanding: sumPaisa(filteredList.map(({ outstanding }) => outstanding)),
    },
  };
}

interface FilteredHouse extends Omit<ScheduleTotals, "houses"> {
  house: HouseYear;
  group: TableGroup<HouseYear, ScheduleEntry> | undefined;
  overdueCount: number;
  partPaidCount: number;
}

interface FilterHouseInput {
  filter: ScheduleFilter;
  isInView(entry: ScheduleEntry): boolean;
  /** Result for an earlier version of the house with the same filter. */
  previousHouse: FilteredHouse | undefined;
}

function filterHouse(house: HouseYear, { filter, isInView, previousHouse }: FilterHouseInput): FilteredHouse {
  const matching = filterEntries(house, filter);
  const alreadyShown = new Set(previousHouse?.group?.rows.map(({ row }) => row.PaymentScheduleID));
  const rows = matching.filter((entry) => isInView(entry) || alreadyShown.has(entry.row.PaymentScheduleID));
  const countedEntries = filter.view === "recent" ? matching : rows;
  return {
    house,
    group: rows.length > 0 ? { key: house.key, group: house, rows } : undefined,
    overdueCount: matching.filter(({ status }) => status === "Overdue").length,
    partPaidCount: matching.filter(({ status }) => status === "Part-paid").length,
    installments: countedEntries.length,
    billed: sumPaisa(countedEntries.map(({ billed }) => billed)),
    received: sumPaisa(countedEntries.map(({ received }) => received)),
    outstanding: sumPaisa(countedEntries.map(({ outstanding }) => outstanding)),
  };
}

export type ScheduleView = "all" | "recent" | "overdue" | "part-paid";

export interface ScheduleFilter {
  /** 1 to 12, or 0 for all. */
  month: number;
  view: ScheduleView;
  /** From `searchTerms`; an entry must match all of them. */
  terms: readonly string[];
  today: Day;
}

/** The entries of a house that match month and search. */
function filterEntries(house: HouseYear, { month, terms }: ScheduleFilter): readonly ScheduleEntry[] {
  const entriesOfMonth =
    month === 0 ? house.entries : house.entries.filter(({ row }) => monthOf(row.DueDate).month === month);
  // The other terms match the house itself.
  const entryTerms = terms.filter((term) => !hasWord(house.searchWords, term));
  if (entryTerms.length === 0) return entriesOfMonth;
  return entriesOfMonth.filter(({ row }) => {
    const words = [numberWord(row.InstallmentNumber, "integer"), numberWord(row.Amount, "money")];
    return entryTerms.every((term) => words.some((word) => word.startsWith(term)));
  });
}

/**
 * Whether a view shows an entry. "Recent & open" is for daily work: unpaid and due within a month, due last month or
 * this one, or paid within the last week.
 */
function createViewFilter({ view, today }: ScheduleFilter): (entry: ScheduleEntry) => boolean {
  if (view === "all") return () => true;
  if (view === "overdue") return ({ status }) => status === "Overdue";
  if (view === "part-paid") return ({ status }) => status === "Part-paid";
  const inAMonth = addDays(today, 31);
  const aWeekAgo = addDays(today, -7);
  const lastMonth = monthKey(addMonths(monthOf(today), -1));
  return ({ row, status }) => {
    if (status !== "Paid") return row.DueDate <= inAMonth;
    if (row.PaidDate !== null && row.PaidDate >= aWeekAgo) return true;
    return row.DueDate >= lastMonth && row.DueDate <= today;
  };
}
