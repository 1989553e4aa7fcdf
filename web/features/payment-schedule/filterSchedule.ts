import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa } from "../../../shared/money.ts";
import type { HouseYear, ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import type { TableGroup } from "../../ui/table/GroupedTable.tsx";

/** The installments of a year that match search, filters and view, with their totals. */
export interface FilteredSchedule {
  filter: ScheduleFilter;
  houses: ReadonlyMap<string, FilteredHouse>;
  groups: readonly TableGroup<HouseYear, ScheduleEntry>[];
  /** Number of entries the views "overdue" and "part-paid" would show. */
  overdueCount: number;
  partPaidCount: number;
  totals: ScheduleTotals;
}

export interface ScheduleTotals {
  houses: number;
  installments: number;
  billed: Paisa;
  received: Paisa;
  outstanding: Paisa;
}

/**
 * Given the previous result, only changed houses are filtered again. An entry that a view has shown stays visible until
 * the filter changes, so that marking one as paid in "Overdue" moves no row. "Recent & open" hides settled months, but
 * its totals include them.
 */
export function filterSchedule(
  { houses, filter }: { houses: readonly HouseYear[]; filter: ScheduleFilter },
  previous: FilteredSchedule | undefined,
): FilteredSchedule {
  const previousHouses = previous?.filter === filter ? previous.houses : undefined;
  const isInView = createViewFilter(filter);
  const parts = new Map<string, FilteredHouse>();
  for (const house of houses) {
    const part = previousHouses?.get(house.key);
    parts.set(house.key, part?.house === house ? part : filterHouse(house, { filter, isInView, previous: part }));
  }
  const all = [...parts.values()];
  return {
    filter,
    houses: parts,
    groups: all.flatMap(({ group }) => group ?? []),
    overdueCount: all.reduce((sum, part) => sum + part.overdueCount, 0),
    partPaidCount: all.reduce((sum, part) => sum + part.partPaidCount, 0),
    totals: {
      houses: all.filter(({ installments }) => installments > 0).length,
      installments: all.reduce((sum, part) => sum + part.installments, 0),
      billed: sumPaisa(all.map(({ billed }) => billed)),
      received: sumPaisa(all.map(({ received }) => received)),
      outstanding: sumPaisa(all.map(({ outstanding }) => outstanding)),
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
  previous: FilteredHouse | undefined;
}

function filterHouse(house: HouseYear, { filter, isInView, previous }: FilterHouseInput): FilteredHouse {
  const matching = filterEntries(house, filter);
  const alreadyShown = new Set(previous?.group?.rows.map(({ row }) => row.PaymentScheduleID));
  const rows = matching.filter((entry) => isInView(entry) || alreadyShown.has(entry.row.PaymentScheduleID));
  const counted = filter.view === "recent" ? matching : rows;
  return {
    house,
    group: rows.length > 0 ? { key: house.key, group: house, rows } : undefined,
    overdueCount: matching.filter(({ status }) => status === "Overdue").length,
    partPaidCount: matching.filter(({ status }) => status === "Part-paid").length,
    installments: counted.length,
    billed: sumPaisa(counted.map(({ billed }) => billed)),
    received: sumPaisa(counted.map(({ received }) => received)),
    outstanding: sumPaisa(counted.map(({ outstanding }) => outstanding)),
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
  const ofMonth = month === 0 ? house.entries : house.entries.filter(({ row }) => monthOf(row.DueDate).month === month);
  const matching = terms.filter((term) => !house.searchText.includes(term)).map((term) => term.replaceAll(",", ""));
  if (matching.length === 0) return ofMonth;
  return ofMonth.filter(({ row }) => {
    const texts = [String(row.InstallmentNumber), row.Amount.toFixed(2)];
    return matching.every((term) => texts.some((text) => text.includes(term)));
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
