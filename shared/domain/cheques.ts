import type { Day } from "../dates.ts";
import type { Receipt } from "../resources/payment-receipt.ts";

/** In hand and deposited cheques are uncleared; bounced and returned cheques were not paid. */
export const chequeStates = ["in-hand", "deposited", "cleared", "bounced", "returned"] as const;

export type ChequeState = (typeof chequeStates)[number];

/** The states as screens and documents name them. */
export const chequeStateLabels = {
  "in-hand": "In hand",
  deposited: "Deposited",
  cleared: "Cleared",
  bounced: "Bounced",
  returned: "Returned",
} as const satisfies Record<ChequeState, string>;

const nextStates: Readonly<Record<ChequeState, readonly ChequeState[]>> = {
  "in-hand": ["deposited", "returned"],
  deposited: ["cleared", "bounced"],
  cleared: [],
  bounced: ["deposited", "returned"],
  returned: [],
};

/** Whether a step can lead from one state to the other. Voiding the receipt returns its cheque from every state. */
export function canChequeBecome(from: ChequeState, to: ChequeState): boolean {
  return nextStates[from].includes(to);
}

/** The states of cheques that were not paid. Their receipts settle nothing. */
export const bouncedOrReturnedStates = ["bounced", "returned"] as const satisfies readonly ChequeState[];

/** Whether the cheque is dated after this day, so that the bank does not accept it yet. */
export function isPostDated({ ChequeDate }: { readonly ChequeDate: Day | null }, day: Day): boolean {
  return ChequeDate !== null && ChequeDate > day;
}

/** Whether the receipt settles nothing at present, because its cheque was not paid. */
export function isReversed({ Reversals }: Pick<Receipt, "Reversals">): boolean {
  return Reversals.some(({ To }) => To === null);
}

/** The day from which the receipt settles: its payment date, or the day of the last redeposit of its cheque. */
export function settledFrom({ PaymentDate, Reversals }: Pick<Receipt, "PaymentDate" | "Reversals">): Day {
  return Reversals.at(-1)?.To ?? PaymentDate;
}

/** Whether the cheque of the receipt, if it has one, was not paid. */
export function isBouncedOrReturned({ ChequeState }: { readonly ChequeState: string }): boolean {
  return bouncedOrReturnedStates.some((state) => state === ChequeState);
}
