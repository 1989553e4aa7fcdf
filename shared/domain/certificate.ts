import type { Day } from "../dates.ts";
import { type Paisa, zero } from "../money.ts";
import type { Certificate, CertificateState } from "../resources/certificate.ts";
import { type DatedItem, outstandingAmount } from "./schedule.ts";

/** The amount due of an item on that day, in paisa; 0 before its due date. */
export function amountDueOn(item: DatedItem, today: Day): Paisa {
  return item.DueDate <= today ? outstandingAmount(item) : zero;
}

/** The state of a certificate on that day. `isDue`: whether an amount is due for its house. */
export function certificateStateOn(
  { State, ValidUntil }: Pick<Certificate, "State" | "ValidUntil">,
  { today, isDue }: { today: Day; isDue: boolean },
): CertificateState {
  if (State !== "valid") return State;
  if (ValidUntil < today) return "expired";
  return isDue ? "withdrawn" : "valid";
}
