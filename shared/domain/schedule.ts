import { addDays, type Day, daysBetween } from "../dates.ts";
import { type Paisa, paisaOrZero, zero } from "../money.ts";
import { isMonthlyInstallment, type PlanLine } from "./payment-plan.ts";

/** The charged and received amounts of an item in paisa. The received amount never exceeds the charged one. */
export interface ItemAmounts {
  readonly Amount: Paisa;
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
  /** The part of Amount that waivers and write-offs removed. */
  readonly WaivedAmount: Paisa;
  /** The part of PenaltyAmount that waivers removed; a waived penalty stays waived. */
  readonly WaivedPenalty: Paisa;
  readonly AmountReceived: Paisa;
}

/** The amounts of an item with its due date. */
export interface DatedItem extends ItemAmounts {
  readonly DueDate: Day;
}

export type ItemStatus = "Paid" | "Part-paid" | "Overdue" | "Not due yet";

/** The amount without penalty, after waivers. 0 for an item with invalid amounts, written directly to the database. */
export function baseAmount(item: Pick<ItemAmounts, "Amount" | "WaivedAmount">): Paisa {
  return paisaOrZero(item.Amount - item.WaivedAmount);
}

/** The amount charged after waivers, with the penalty once it applies. */
export function chargedAmount(item: Omit<ItemAmounts, "AmountReceived">): Paisa {
  const base = baseAmount(item);
  return item.PenaltyApplied ? paisaOrZero(base + item.PenaltyAmount - item.WaivedPenalty) : base;
}

/** The unpaid amount, never below 0. */
export function outstandingAmount(item: ItemAmounts): Paisa {
  return paisaOrZero(Math.max(0, chargedAmount(item) - item.AmountReceived));
}

/** Whether the received amount covers the charge: the meaning of IsPaid. A charge of 0 is settled from the start. */
export function isSettled(item: ItemAmounts): boolean {
  return outstandingAmount(item) === zero;
}

/** Whether an unpaid amount with this due date is overdue: from the day after the due date. */
export function isOverdue(dueDate: Day, today: Day): boolean {
  return dueDate < today;
}

/**
 * The due date of an amount for the current owner: amounts of earlier owners are due on the owner's first day.
 * `ownedFrom`: null or undefined without an earlier owner.
 */
export function dueDateForOwner(dueDate: Day, ownedFrom: Day | null | undefined): Day {
  return ownedFrom && dueDate < ownedFrom ? ownedFrom : dueDate;
}

/** The status of the item on that day. A part-paid item is `Part-paid` even if it is overdue. */
export function itemStatus(item: DatedItem, today: Day): ItemStatus {
  if (isSettled(item)) return "Paid";
  if (item.AmountReceived > 0) return "Part-paid";
  return isOverdue(item.DueDate, today) ? "Overdue" : "Not due yet";
}

/** Days since the due date of an open item, otherwise 0. */
export function daysOverdue(item: DatedItem, today: Day): number {
  return isSettled(item) ? 0 : Math.max(0, daysBetween(item.DueDate, today));
}

/** A month for which an installment charges a plot. */
export interface ChargedMonth {
  readonly PlotID: number;
  /** YYYY-MM. */
  readonly BillingMonth: string;
  readonly PaymentPlanID: number;
}

interface ScheduleRowsInput {
  /** Duplicates count once. */
  readonly plotIds: readonly number[];
  readonly planLines: readonly Pick<PlanLine, "InstallmentNumber" | "DueDate" | "TotalAmount">[];
  /** The months for which any plan has already charged these plots. */
  readonly chargedMonths: readonly ChargedMonth[];
  /** The first month to charge, YYYY-MM; the plan's first month without it. */
  readonly from?: string;
}

interface NewScheduleRow {
  readonly PlotID: number;
  readonly InstallmentNumber: number;
  readonly DueDate: Day;
  readonly BillingMonth: string;
  readonly Amount: Paisa;
}

/**
 * The rows that a plan adds, plot by plot: one for each plot and payable installment from the first month. Months that
 * are already charged get no row; they are returned as `skipped`.
 */
export function buildScheduleRows({ plotIds, planLines, chargedMonths, from = "" }: ScheduleRowsInput): {
  rows: NewScheduleRow[];
  skipped: ChargedMonth[];
} {
  const chargedByKey = new Map(chargedMonths.map((month) => [chargeKey(month), month]));
  const months = planLines
    .filter(isMonthlyInstallment)
    .map((installment) => ({ ...installment, BillingMonth: billingMonth(installment.DueDate) }))
    .filter(({ BillingMonth }) => BillingMonth >= from);
  const rows: NewScheduleRow[] = [];
  const skipped: ChargedMonth[] = [];
  for (const PlotID of new Set(plotIds))
    for (const { InstallmentNumber, DueDate, BillingMonth, TotalAmount: Amount } of months) {
      const existing = chargedByKey.get(chargeKey({ PlotID, BillingMonth }));
      if (existing) skipped.push(existing);
      else rows.push({ PlotID, InstallmentNumber, DueDate, BillingMonth, Amount });
    }
  return { rows, skipped };
}

/** The month to which an installment belongs, YYYY-MM: that of its due date. */
export function billingMonth(dueDate: Day): string {
  return dueDate.slice(0, 7);
}

function chargeKey({ PlotID, BillingMonth }: Pick<ChargedMonth, "PlotID" | "BillingMonth">): string {
  return `${PlotID} ${BillingMonth}`;
}

/** An item whose penalty applies after its days of grace; charges have none. */
export interface PenaltyItem extends DatedItem {
  /** Number of days after the due date on which the item can still be paid without the penalty. */
  readonly GracePeriodDays: number;
}

/**
 * Whether the item has its penalty on that day, because it is open after the days of grace. An applied penalty stays on
 * a paid item.
 */
export function penaltyApplies(item: PenaltyItem, today: Day): boolean {
  if (item.PenaltyApplied) return true;
  return item.PenaltyAmount > 0 && daysOverdue(item, today) > graceDays(item);
}

/** The item with its penalty applied, if it has one on that day. */
export function withPenalty<Item extends PenaltyItem>(item: Item, today: Day): Item {
  return !item.PenaltyApplied && penaltyApplies(item, today) ? { ...item, PenaltyApplied: 1 } : item;
}

/** The last day on which a payment avoids the penalty. */
export function lastDayOfGrace({ DueDate, GracePeriodDays }: Pick<PenaltyItem, "DueDate" | "GracePeriodDays">): Day {
  return addDays(DueDate, graceDays({ GracePeriodDays }));
}

/** The days of grace; 0 for an item with an invalid number, written directly to the database. */
function graceDays({ GracePeriodDays }: Pick<PenaltyItem, "GracePeriodDays">): number {
  return Number.isSafeInteger(GracePeriodDays) && Math.abs(GracePeriodDays) <= maxGraceDays ? GracePeriodDays : 0;
}

/** A larger number could lead to a year that a Day cannot express. */
const maxGraceDays = 100_000;

/** The first day on which the penalty applies to an open item. */
export function penaltyDay(item: Pick<PenaltyItem, "DueDate" | "GracePeriodDays">): Day {
  return addDays(lastDayOfGrace(item), 1);
}

/** Compares installments of the same month for sorting: the highest received amount first, then the oldest. */
export function compareDuplicates(
  a: { readonly AmountReceived: Paisa; readonly PaymentScheduleID: number },
  b: { readonly AmountReceived: Paisa; readonly PaymentScheduleID: number },
): number {
  return b.AmountReceived - a.AmountReceived || a.PaymentScheduleID - b.PaymentScheduleID;
}
