import { type Paisa, paisa, subtractPaisa, zero } from "../money.ts";
import type { ItemAmounts } from "./schedule.ts";

/** The amounts of the installment before the revision, in paisa. */
type InstallmentAmounts = Pick<ItemAmounts, "Amount" | "WaivedAmount" | "AmountReceived">;

interface RevisionInput {
  readonly installment: InstallmentAmounts;
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
 * Computes how the cost of a month becomes `target`. The new amount of the installment is the target without the
 * surcharge, but not less than the waived part; if the target without the surcharge is less than that, the surcharge is
 * voided and the new amount is the target. If the new amount is higher and the installment has received money, the
 * installment keeps its amount and the difference becomes a charge.
 */
export function reviseAmount({ installment, surcharge, target }: RevisionInput): AmountRevision {
  const voidsSurcharge = surcharge > 0 && target - surcharge < installment.WaivedAmount;
  const Amount = paisa(Math.max(installment.WaivedAmount, voidsSurcharge ? target : target - surcharge));
  return installment.AmountReceived > 0 && Amount > installment.Amount
    ? { Amount: installment.Amount, charge: subtractPaisa(Amount, installment.Amount), voidsSurcharge }
    : { Amount, charge: zero, voidsSurcharge };
}
