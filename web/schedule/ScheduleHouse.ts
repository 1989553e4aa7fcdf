import { type Day, monthOf } from "../../shared/dates.ts";
import { type Paisa, sumPaisa } from "../../shared/money.ts";
import type { MonthState } from "../ui/YearStrip.tsx";
import { type Line, lineOf, oldestFirst, type ScheduleRow } from "./ScheduleLine.ts";

/** A house's installments of a year, oldest first, and what they come to; another object as soon as anything differs. */
export interface House {
  key: string;
  house: string;
  owner: string;
  category: string;
  lines: readonly Line[];
  /** Twelve, January first. */
  months: readonly MonthState[];
  paid: number;
  overdue: number;
  partPaid: number;
  /** What is open of all that has fallen due, the due day included. */
  dueNow: Paisa;
  /** House and owner as the search looks for them. */
  text: string;
}

/** `before`, the house as it was made on the same day, lends every line that is still the same, or itself. */
export function houseOf(
  rows: readonly ScheduleRow[],
  { today, before }: { today: Day; before: House | undefined },
): House {
  const known = new Map(before?.lines.map((line) => [line.row, line]));
  const lines = rows.map((row) => known.get(row) ?? lineOf(row, today)).sort(oldestFirst);
  if (before && isSame(lines, before.lines)) return before;
  const row = lines[0]?.row;
  const house = row?.HouseNo ?? "";
  const owner = row?.OwnerName ?? "";
  return {
    key: String(row?.PlotID),
    house,
    owner,
    category: row?.CategoryName ?? "",
    lines,
    months: monthsOf(lines),
    paid: count(lines, "Paid"),
    overdue: count(lines, "Overdue"),
    partPaid: count(lines, "Part-paid"),
    dueNow: sumPaisa(lines.map(({ row, open }) => (row.DueDate <= today ? open : nothing))),
    text: `${house}\n${house.replaceAll("-", "")}\n${owner}`.normalize("NFC").toLowerCase(),
  };
}

const nothing = sumPaisa([]);

function isSame(lines: readonly Line[], others: readonly Line[]): boolean {
  return lines.length === others.length && lines.every((line, at) => line === others[at]);
}

function count(lines: readonly Line[], status: Line["status"]): number {
  return lines.filter((line) => line.status === status).length;
}

function monthsOf(lines: readonly Line[]): MonthState[] {
  const months = Array.from({ length: 12 }, (): Line["status"][] => []);
  for (const { row, status } of lines) months[monthOf(row.DueDate).month - 1]?.push(status);
  return months.map(monthState);
}

/** A month with several installments is as good as the worst of them. */
function monthState(statuses: readonly Line["status"][]): MonthState {
  if (statuses.length === 0) return "none";
  if (statuses.includes("Overdue")) return "overdue";
  if (statuses.includes("Part-paid")) return "part";
  return statuses.includes("Due") ? "to come" : "paid";
}
