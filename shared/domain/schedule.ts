import { addDays, type Day, daysBetween } from "../dates.ts";
import { addPaisa, type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import { type Installment, isPayable } from "./installments.ts";

/** The charged and received amounts of an installment in paisa. The received amount never exceeds the charged one. */
export interface InstallmentAmounts {
  readonly Amount: Paisa;
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
  /** The part of Amount that waivers and write-offs removed. */
  readonly WaivedAmount: Paisa;
  /** The part of PenaltyAmount that waivers removed; a waived penalty stays waived. */
  readonly WaivedPenalty: Paisa;
  readonly AmountReceived: Paisa;
}

export interface DatedRow extends InstallmentAmounts {
  readonly DueDate: Day;
}

export type ScheduleStatus = "Paid" | "Part-paid" | "Overdue" | "Due";

/** The amount without penalty, after waivers. */
export function baseAmount(row: Pick<InstallmentAmounts, "Amount" | "WaivedAmount">): Paisa {
  return subtractPaisa(row.Amount, row.WaivedAmount);
}

/** The amount charged after waivers, with the penalty once it applies. */
export function chargedAmount(row: Omit<InstallmentAmounts, "AmountReceived">): Paisa {
  const base = baseAmount(row);
  return row.PenaltyApplied ? addPaisa(base, subtractPaisa(row.PenaltyAmount, row.WaivedPenalty)) : base;
}

/** The unpaid amount, never below 0. */
export function outstandingAmount(row: InstallmentAmounts): Paisa {
  return paisa(Math.max(0, chargedAmount(row) - row.AmountReceived));
}

/** Whether the received amount covers the charge: the meaning of IsPaid. A charge of 0 is settled from the start. */
export function isSettled(row: InstallmentAmounts): boolean {
  return outstandingAmount(row) === zero;
}

/** A row is overdue from the day after its due date. A part-paid row is `Part-paid` even when it is overdue. */
export function scheduleStatus(row: DatedRow, today: Day): ScheduleStatus {
  if (isSettled(row)) return "Paid";
  if (row.AmountReceived > 0) return "Part-paid";
  return row.DueDate < today ? "Overdue" : "Due";
}

/** Days since the due date of an open row, otherwise 0. */
export function daysOverdue(row: DatedRow, today: Day): number {
  return isSettled(row) ? 0 : Math.max(0, daysBetween(row.DueDate, today));
}

export interface InstallmentKey {
  readonly PlotID: number;
  readonly InstallmentNumber: number;
}

/** The rows that a plan is missing: one for each plot and payable installment, plot by plot. */
export function findMissingRows({ plots, installments, existing }: MissingRowsInput): GeneratedRow[] {
  const existingKeys = new Set(existing.map(installmentKey));
  const payable = installments.filter(isPayable);
  return [...new Set(plots)].flatMap((PlotID) =>
    payable
      .map(({ InstallmentNumber, DueDate, TotalAmount }) => ({
        PlotID,
        InstallmentNumber,
        DueDate,
        Amount: TotalAmount,
      }))
      .filter((row) => !existingKeys.has(installmentKey(row))),
  );
}

interface MissingRowsInput {
  /** PlotIDs; duplicates count once. */
  readonly plots: readonly number[];
  readonly installments: readonly Pick<Installment, "InstallmentNumber" | "DueDate" | "TotalAmount">[];
  /** The rows that the plan already has. */
  readonly existing: readonly InstallmentKey[];
}

interface GeneratedRow extends InstallmentKey {
  readonly DueDate: Day;
  readonly Amount: Paisa;
}

function installmentKey({ PlotID, InstallmentNumber }: InstallmentKey): string {
  return `${PlotID}|${InstallmentNumber}`;
}

export interface PenaltyRow extends DatedRow {
  /** Number of days after the due date on which the row can still be paid without the penalty. */
  readonly GracePeriodDays: number;
}

/**
 * Whether the row has its penalty on that day, because it is open after the days of grace. An applied penalty stays on
 * a paid row.
 */
export function penaltyApplies(row: PenaltyRow, today: Day): boolean {
  if (row.PenaltyApplied) return true;
  return row.PenaltyAmount > 0 && daysOverdue(row, today) > row.GracePeriodDays;
}

/** The row with its penalty applied, if it has one on that day. */
export function withPenalty<Row extends PenaltyRow>(row: Row, today: Day): Row {
  return !row.PenaltyApplied && penaltyApplies(row, today) ? { ...row, PenaltyApplied: 1 } : row;
}

/** The last day on which a payment avoids the penalty. */
export function lastDayOfGrace({ DueDate, GracePeriodDays }: Pick<PenaltyRow, "DueDate" | "GracePeriodDays">): Day {
  return addDays(DueDate, GracePeriodDays);
}

/** The first day on which the penalty applies to an open row. */
export function penaltyDay(row: Pick<PenaltyRow, "DueDate" | "GracePeriodDays">): Day {
  return addDays(lastDayOfGrace(row), 1);
}
