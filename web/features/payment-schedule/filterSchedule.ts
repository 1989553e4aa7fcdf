import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa } from "../../../shared/money.ts";
import type { HouseYear } from "../../domain/schedule/houseYear.ts";
import type { ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import type { TableGroup } from "../../ui/table/GroupedTable.tsx";

/** What search, filters and view leave of a year, and what that comes to. */
export interface FilteredSchedule {
  filter: ScheduleFilter;
  houses: ReadonlyMap<string, FilteredHouse>;
  groups: readonly TableGroup<HouseYear, ScheduleEntry>[];
  /** How many lines those views would show. */
  overdueCount: number;
  partPaidCount: number;
  totals: ScheduleTotals;
}

export interface ScheduleTotals {
  houses: number;
  installments: number;
  billed: Paisa;
  received: Paisa;
  open: Paisa;
}

/**
 * With what was shown before, only houses that differ are looked at again. A line that a view has shown stays until the
 * filter changes, so that a tick in 'Overdue' moves nothing under the pointer. 'Recent & open' only folds settled months
 * away: the sums count them.
 */
export function filterSchedule(
  { houses, filter }: { houses: readonly HouseYear[]; filter: ScheduleFilter },
  last: FilteredSchedule | undefined,
): FilteredSchedule {
  const before = last?.filter === filter ? last.houses : undefined;
  const isInView = createViewFilter(filter);
  const parts = new Map<string, FilteredHouse>();
  for (const house of houses) {
    const part = before?.get(house.key);
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
      open: sumPaisa(all.map(({ open }) => open)),
    },
  };
}

/** A house's share in what is shown. */
interface FilteredHouse extends Omit<ScheduleTotals, "houses"> {
  house: HouseYear;
  group: TableGroup<HouseYear, ScheduleEntry> | undefined;
  overdueCount: number;
  partPaidCount: number;
}

interface FilterHouseInput {
  filter: ScheduleFilter;
  isInView(line: ScheduleEntry): boolean;
  previous: FilteredHouse | undefined;
}

function filterHouse(house: HouseYear, { filter, isInView, previous }: FilterHouseInput): FilteredHouse {
  const left = filterEntries(house, filter);
  const held = new Set(previous?.group?.rows.map(({ row }) => row.PaymentScheduleID));
  const rows = left.filter((line) => isInView(line) || held.has(line.row.PaymentScheduleID));
  const counted = filter.view === "recent" ? left : rows;
  return {
    house,
    group: rows.length > 0 ? { key: house.key, group: house, rows } : undefined,
    overdueCount: left.filter(({ status }) => status === "Overdue").length,
    partPaidCount: left.filter(({ status }) => status === "Part-paid").length,
    installments: counted.length,
    billed: sumPaisa(counted.map(({ billed }) => billed)),
    received: sumPaisa(counted.map(({ received }) => received)),
    open: sumPaisa(counted.map(({ outstanding }) => outstanding)),
  };
}

export type ScheduleView = "all" | "recent" | "overdue" | "part-paid";

export interface ScheduleFilter {
  /** 1 to 12, or 0 for all. */
  month: number;
  view: ScheduleView;
  /** All of them must be found, folded as by `wordsOf`. */
  terms: readonly string[];
  today: Day;
}

/** The lines of a house that month and search leave. */
function filterEntries(house: HouseYear, { month, terms }: ScheduleFilter): readonly ScheduleEntry[] {
  const ofMonth = month === 0 ? house.entries : house.entries.filter(({ row }) => monthOf(row.DueDate).month === month);
  const left = terms.filter((word) => !house.searchText.includes(word)).map((word) => word.replaceAll(",", ""));
  if (left.length === 0) return ofMonth;
  return ofMonth.filter(({ row }) => {
    const texts = [String(row.InstallmentNumber), row.Amount.toFixed(2)];
    return left.every((word) => texts.some((text) => text.includes(word)));
  });
}

/**
 * Which lines a view shows; made once for many. Recent and open is what a cashier works on: all that is open and due within
 * a month, what fell due last month or this one, and what was paid within a week.
 */
function createViewFilter({ view, today }: ScheduleFilter): (line: ScheduleEntry) => boolean {
  if (view === "all") return () => true;
  if (view === "overdue") return ({ status }) => status === "Overdue";
  if (view === "part-paid") return ({ status }) => status === "Part-paid";
  const soon = addDays(today, 31);
  const lately = addDays(today, -7);
  const lastMonth = monthKey(addMonths(monthOf(today), -1));
  return ({ row, status }) => {
    if (status !== "Paid") return row.DueDate <= soon;
    if (row.PaidDate !== null && row.PaidDate >= lately) return true;
    return row.DueDate >= lastMonth && row.DueDate <= today;
  };
}
