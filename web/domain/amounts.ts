import { formatRupees, sumRupees } from "../../shared/money.ts";
import { t } from "../i18n/t.ts";

/** `Rs 4,400 with penalty of Rs 200`; without decimals if there are none. `rupees` includes the penalty. */
export function formatWithPenalty({ rupees, penalty }: { rupees: number; penalty: number }): string {
  const amount = formatShortRupees(rupees);
  return penalty > 0
    ? t("{amount} with penalty of {penalty}", { amount, penalty: formatShortRupees(penalty) })
    : amount;
}

/** `Rs 4,400`, or `Rs 4,400.50`; below 0 it is credit of a house: `Rs 1,200 Cr`. */
export function formatShortRupees(rupees: number): string {
  if (rupees < 0) return t("{amount} Cr", { amount: formatShortRupees(-rupees) });
  return formatRupees(rupees, Number.isInteger(rupees) ? 0 : 2);
}

/** `Street lamps, Rs 900`: the name of a record with its amount in rupees. */
export function formatNameAndAmount(name: string, rupees: number): string {
  return t("{name}, {rupees}", { name, rupees: formatShortRupees(rupees) });
}

/** The sum of the amounts, in rupees. */
export function sumAmounts(rows: readonly { Amount: number }[]): number {
  return sumRupees(rows.map(({ Amount }) => Amount));
}
