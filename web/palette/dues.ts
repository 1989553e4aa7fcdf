import type { Day } from "../../shared/dates.ts";
import { addPaisa, type Paisa, zero } from "../../shared/money.ts";
import { type Line, lineOf, type ScheduleRow } from "../schedule/ScheduleLine.ts";

/** What a house owes. */
export interface HouseDues {
  /** Open of all that has fallen due, the due day included. */
  now: Paisa;
  /** How many installments that is. */
  count: number;
  /** The oldest open installment, fallen due or not. */
  oldest: Line;
}

/** By PlotID; a house that is not in it owes nothing. */
export type Dues = ReadonlyMap<number, HouseDues>;

/** What every house owes, of the installments that are open. */
export function duesOf(rows: readonly ScheduleRow[], today: Day): Dues {
  const dues = new Map<number, HouseDues>();
  for (const row of rows) {
    const line = lineOf(row, today);
    if (line.open === zero) continue;
    const { now, count, oldest } = dues.get(row.PlotID) ?? { now: zero, count: 0, oldest: line };
    const fallen = row.DueDate <= today;
    dues.set(row.PlotID, {
      now: fallen ? addPaisa(now, line.open) : now,
      count: count + Number(fallen),
      oldest: isBefore(row, oldest.row) ? line : oldest,
    });
  }
  return dues;
}

function isBefore(one: ScheduleRow, other: ScheduleRow): boolean {
  if (one.DueDate !== other.DueDate) return one.DueDate < other.DueDate;
  return one.PaymentScheduleID < other.PaymentScheduleID;
}
