import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import type { HouseYear } from "../../domain/schedule/houseYear.ts";
import type { ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";

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
export function filterEntries(house: HouseYear, { month, terms }: ScheduleFilter): readonly ScheduleEntry[] {
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
export function createViewFilter({ view, today }: ScheduleFilter): (line: ScheduleEntry) => boolean {
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
