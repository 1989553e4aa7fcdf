import { type Day, daysBetween } from "../dates.ts";
import { addPaisa, type Paisa, paisa, zero } from "../money.ts";
import { type Installment, isPayable } from "./installments.ts";

/** What a schedule row charges and what it has got so far, which is never more than it charges. */
export interface ScheduleMoney {
  readonly Amount: Paisa;
  readonly PenaltyAmount: Paisa;
  readonly PenaltyApplied: 0 | 1;
  readonly AmountReceived: Paisa;
}

export interface DatedRow extends ScheduleMoney {
  readonly DueDate: Day;
}

export type ScheduleStatus = "Paid" | "Part-paid" | "Overdue" | "Due";

/** All that the row charges, the penalty included once it applies. */
export function dueOf(row: Omit<ScheduleMoney, "AmountReceived">): Paisa {
  return row.PenaltyApplied ? addPaisa(row.Amount, row.PenaltyAmount) : row.Amount;
}

/** What is left to be paid, never below 0. */
export function stillDue(row: ScheduleMoney): Paisa {
  return paisa(Math.max(0, dueOf(row) - row.AmountReceived));
}

/** Whether what came in covers what is due: the meaning of IsPaid. A row that charges nothing is settled from the start. */
export function isSettled(row: ScheduleMoney): boolean {
  return stillDue(row) === zero;
}

/** The due day itself is still in time; a part payment shows as such even when late. */
export function statusOf(row: DatedRow, today: Day): ScheduleStatus {
  if (isSettled(row)) return "Paid";
  if (row.AmountReceived > 0) return "Part-paid";
  return row.DueDate < today ? "Overdue" : "Due";
}

/** Days since the due day while something is open, otherwise 0. */
export function daysLate(row: DatedRow, today: Day): number {
  return isSettled(row) ? 0 : Math.max(0, daysBetween(row.DueDate, today));
}

export interface RowKey {
  readonly PlotID: number;
  readonly InstallmentNumber: number;
}

/** One row for each plot and payable installment of a plan that does not exist yet, plot by plot. */
export function rowsToGenerate({ plots, installments, existing }: GenerationInput): GeneratedRow[] {
  const present = new Set(existing.map(keyOf));
  const payable = installments.filter(isPayable);
  return [...new Set(plots)].flatMap((PlotID) =>
    payable
      .map(({ InstallmentNumber, DueDate, TotalAmount }) => ({
        PlotID,
        InstallmentNumber,
        DueDate,
        Amount: TotalAmount,
      }))
      .filter((row) => !present.has(keyOf(row))),
  );
}

interface GenerationInput {
  /** PlotIDs; a repeated one counts once. */
  readonly plots: readonly number[];
  readonly installments: readonly Pick<Installment, "InstallmentNumber" | "DueDate" | "TotalAmount">[];
  /** The rows that the plan has already. */
  readonly existing: readonly RowKey[];
}

interface GeneratedRow extends RowKey {
  readonly DueDate: Day;
  readonly Amount: Paisa;
}

function keyOf({ PlotID, InstallmentNumber }: RowKey): string {
  return `${PlotID}|${InstallmentNumber}`;
}
