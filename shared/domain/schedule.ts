import { addDays, type Day, daysBetween } from "../dates.ts";
import { addPaisa, type Paisa, paisa, zero } from "../money.ts";
import { type Installment, isPayable } from "./installments.ts";

/** What an installment charges and has received, which is never more than it charges. */
export interface InstallmentAmounts {
  readonly Amount: Paisa;
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
  readonly AmountReceived: Paisa;
}

export interface DatedRow extends InstallmentAmounts {
  readonly DueDate: Day;
}

export type ScheduleStatus = "Paid" | "Part-paid" | "Overdue" | "Due";

/** The amount charged, with the penalty once it applies. */
export function chargedAmount(row: Omit<InstallmentAmounts, "AmountReceived">): Paisa {
  return row.PenaltyApplied ? addPaisa(row.Amount, row.PenaltyAmount) : row.Amount;
}

/** The unpaid amount, never below 0. */
export function outstandingAmount(row: InstallmentAmounts): Paisa {
  return paisa(Math.max(0, chargedAmount(row) - row.AmountReceived));
}

/** Whether the received amount covers the charge: the meaning of IsPaid. A charge of 0 is settled from the start. */
export function isSettled(row: InstallmentAmounts): boolean {
  return outstandingAmount(row) === zero;
}

/** The due day itself is still in time; a part payment shows as such even when late. */
export function scheduleStatus(row: DatedRow, today: Day): ScheduleStatus {
  if (isSettled(row)) return "Paid";
  if (row.AmountReceived > 0) return "Part-paid";
  return row.DueDate < today ? "Overdue" : "Due";
}

/** Days since the due day while something is open, otherwise 0. */
export function daysOverdue(row: DatedRow, today: Day): number {
  return isSettled(row) ? 0 : Math.max(0, daysBetween(row.DueDate, today));
}

export interface InstallmentKey {
  readonly PlotID: number;
  readonly InstallmentNumber: number;
}

/** One row for each plot and payable installment of a plan that does not exist yet, plot by plot. */
export function rowsToGenerate({ plots, installments, existing }: GenerationInput): GeneratedRow[] {
  const present = new Set(existing.map(installmentKey));
  const payable = installments.filter(isPayable);
  return [...new Set(plots)].flatMap((PlotID) =>
    payable
      .map(({ InstallmentNumber, DueDate, TotalAmount }) => ({
        PlotID,
        InstallmentNumber,
        DueDate,
        Amount: TotalAmount,
      }))
      .filter((row) => !present.has(installmentKey(row))),
  );
}

interface GenerationInput {
  /** PlotIDs; a repeated one counts once. */
  readonly plots: readonly number[];
  readonly installments: readonly Pick<Installment, "InstallmentNumber" | "DueDate" | "TotalAmount">[];
  /** The rows that the plan has already. */
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
