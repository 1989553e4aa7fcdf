import { readPaisa } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import type { Adjustment, adjustment } from "../resources/adjustment.ts";

/** An adjustment as the server sends it; amounts in rupees. */
export type AdjustmentRecord = RecordOf<typeof adjustment>;

/** The adjustment with amounts in paisa, for the rules of this folder. */
export function adjustmentToPaisa(record: AdjustmentRecord): Adjustment {
  const { Amount, AmountReceived, WaivedAmount, Credit, RefundedAmount, Allocations, Funding } = record;
  return {
    ...record,
    Amount: readPaisa(Amount),
    AmountReceived: readPaisa(AmountReceived),
    WaivedAmount: readPaisa(WaivedAmount),
    Credit: readPaisa(Credit),
    RefundedAmount: readPaisa(RefundedAmount),
    Allocations: Allocations.map((part) => ({ ...part, Amount: readPaisa(part.Amount) })),
    Funding: Funding.map((part) => ({ ...part, Amount: readPaisa(part.Amount) })),
  };
}
