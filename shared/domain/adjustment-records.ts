import { toNearestPaisa } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import type { Adjustment, adjustment } from "../resources/adjustment.ts";

/** An adjustment as the server sends it; amounts in rupees. */
export type AdjustmentRecord = RecordOf<typeof adjustment>;

/** The adjustment with amounts in paisa, for the rules of this folder. */
export function adjustmentToPaisa(record: AdjustmentRecord): Adjustment {
  const { Amount, AmountReceived, WaivedAmount, Credit, RefundedAmount, Allocations, Funding } = record;
  return {
    ...record,
    Amount: toNearestPaisa(Amount),
    AmountReceived: toNearestPaisa(AmountReceived),
    WaivedAmount: toNearestPaisa(WaivedAmount),
    Credit: toNearestPaisa(Credit),
    RefundedAmount: toNearestPaisa(RefundedAmount),
    Allocations: Allocations.map((part) => ({ ...part, Amount: toNearestPaisa(part.Amount) })),
    Funding: Funding.map((part) => ({ ...part, Amount: toNearestPaisa(part.Amount) })),
  };
}
