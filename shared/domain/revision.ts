import { type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import type { InstallmentAmounts } from "./schedule.ts";

type RevisedRow = Pick<InstallmentAmounts, "Amount" | "WaivedAmount" | "AmountReceived">;

interface RevisionInput {
  readonly row: RevisedRow;
  /** The charges that earlier revisions have added to the installment. */
  readonly surcharge: Paisa;
  /** What the month must cost from now on, with surcharge and before waivers. */
  readonly target: Paisa;
}

/** How a revision reaches its target; amounts in paisa. */
export interface AmountRevision {
  /** The new amount of the installment. */
  readonly Amount: Paisa;
  /** A further charge for the installment. */
  readonly charge: Paisa;
  /** Whether the earlier charges are voided, because the installment alone cannot be lowered far enough. */
  readonly voidsSurcharge: boolean;
}

/**
 * Changes what a month costs. The amount of an installment changes in place, except that a higher one with money on it
 * keeps its amount and gets a charge of the difference. What waivers have removed is not lowered a second time.
 */
export function reviseAmount({ row, surcharge, target }: RevisionInput): AmountRevision {
  const voidsSurcharge = surcharge > 0 && target - surcharge < row.WaivedAmount;
  const Amount = paisa(Math.max(row.WaivedAmount, voidsSurcharge ? target : target - surcharge));
  return row.AmountReceived > 0 && Amount > row.Amount
    ? { Amount: row.Amount, charge: subtractPaisa(Amount, row.Amount), voidsSurcharge }
    : { Amount, charge: zero, voidsSurcharge };
}
