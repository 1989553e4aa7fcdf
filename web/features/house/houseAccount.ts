import { type Day, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa, toPaisa } from "../../../shared/money.ts";
import {
  buildHouseYear,
  compareEntriesByDueDate,
  type ScheduleEntry,
  type ScheduleRow,
  toScheduleEntry,
} from "../../domain/schedule/scheduleEntry.ts";
import type { MonthState } from "../../domain/schedule/YearStrip.tsx";

/** The balance of a house on a day, amounts in paisa. */
export interface HouseAccount {
  /** Due and not fully paid, oldest first. */
  dueEntries: readonly ScheduleEntry[];
  dueNow: Paisa;
  /** Days since the due date of the oldest due entry. */
  daysOverdue: number;
  /** The first unpaid entry due after today. */
  nextEntry: ScheduleEntry | undefined;
  /** The calendar year of that day. */
  year: number;
  /** Charges of `year`, including penalties. */
  billedThisYear: Paisa;
  /** Payments for the installments of `year`, whenever they were made. */
  receivedThisYear: Paisa;
  /** State of each month of `year`, January first. */
  months: readonly MonthState[];
  /** Part of the receipts that is not allocated to an installment. */
  credit: Paisa;
}

interface HouseAccountInput {
  rows: readonly ScheduleRow[];
  receipts: readonly { Credit: number }[];
  today: Day;
}

/** `rows` and `receipts` are in rupees, the result in paisa; `today` is the day in society time. */
export function computeHouseAccount({ rows, receipts, today }: HouseAccountInput): HouseAccount {
  const { year } = monthOf(today);
  const entries = rows.map((row) => toScheduleEntry(row, today)).sort(compareEntriesByDueDate);
  const entriesOfYear = entries.filter(({ row }) => monthOf(row.DueDate).year === year);
  const unpaid = entries.filter(({ outstanding }) => outstanding > 0);
  const dueEntries = unpaid.filter(({ row }) => row.DueDate <= today);
  return {
    dueEntries,
    dueNow: sumPaisa(dueEntries.map((entry) => entry.outstanding)),
    daysOverdue: Math.max(0, ...dueEntries.map(({ daysOverdue }) => daysOverdue)),
    nextEntry: unpaid.find(({ row }) => row.DueDate > today),
    year,
    billedThisYear: sumPaisa(entriesOfYear.map(({ billed }) => billed)),
    receivedThisYear: sumPaisa(entriesOfYear.map(({ received }) => received)),
    months: buildHouseYear(
      entriesOfYear.map(({ row }) => row),
      { today, previous: undefined },
    ).months,
    credit: sumPaisa(receipts.map(({ Credit }) => toPaisa(Credit))),
  };
}
