import { type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import type { ItemAmounts } from "./schedule.ts";

type RevisedRow = Pick<ItemAmounts, "Amount" | "WaivedAmount" | "AmountReceived">;

interface RevisionInput {
  readonly row: RevisedRow;
  /** The sum of the charges that earlier revisions added to the installment. */
  readonly surcharge: Paisa;
  /** The new cost of the month: installment and surcharge, before waivers. */
  readonly target: Paisa;
}

/** How a revision reaches its target; amounts in paisa. */
export interface AmountRevision {
  /** The new amount of the installment. */
  readonly Amount: Paisa;
  /** The amount of a new charge for the installment; 0 for none. */
  readonly charge: Paisa;
  /** Whether the surcharge is voided, because lowering the installment alone is not enough. */
  readonly voidsSurcharge: boolean;
}

/**
 * How the cost of a month changes to `target`: by a new amount of its installment. If that amount is higher and the
 * installment has received money, the installment keeps its amount and the difference becomes a charge. The amount is
 * not lowered below its waived part.
 */
export function reviseAmount({ row, surcharge, target }: RevisionInput): AmountRevision {
  const voidsSurcharge = surcharge > 0 && target - surcharge < row.WaivedAmount;
  const Amount = paisa(Math.max(row.WaivedAmount, voidsSurcharge ? target : target - surcharge));
  return row.AmountReceived > 0 && Amount > row.Amount
    ? { Amount: row.Amount, charge: subtractPaisa(Amount, row.Amount), voidsSurcharge }
    : { Amount, charge: zero, voidsSurcharge };
}
