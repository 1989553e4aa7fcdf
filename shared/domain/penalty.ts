import type { Day } from "../dates.ts";
import { type DatedRow, daysLate } from "./schedule.ts";

export interface PenaltyRate {
  readonly IsPenaltyApply: boolean;
  readonly GracePeriodDays: number;
}

/** Whether the row bears its penalty on that day: open after the days of grace. One that was applied stays, paid or not. */
export function penaltyApplies({ row, rate, today }: { row: DatedRow; rate: PenaltyRate; today: Day }): boolean {
  if (row.PenaltyApplied) return true;
  return rate.IsPenaltyApply && daysLate(row, today) > rate.GracePeriodDays;
}
