import type { Day } from "../../shared/dates.ts";
import { addPaisa, type Paisa, zero } from "../../shared/money.ts";
import { type ScheduleEntry, type ScheduleRow, toScheduleEntry } from "../domain/schedule/scheduleEntry.ts";

/** What a house owes. */
export interface HouseBalance {
  /** Open of all that has fallen due, the due day included. */
  due: Paisa;
  /** How many installments that is. */
  count: number;
  /** The oldest open installment, fallen due or not. */
  oldestOpen: ScheduleEntry;
}

/** By PlotID; a house that is not in it owes nothing. */
export type HouseBalances = ReadonlyMap<number, HouseBalance>;

/** What every house owes, of the installments that are open. */
export function sumHouseBalances(rows: readonly ScheduleRow[], today: Day): HouseBalances {
  const dues = new Map<number, HouseBalance>();
  for (const row of rows) {
    const line = toScheduleEntry(row, today);
    if (line.outstanding === zero) continue;
    const { due, count, oldestOpen } = dues.get(row.PlotID) ?? { due: zero, count: 0, oldestOpen: line };
    const fallen = row.DueDate <= today;
    dues.set(row.PlotID, {
      due: fallen ? addPaisa(due, line.outstanding) : due,
      count: count + Number(fallen),
      oldestOpen: isDueBefore(row, oldestOpen.row) ? line : oldestOpen,
    });
  }
  return dues;
}

function isDueBefore(one: ScheduleRow, other: ScheduleRow): boolean {
  if (one.DueDate !== other.DueDate) return one.DueDate < other.DueDate;
  return one.PaymentScheduleID < other.PaymentScheduleID;
}
