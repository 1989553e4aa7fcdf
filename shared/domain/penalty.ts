import { addDays, type Day } from "../dates.ts";
import { type DatedRow, daysOverdue } from "./schedule.ts";

export interface PenaltyRow extends DatedRow {
  /** Days after the due date on which it can still be paid without the penalty. */
  readonly GracePeriodDays: number;
}

/** Whether the row bears its penalty on that day: open after the days of grace. One that was applied stays, paid or not. */
export function penaltyApplies(row: PenaltyRow, today: Day): boolean {
  if (row.PenaltyApplied) return true;
  return row.PenaltyAmount > 0 && daysOverdue(row, today) > row.GracePeriodDays;
}

/** The row as it stands on that day, with its penalty once it bears it. */
export function withPenalty<Row extends PenaltyRow>(row: Row, today: Day): Row {
  return !row.PenaltyApplied && penaltyApplies(row, today) ? { ...row, PenaltyApplied: 1 } : row;
}

/** The last day on which money counts as paid in time. */
export function lastDayOfGrace({ DueDate, GracePeriodDays }: Pick<PenaltyRow, "DueDate" | "GracePeriodDays">): Day {
  return addDays(DueDate, GracePeriodDays);
}

/** The first day on which the row can bear its penalty. */
export function penaltyDay(row: Pick<PenaltyRow, "DueDate" | "GracePeriodDays">): Day {
  return addDays(lastDayOfGrace(row), 1);
}
