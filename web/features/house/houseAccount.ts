import { type Day, daysBetween, monthOf } from "../../../shared/dates.ts";
import { type AdjustmentRecord, adjustmentToPaisa } from "../../../shared/domain/adjustment-records.ts";
import { chargeItemId, isDebit, toChargeItem } from "../../../shared/domain/adjustments.ts";
import { chargedAmount, daysOverdue, isOverdue, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type PaisaSum, sumPaisa, toNearestPaisa, zero } from "../../../shared/money.ts";
import {
  buildHouseYear,
  compareEntriesByDueDate,
  type ScheduleEntry,
  type ScheduleRow,
  toScheduleEntry,
} from "../../domain/schedule/scheduleEntry.ts";
import type { MonthState } from "../../domain/schedule/YearStrip.tsx";
import type { BroughtForward } from "./useBroughtForward.ts";

/** The balance of a house on a day, amounts in paisa. */
export interface HouseAccount {
  /** Past their due date and not fully paid, oldest first. */
  overdueEntries: readonly AccountEntry[];
  overdue: PaisaSum;
  notDueYet: PaisaSum;
  /** Overdue or due today: the amount proposed for a receipt. */
  dueNow: PaisaSum;
  /** Days since the due date of the oldest overdue entry; 0 if nothing is overdue. */
  daysOverdue: number;
  /** The first unpaid entry due today or later. */
  nextEntry: AccountEntry | undefined;
  /** The calendar year of that day. */
  year: number;
  /** The amounts of the entries that are due in `year`, including penalties. */
  billedForYear: PaisaSum;
  /** What has been paid of `billedForYear`, whenever it was paid. */
  receivedForYear: PaisaSum;
  /** State of each month of `year`, January first. */
  months: readonly MonthState[];
  /** Part of receipts and credits that pays nothing yet. */
  credit: PaisaSum;
}

/** An installment, charge or opening balance of the house. */
interface AccountEntry extends Pick<ScheduleEntry, "billed" | "received" | "outstanding" | "daysOverdue"> {
  row: { DueDate: Day; InstallmentNumber: number; PaymentScheduleID: number };
}

interface HouseAccountInput {
  rows: readonly ScheduleRow[];
  receipts: readonly { Credit: number }[];
  /** The adjustments that the house owes or gets. */
  adjustments: readonly AdjustmentRecord[];
  broughtForward?: BroughtForward | undefined;
  today: Day;
}

/** The records are in rupees, the result in paisa; `today` is the day in society time. */
export function computeHouseAccount({
  rows,
  receipts,
  adjustments,
  broughtForward,
  today,
}: HouseAccountInput): HouseAccount {
  const { year } = monthOf(today);
  const installments = rows.map((row) => toScheduleEntry(row, today));
  const charges = adjustments.map(adjustmentToPaisa).filter(isDebit).map(toChargeItem);
  const entries: AccountEntry[] = [
    ...installments,
    ...charges.map((row) => toChargeEntry(row, today)),
    ...(broughtForward && broughtForward.due > 0 ? [toOpeningEntry(broughtForward, today)] : []),
  ].sort(compareEntriesByDueDate);
  const entriesOfYear = entries.filter(({ row }) => monthOf(row.DueDate).year === year);
  const unpaid = entries.filter(({ outstanding }) => outstanding > 0);
  const overdueEntries = unpaid.filter(({ row }) => isOverdue(row.DueDate, today));
  const laterEntries = unpaid.filter(({ row }) => !isOverdue(row.DueDate, today));
  return {
    overdueEntries,
    overdue: sumOutstanding(overdueEntries),
    notDueYet: sumOutstanding(laterEntries),
    dueNow: sumOutstanding(unpaid.filter(({ row }) => row.DueDate <= today)),
    daysOverdue: Math.max(0, ...overdueEntries.map(({ daysOverdue }) => daysOverdue)),
    nextEntry: laterEntries[0],
    year,
    billedForYear: sumPaisa(entriesOfYear.map(({ billed }) => billed)),
    receivedForYear: sumPaisa(entriesOfYear.map(({ received }) => received)),
    months: buildHouseYear(
      rows.filter(({ DueDate }) => monthOf(DueDate).year === year),
      { today, previous: undefined },
    ).months,
    credit:
      broughtForward?.credit ?? sumPaisa([...receipts, ...adjustments].map(({ Credit }) => toNearestPaisa(Credit))),
  };
}

function sumOutstanding(entries: readonly AccountEntry[]): PaisaSum {
  return sumPaisa(entries.map(({ outstanding }) => outstanding));
}

/** What was due when the owner took over the house, as one open item. */
function toOpeningEntry({ ownedFrom, due }: BroughtForward, today: Day): AccountEntry {
  return {
    // The number 0 sorts it before all other items of that day. No charge has the id 0.
    row: { DueDate: ownedFrom, InstallmentNumber: 0, PaymentScheduleID: chargeItemId(0) },
    billed: due,
    received: zero,
    outstanding: due,
    daysOverdue: Math.max(0, daysBetween(ownedFrom, today)),
  };
}

function toChargeEntry(row: ReturnType<typeof toChargeItem>, today: Day): AccountEntry {
  return {
    row,
    billed: chargedAmount(row),
    received: row.AmountReceived,
    outstanding: outstandingAmount(row),
    daysOverdue: daysOverdue(row, today),
  };
}
