import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, zero } from "../money.ts";
import type { Adjustment } from "../resources/adjustment.ts";
import type { HouseRow } from "./house-settlement.ts";

/** Charges and opening balances are settled like installments. Their id there is this number plus the AdjustmentID. */
export const firstChargeItemId = 1_000_000_000;

/** The id of a charge or opening balance among the installments: in the settlement and as a ReceivableID. */
export function chargeItemId(AdjustmentID: number): number {
  return firstChargeItemId + AdjustmentID;
}

/** Whether the item id is that of a charge or opening balance. */
export function isChargeItem(id: number): boolean {
  return id > firstChargeItemId;
}

/** The item id of an allocation, which names either an installment or a charge. */
export function itemIdOf(item: { PaymentScheduleID?: number | null; ChargeID?: number | null }): number {
  return item.PaymentScheduleID ?? chargeItemId(item.ChargeID ?? 0);
}

/** The installment or charge of an item id, as allocations name it. */
export function namedItem(id: number): { PaymentScheduleID: number } | { ChargeID: number } {
  return isChargeItem(id) ? { ChargeID: id - firstChargeItemId } : { PaymentScheduleID: id };
}

/** Whether the house owes the adjustment's amount: a charge or an opening balance above 0 that is not voided. */
export function isDebit({ Kind, Amount, VoidedAt }: Pick<Adjustment, "Kind" | "Amount" | "VoidedAt">): boolean {
  return (Kind === "charge" || Kind === "opening") && Amount > 0 && VoidedAt === null;
}

/** The adjustment as an item of the settlement and the totals. Call it for debits only. */
export function toChargeRow(row: Adjustment): HouseRow & { PlotID: number; CategoryID: number } {
  const { AdjustmentID, PlotID, CategoryID, Amount, WaivedAmount, AmountReceived, IsPaid, PaidDate } = row;
  return {
    PaymentScheduleID: chargeItemId(AdjustmentID),
    // After the installments of the same day.
    InstallmentNumber: chargeItemId(AdjustmentID),
    PlotID,
    CategoryID,
    DueDate: dueDateOf(row),
    Amount,
    WaivedAmount,
    AmountReceived,
    IsPaid,
    PaidDate,
    PenaltyAmount: zero,
    WaivedPenalty: zero,
    PenaltyApplied: 0,
    GracePeriodDays: 0,
    TickedAmount: zero,
    TickedDate: null,
  };
}

/** What a receipt or adjustment gives the house, in paisa: allocated, unused and refunded. */
export function creditGiven({
  Allocations,
  Credit,
  RefundedAmount,
}: Pick<Adjustment, "Allocations" | "Credit" | "RefundedAmount">): Paisa {
  return addPaisa(Credit, RefundedAmount, ...Allocations.map(({ Amount }) => Amount));
}

/** The day on which a charge or opening balance falls due. */
export function dueDateOf(row: Pick<Adjustment, "DueDate" | "Date">): Day {
  return row.DueDate ?? row.Date;
}
