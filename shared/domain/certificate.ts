import type { Day } from "../dates.ts";
import { type Paisa, zero } from "../money.ts";
import type { Certificate, CertificateState } from "../resources/certificate.ts";
import { type DatedItem, outstandingAmount } from "./schedule.ts";

/** The amount of an item that is due on the day `today`, in paisa; 0 before its due date. */
export function amountDueOn(item: DatedItem, today: Day): Paisa {
  return item.DueDate <= today ? outstandingAmount(item) : zero;
}

/** The state of a certificate on the day `today`. `firstDue`: the earliest due date of the amounts due on that day. */
export function certificateStateOn(
  { State, ValidUntil }: Pick<Certificate, "State" | "ValidUntil">,
  { today, firstDue }: { today: Day; firstDue: Day | undefined },
): CertificateState {
  if (State !== "valid") return State;
  if (firstDue !== undefined && firstDue <= ValidUntil) return "withdrawn";
  return ValidUntil < today ? "expired" : "valid";
}
