import { type Day, monthOf } from "../../../shared/dates.ts";
import { type Paisa, sumPaisa, toPaisa } from "../../../shared/money.ts";
import { houseOf } from "../../schedule/ScheduleHouse.ts";
import { type Line, lineOf, oldestFirst, type ScheduleRow } from "../../schedule/ScheduleLine.ts";
import type { MonthState } from "../../ui/YearStrip.tsx";

/** Where a house stands on a day, amounts in paisa. */
export interface Account {
  /** What has fallen due and is open, oldest first. */
  open: readonly Line[];
  dueNow: Paisa;
  /** Of the oldest of them. */
  daysLate: number;
  /** The first that is still to come. */
  next: Line | undefined;
  year: number;
  /** Of the year's installments, penalties included. */
  billed: Paisa;
  received: Paisa;
  /** Of the year, January first. */
  months: readonly MonthState[];
  /** Money that no installment has needed yet. */
  credit: Paisa;
}

interface AccountInput {
  rows: readonly ScheduleRow[];
  receipts: readonly { Credit: number }[];
  today: Day;
}

export function accountOf({ rows, receipts, today }: AccountInput): Account {
  const { year } = monthOf(today);
  const lines = rows.map((row) => lineOf(row, today)).sort(oldestFirst);
  const ofYear = lines.filter(({ row }) => monthOf(row.DueDate).year === year);
  const unpaid = lines.filter(({ open }) => open > 0);
  const open = unpaid.filter(({ row }) => row.DueDate <= today);
  return {
    open,
    dueNow: sumPaisa(open.map((line) => line.open)),
    daysLate: Math.max(0, ...open.map(({ daysLate }) => daysLate)),
    next: unpaid.find(({ row }) => row.DueDate > today),
    year,
    billed: sumPaisa(ofYear.map(({ billed }) => billed)),
    received: sumPaisa(ofYear.map(({ received }) => received)),
    months: houseOf(
      ofYear.map(({ row }) => row),
      { today, before: undefined },
    ).months,
    credit: sumPaisa(receipts.map(({ Credit }) => toPaisa(Credit))),
  };
}
