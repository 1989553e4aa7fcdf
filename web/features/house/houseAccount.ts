import { type Day, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa, toPaisa } from "../../../shared/money.ts";
import { buildHouseYear } from "../../domain/schedule/houseYear.ts";
import {
  compareEntriesByDueDate,
  type ScheduleEntry,
  type ScheduleRow,
  toScheduleEntry,
} from "../../domain/schedule/scheduleEntry.ts";
import type { MonthState } from "../../domain/schedule/YearStrip.tsx";

/** Where a house stands on a day, amounts in paisa. */
export interface HouseAccount {
  /** What has fallen due and is open, oldest first. */
  dueEntries: readonly ScheduleEntry[];
  dueNow: Paisa;
  /** Of the oldest of them. */
  daysOverdue: number;
  /** The first that is still to come. */
  nextEntry: ScheduleEntry | undefined;
  year: number;
  /** Of the year's installments, penalties included. */
  billed: Paisa;
  received: Paisa;
  /** Of the year, January first. */
  months: readonly MonthState[];
  /** Money that no installment has needed yet. */
  credit: Paisa;
}

interface HouseAccountInput {
  rows: readonly ScheduleRow[];
  receipts: readonly { Credit: number }[];
  today: Day;
}

export function computeHouseAccount({ rows, receipts, today }: HouseAccountInput): HouseAccount {
  const { year } = monthOf(today);
  const lines = rows.map((row) => toScheduleEntry(row, today)).sort(compareEntriesByDueDate);
  const ofYear = lines.filter(({ row }) => monthOf(row.DueDate).year === year);
  const unpaid = lines.filter(({ outstanding }) => outstanding > 0);
  const dueEntries = unpaid.filter(({ row }) => row.DueDate <= today);
  return {
    dueEntries,
    dueNow: sumPaisa(dueEntries.map((line) => line.outstanding)),
    daysOverdue: Math.max(0, ...dueEntries.map(({ daysOverdue }) => daysOverdue)),
    nextEntry: unpaid.find(({ row }) => row.DueDate > today),
    year,
    billed: sumPaisa(ofYear.map(({ billed }) => billed)),
    received: sumPaisa(ofYear.map(({ received }) => received)),
    months: buildHouseYear(
      ofYear.map(({ row }) => row),
      { today, previous: undefined },
    ).months,
    credit: sumPaisa(receipts.map(({ Credit }) => toPaisa(Credit))),
  };
}
