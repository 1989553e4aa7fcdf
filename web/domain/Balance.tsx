import type { ComponentProps } from "react";
import { Trans } from "../i18n/Trans.tsx";
import { t } from "../i18n/t.ts";
import { formatAmount, Money } from "../ui/text/Money.tsx";

/** What a house owes, in rupees. Below 0 the house has credit, written `2,750.00 Cr` instead of with a minus. */
export function Balance({ rupees, ...props }: ComponentProps<typeof Money>) {
  if (rupees >= 0) return <Money rupees={rupees} {...props} />;
  return <Trans text="{amount} Cr" with={{ amount: <Money rupees={-rupees} {...props} /> }} />;
}

/** The cell of the balance in an exported file: credit is text, because a number would have a minus. */
export function exportBalance(rupees: number): string | { rupees: number } {
  return rupees < 0 ? formatBalance(rupees) : { rupees };
}

/** The balance as text. */
export function formatBalance(rupees: number): string {
  return rupees < 0 ? t("{amount} Cr", { amount: formatAmount(-rupees) }) : formatAmount(rupees);
}
