import { type Day, monthOf } from "../../../shared/dates.ts";
import { applyTick, isPaidByReceipts, type PayableItem, reverseTick } from "../../../shared/domain/item-payments.ts";
import {
  baseAmount,
  chargedAmount,
  daysOverdue,
  type ItemStatus,
  isOverdue,
  itemStatus,
  outstandingAmount,
} from "../../../shared/domain/schedule.ts";
import {
  type Paisa,
  type PaisaSum,
  subtractPaisa,
  sumPaisa,
  toNearestPaisa,
  toRupees,
  zero,
} from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { joinWords, wordsOfText } from "../../../shared/search.ts";
import type { MonthState } from "./YearStrip.tsx";

/** An installment of a house as the server sends it; amounts in rupees. */
export type ScheduleRow = RecordOf<typeof paymentSchedule>;

/** An installment of a house and its status on a day; amounts in paisa. */
export interface ScheduleEntry extends Record<keyof ScheduleAmounts, Paisa> {
  row: ScheduleRow;
  status: ItemStatus;
  daysOverdue: number;
}

/** Amounts of one or several installments in paisa: amount + penalty = billed = received + outstanding. */
export interface ScheduleAmounts {
  /** Without penalty, after waivers. */
  amount: PaisaSum;
  /** After waivers, once it has been applied. */
  penalty: PaisaSum;
  billed: PaisaSum;
  received: PaisaSum;
  outstanding: PaisaSum;
  /** The part of `outstanding` that is past its due date. */
  overdue: PaisaSum;
}

export function sumScheduleAmounts(parts: readonly ScheduleAmounts[]): ScheduleAmounts {
  const sumOf = (name: keyof ScheduleAmounts) => sumPaisa(parts.map((part) => part[name]));
  return {
    amount: sumOf("amount"),
    penalty: sumOf("penalty"),
    billed: sumOf("billed"),
    received: sumOf("received"),
    outstanding: sumOf("outstanding"),
    overdue: sumOf("overdue"),
  };
}

/** The installment with its status and amounts on `today`, the society's day. */
export function toScheduleEntry(row: ScheduleRow, today: Day): ScheduleEntry {
  const installment = { ...rowToPaisa(row), DueDate: row.DueDate };
  const amount = baseAmount(installment);
  const billed = chargedAmount(installment);
  const outstanding = outstandingAmount(installment);
  return {
    row,
    status: itemStatus(installment, today),
    amount,
    penalty: subtractPaisa(billed, amount),
    billed,
    received: installment.AmountReceived,
    outstanding,
    overdue: isOverdue(row.DueDate, today) ? outstanding : zero,
    daysOverdue: daysOverdue(installment, today),
  };
}

interface OrderedEntry {
  row: Pick<ScheduleRow, "DueDate" | "InstallmentNumber" | "PaymentScheduleID">;
}

/** The order in which payments settle the installments of a house. */
export function compareEntriesByDueDate({ row: a }: OrderedEntry, { row: b }: OrderedEntry): number {
  if (a.DueDate !== b.DueDate) return a.DueDate < b.DueDate ? -1 : 1;
  return a.InstallmentNumber - b.InstallmentNumber || a.PaymentScheduleID - b.PaymentScheduleID;
}

/**
 * The expected result of marking an installment as paid or unpaid, for the optimistic update; amounts in rupees.
 * `account` is the AccountID that gets the amount of a tick; null for the cash account.
 */
export function buildPaidPatch(
  row: ScheduleRow,
  { shouldBePaid, today, account }: { shouldBePaid: boolean; today: Day; account: number | null },
): Partial<ScheduleRow> {
  const payable = rowToPaisa(row);
  const after = shouldBePaid ? applyTick(payable, today) : reverseTick(payable);
  const { AmountReceived, TickedAmount } = after;
  return {
    // As the user requested; the server decides whether it is possible.
    IsPaid: shouldBePaid ? 1 : 0,
    AccountID: shouldBePaid ? account : null,
    PaidDate: after.PaidDate,
    TickedDate: after.TickedDate,
    AmountReceived: toRupees(AmountReceived),
    TickedAmount: toRupees(TickedAmount),
  };
}

/** Whether only voiding a receipt can make the installment unpaid again. */
export function isSettledByReceipts(row: ScheduleRow): boolean {
  return isPaidByReceipts(rowToPaisa(row));
}

/** The installments of a house in a year and their summary. Immutable: a change creates a new object. */
export interface HouseYear {
  /** The PlotID. */
  key: string;
  houseNo: string;
  owner: string;
  category: string;
  /** Sorted by due date. */
  entries: readonly ScheduleEntry[];
  /** Twelve, January first. */
  months: readonly MonthState[];
  paidCount: number;
  /** Part-paid installments are not included, even if they are past their due date. */
  overdueCount: number;
  partPaidCount: number;
  /** The words of the house number and the owner, as `joinWords` joins them for a search. */
  searchWords: string;
}

/** Reuses the unchanged entries of `previous` (built for the same day), or returns it if nothing has changed. */
export function buildHouseYear(
  rows: readonly ScheduleRow[],
  { today, previous }: { today: Day; previous: HouseYear | undefined },
): HouseYear {
  const previousEntries = new Map(previous?.entries.map((entry) => [entry.row, entry]));
  const entries = rows
    .map((row) => previousEntries.get(row) ?? toScheduleEntry(row, today))
    .sort(compareEntriesByDueDate);
  if (
    previous &&
    entries.length === previous.entries.length &&
    entries.every((entry, index) => entry === previous.entries[index])
  )
    return previous;
  const row = entries[0]?.row;
  const houseNo = row?.HouseNo ?? "";
  const owner = row?.OwnerName ?? "";
  return {
    key: String(row?.PlotID),
    houseNo,
    owner,
    category: row?.CategoryName ?? "",
    entries,
    months: toMonthStates(entries),
    paidCount: countStatus(entries, "Paid"),
    overdueCount: countStatus(entries, "Overdue"),
    partPaidCount: countStatus(entries, "Part-paid"),
    searchWords: joinWords(wordsOfText(`${houseNo}\n${owner}`)),
  };
}

function countStatus(entries: readonly ScheduleEntry[], status: ItemStatus): number {
  return entries.filter((entry) => entry.status === status).length;
}

function toMonthStates(entries: readonly ScheduleEntry[]): MonthState[] {
  const months = Array.from({ length: 12 }, (): ItemStatus[] => []);
  for (const { row, status } of entries) months[monthOf(row.DueDate).month - 1]?.push(status);
  return months.map(worstState);
}

/** One state for all installments of a month: the one that needs attention most. */
function worstState(statuses: readonly ItemStatus[]): MonthState {
  if (statuses.length === 0) return "none";
  if (statuses.includes("Overdue")) return "overdue";
  if (statuses.includes("Part-paid")) return "part";
  return statuses.includes("Not due yet") ? "not due yet" : "paid";
}

/** The amounts of the installment in paisa, for the rules of shared/domain. */
export function rowToPaisa(row: ScheduleRow): PayableItem {
  return {
    Amount: toNearestPaisa(row.Amount),
    PenaltyAmount: toNearestPaisa(row.PenaltyAmount),
    PenaltyApplied: row.PenaltyApplied,
    WaivedAmount: toNearestPaisa(row.WaivedAmount),
    WaivedPenalty: toNearestPaisa(row.WaivedPenalty),
    AmountReceived: toNearestPaisa(row.AmountReceived),
    TickedAmount: toNearestPaisa(row.TickedAmount),
    TickedDate: row.TickedDate,
    PaidDate: row.PaidDate,
  };
}
