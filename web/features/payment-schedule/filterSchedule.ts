import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import { hasWordStartingWith, numberWord } from "../../../shared/search.ts";
import {
  type HouseYear,
  type ScheduleAmounts,
  type ScheduleEntry,
  sumScheduleAmounts,
} from "../../domain/schedule/scheduleEntry.ts";
import type { TableGroup } from "../../ui/table/GroupedTable.tsx";

/** The installments of a year that match search, filters and view, with their totals. */
export interface FilteredSchedule {
  filter: ScheduleFilter;
  /** By the key of the house. */
  houses: ReadonlyMap<string, FilteredHouse>;
  groups: readonly TableGroup<ShownHouse, ScheduleEntry>[];
  /** Number of entries that the view "overdue" would show. */
  overdueCount: number;
  partPaidCount: number;
  totals: ScheduleTotals;
}

/** A house with the sums of its shown installments, for the group's row. */
export interface ShownHouse {
  house: HouseYear;
  sums: ScheduleAmounts;
}

/** The sums of the shown installments of all houses. */
export interface ScheduleTotals extends ScheduleAmounts {
  houseCount: number;
  installmentCount: number;
}

/**
 * Filters the schedule; houses that are unchanged since the previous result are not filtered again. An entry that a
 * view has shown stays visible until the filter changes, so that no row moves when the user marks one as paid in
 * "Overdue".
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
  const groups = filteredList.flatMap(({ group }) => group ?? []);
  return {
    filter,
    houses: filteredHouses,
    groups,
    overdueCount: filteredList.reduce((sum, { overdueCount }) => sum + overdueCount, 0),
    partPaidCount: filteredList.reduce((sum, { partPaidCount }) => sum + partPaidCount, 0),
    totals: {
      houseCount: groups.length,
      installmentCount: groups.reduce((sum, { rows }) => sum + rows.length, 0),
      ...sumScheduleAmounts(groups.map(({ group }) => group.sums)),
    },
  };
}

interface FilteredHouse {
  house: HouseYear;
  group: TableGroup<ShownHouse, ScheduleEntry> | undefined;
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
  const shownIds = new Set(previousHouse?.group?.rows.map(({ row }) => row.PaymentScheduleID));
  const rows = matching.filter((entry) => isInView(entry) || shownIds.has(entry.row.PaymentScheduleID));
  return {
    house,
    group: rows.length > 0 ? { key: house.key, group: { house, sums: sumScheduleAmounts(rows) }, rows } : undefined,
    overdueCount: matching.filter(({ overdue }) => overdue > 0).length,
    partPaidCount: matching.filter(({ status }) => status === "Part-paid").length,
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
  const entryTerms = terms.filter((term) => !hasWordStartingWith(house.searchWords, term));
  if (entryTerms.length === 0) return entriesOfMonth;
  return entriesOfMonth.filter(({ row }) => {
    const words = [numberWord(row.InstallmentNumber, "integer"), numberWord(row.Amount, "money")];
    return entryTerms.every((term) => words.some((word) => word.startsWith(term)));
  });
}

/**
 * Returns whether the view shows an entry. "Recent & open" is for daily work: unpaid and due within 31 days, due
 * between the first of last month and today, or paid within the last week.
 */
function createViewFilter({ view, today }: ScheduleFilter): (entry: ScheduleEntry) => boolean {
  if (view === "all") return () => true;
  if (view === "overdue") return ({ overdue }) => overdue > 0;
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
