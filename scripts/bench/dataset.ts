import { dayOfMonth } from "../../shared/dates.ts";

export const plotCount = 5_000;
const monthCount = 12;
/** Number of installments. */
export const rowCount = plotCount * monthCount;
/** In rupees. */
export const monthlyAmount = 3_500;

/** House number of the plot with this id, from 1. */
export function houseNumber(PlotID: number): string {
  return `B-${String(PlotID).padStart(5, "0")}`;
}

/** Installments with all fields of the portal's responses, so that the floor sends as much data. Ids start at 1. */
export function buildInstallments() {
  return Array.from({ length: rowCount }, (_, index) => {
    const PlotID = Math.floor(index / monthCount) + 1;
    const month = (index % monthCount) + 1;
    return {
      PaymentScheduleID: index + 1,
      IsPaid: 0,
      PlotID,
      CategoryID: 1,
      PaymentPlanID: 1,
      InstallmentNumber: month,
      DueDate: dayOfMonth({ year: 2026, month, day: 10 }),
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
      HouseNo: houseNumber(PlotID),
      OwnerName: `Owner of ${houseNumber(PlotID)}`,
      CategoryName: "A",
    };
  });
}

/** The fields that marking an installment as paid sets. */
export function paidFields(now: Date) {
  const day = now.toISOString().slice(0, 10);
  return { IsPaid: 1, AmountReceived: monthlyAmount, TickedAmount: monthlyAmount, TickedDate: day, PaidDate: day };
}
