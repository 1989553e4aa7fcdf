import { addDays, addMonths, type Day, monthKey, monthOf } from "../../../shared/dates.ts";
import type { House } from "../../schedule/ScheduleHouse.ts";
import type { Line } from "../../schedule/ScheduleLine.ts";

export type View = "all" | "recent" | "overdue" | "part-paid";

export interface Filter {
  /** 1 to 12, or 0 for all. */
  month: number;
  view: View;
  /** All of them must be found, folded as by `wordsOf`. */
  words: readonly string[];
  today: Day;
}

/** The lines of a house that month and search leave. */
export function matching(house: House, { month, words }: Filter): readonly Line[] {
  const ofMonth = month === 0 ? house.lines : house.lines.filter(({ row }) => monthOf(row.DueDate).month === month);
  const left = words.filter((word) => !house.text.includes(word)).map((word) => word.replaceAll(",", ""));
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
export function viewer({ view, today }: Filter): (line: Line) => boolean {
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
