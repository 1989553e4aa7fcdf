import { type Day, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa } from "../../../shared/money.ts";
import { foldText } from "../../../shared/text.ts";
import { compareEntriesByDueDate, type ScheduleEntry, type ScheduleRow, toScheduleEntry } from "./scheduleEntry.ts";
import type { MonthState } from "./YearStrip.tsx";

/** A house's installments of a year, oldest first, and what they come to; another object as soon as anything differs. */
export interface HouseYear {
  key: string;
  house: string;
  owner: string;
  category: string;
  entries: readonly ScheduleEntry[];
  /** Twelve, January first. */
  months: readonly MonthState[];
  paidCount: number;
  overdueCount: number;
  partPaidCount: number;
  /** What is open of all that has fallen due, the due day included. */
  dueNow: Paisa;
  /** House and owner as the search looks for them. */
  searchText: string;
}

/** `before`, the house as it was made on the same day, lends every line that is still the same, or itself. */
export function buildHouseYear(
  rows: readonly ScheduleRow[],
  { today, previous }: { today: Day; previous: HouseYear | undefined },
): HouseYear {
  const known = new Map(previous?.entries.map((line) => [line.row, line]));
  const entries = rows.map((row) => known.get(row) ?? toScheduleEntry(row, today)).sort(compareEntriesByDueDate);
  if (previous && areSameEntries(entries, previous.entries)) return previous;
  const row = entries[0]?.row;
  const house = row?.HouseNo ?? "";
  const owner = row?.OwnerName ?? "";
  return {
    key: String(row?.PlotID),
    house,
    owner,
    category: row?.CategoryName ?? "",
    entries,
    months: toMonthStates(entries),
    paidCount: countStatus(entries, "Paid"),
    overdueCount: countStatus(entries, "Overdue"),
    partPaidCount: countStatus(entries, "Part-paid"),
    dueNow: sumPaisa(entries.map(({ row, outstanding }) => (row.DueDate <= today ? outstanding : zeroPaisa))),
    searchText: foldText(`${house}\n${house.replaceAll("-", "")}\n${owner}`),
  };
}

const zeroPaisa = sumPaisa([]);

function areSameEntries(lines: readonly ScheduleEntry[], others: readonly ScheduleEntry[]): boolean {
  return lines.length === others.length && lines.every((line, at) => line === others[at]);
}

function countStatus(lines: readonly ScheduleEntry[], status: ScheduleEntry["status"]): number {
  return lines.filter((line) => line.status === status).length;
}

function toMonthStates(lines: readonly ScheduleEntry[]): MonthState[] {
  const months = Array.from({ length: 12 }, (): ScheduleEntry["status"][] => []);
  for (const { row, status } of lines) months[monthOf(row.DueDate).month - 1]?.push(status);
  return months.map(worstState);
}

/** A month with several installments is as good as the worst of them. */
function worstState(statuses: readonly ScheduleEntry["status"][]): MonthState {
  if (statuses.length === 0) return "none";
  if (statuses.includes("Overdue")) return "overdue";
  if (statuses.includes("Part-paid")) return "part";
  return statuses.includes("Due") ? "to come" : "paid";
}
