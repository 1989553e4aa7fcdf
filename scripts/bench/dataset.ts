import { dayOfMonth } from "../../shared/dates.ts";

export const plotCount = 5_000;
export const monthCount = 12;
export const year = 2026;
/** Rupees. */
export const monthlyAmount = 3_500;

/** The body of a request to the floor to generate a schedule. */
export interface GenerationRequest {
  plots: number;
  months: number;
}

/** House number of the plot with this id, from 1. */
export function houseNumber(plot: number): string {
  return `B-${String(plot).padStart(5, "0")}`;
}

/** Installments in the form of the portal's responses, so that the floor sends as much data. Ids start at 1. */
export function buildInstallments({ plots, months }: GenerationRequest) {
  return Array.from({ length: plots * months }, (_, index) => {
    const plot = Math.floor(index / months) + 1;
    const month = (index % months) + 1;
    return {
      PaymentScheduleID: index + 1,
      IsPaid: 0,
      PlotID: plot,
      CategoryID: 1,
      PaymentPlanID: 1,
      InstallmentNumber: month,
      DueDate: dayOfMonth({ year, month, day: 10 }),
      Amount: monthlyAmount,
      GracePeriodDays: 10,
      PenaltyAmount: 0,
      PenaltyApplied: 0,
      AmountReceived: 0,
      TickedAmount: 0,
      TickedDate: null,
      PaidDate: null,
      Created_at: "2026-01-01T00:00:00.000Z",
      Version: 1,
      HouseNo: houseNumber(plot),
      OwnerName: `Owner of ${houseNumber(plot)}`,
      CategoryName: "A",
    };
  });
}

/** The fields that marking an installment as paid sets. */
export function paidFields(now: Date) {
  const day = now.toISOString().slice(0, 10);
  return { IsPaid: 1, AmountReceived: monthlyAmount, TickedAmount: monthlyAmount, TickedDate: day, PaidDate: day };
}
