import { formatRupees } from "../../shared/money.ts";
import { t } from "../i18n/t.ts";

/** `Rs 4,400 with penalty of Rs 200`; without decimals if there are none. `rupees` includes the penalty. */
export function formatWithPenalty({ rupees, penalty }: { rupees: number; penalty: number }): string {
  const amount = shortRupees(rupees);
  return penalty > 0 ? t("{amount} with penalty of {penalty}", { amount, penalty: shortRupees(penalty) }) : amount;
}

/** Without decimals if there are none. */
export function shortRupees(rupees: number): string {
  return formatRupees(rupees, Number.isInteger(rupees) ? 0 : 2);
}
