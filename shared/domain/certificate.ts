import type { Day } from "../dates.ts";
import { type Paisa, zero } from "../money.ts";
import type { Certificate, CertificateState } from "../resources/certificate.ts";
import { type DatedItem, outstandingAmount } from "./schedule.ts";

/** The amount due of an item on that day, in paisa; 0 before its due date. */
export function amountDueOn(item: DatedItem, today: Day): Paisa {
  return item.DueDate <= today ? outstandingAmount(item) : zero;
}

/** The state of a certificate on that day. `firstDue`: the earliest due date of what is due for its house by then. */
export function certificateStateOn(
  { State, ValidUntil }: Pick<Certificate, "State" | "ValidUntil">,
  { today, firstDue }: { today: Day; firstDue: Day | undefined },
): CertificateState {
  if (State !== "valid") return State;
  if (firstDue !== undefined && firstDue <= ValidUntil) return "withdrawn";
  return ValidUntil < today ? "expired" : "valid";
}
