import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, zero } from "../money.ts";
import type { Adjustment } from "../resources/adjustment.ts";
import type { HouseItem } from "./house-settlement.ts";

/**
 * Added to the AdjustmentID of a charge or opening balance, so that its item id differs from every PaymentScheduleID:
 * charges and opening balances are settled together with installments.
 */
export const chargeItemIdOffset = 1_000_000_000;

/** The item id of a charge or opening balance, which the settlement and the receivables use. */
export function chargeItemId(AdjustmentID: number): number {
  return chargeItemIdOffset + AdjustmentID;
}

/** Whether the item id is that of a charge or opening balance. */
export function isChargeItem(id: number): boolean {
  return id > chargeItemIdOffset;
}

/** The AdjustmentIDs of the charges and opening balances among these item ids. */
export function adjustmentIdsOf(itemIds: readonly number[]): number[] {
  return itemIds.filter(isChargeItem).map((id) => id - chargeItemIdOffset);
}

/** The item id of an allocation, which names either an installment or a charge. */
export function itemIdOf(item: { PaymentScheduleID?: number | null; ChargeID?: number | null }): number {
  return item.PaymentScheduleID ?? chargeItemId(item.ChargeID ?? 0);
}

/** The installment or charge of an item id, as allocations name it. */
export function itemReference(id: number): { PaymentScheduleID: number } | { ChargeID: number } {
  return isChargeItem(id) ? { ChargeID: id - chargeItemIdOffset } : { PaymentScheduleID: id };
}

/** Whether the house owes the adjustment's amount: a charge or an opening balance above 0 that is not voided. */
export function isDebit({ Kind, Amount, VoidedAt }: Pick<Adjustment, "Kind" | "Amount" | "VoidedAt">): boolean {
  return (Kind === "charge" || Kind === "opening") && Amount > 0 && VoidedAt === null;
}

/** The adjustment as an item of the settlement and the totals. Only for debits. */
export function toChargeItem(row: Adjustment): HouseItem & { PlotID: number; CategoryID: number } {
  const { AdjustmentID, PlotID, CategoryID, Amount, WaivedAmount, AmountReceived, IsPaid, PaidDate } = row;
  return {
    PaymentScheduleID: chargeItemId(AdjustmentID),
    // Sorts charges after the installments of the same day.
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

/** The amount that a receipt or adjustment gives to the house, in paisa: its allocated, unused and refunded parts. */
export function creditGiven({
  Allocations,
  Credit,
  RefundedAmount,
}: Pick<Adjustment, "Allocations" | "Credit" | "RefundedAmount">): Paisa {
  return addPaisa(Credit, RefundedAmount, ...Allocations.map(({ Amount }) => Amount));
}

/** The day on which the credit of the adjustment was paid: that of the tick whose money it is, otherwise its date. */
export function creditDayOf(row: Pick<Adjustment, "TickedDate" | "Date">): Day {
  return row.TickedDate ?? row.Date;
}

/** The day on which a charge or opening balance falls due. */
export function dueDateOf(row: Pick<Adjustment, "DueDate" | "Date">): Day {
  return row.DueDate ?? row.Date;
}
