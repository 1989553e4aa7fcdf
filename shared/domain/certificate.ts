import type { Day } from "../dates.ts";
import { type Paisa, zero } from "../money.ts";
import type { Certificate, CertificateState } from "../resources/certificate.ts";
import { type DatedRow, outstandingAmount } from "./schedule.ts";

/** What is due of an item on that day, in paisa: nothing before its due date. */
export function amountDueOn(item: DatedRow, today: Day): Paisa {
  return item.DueDate <= today ? outstandingAmount(item) : zero;
}

/** The state of a certificate on that day, whose house has an amount due or not. */
export function certificateStateOn(
  { State, ValidUntil }: Pick<Certificate, "State" | "ValidUntil">,
  { today, isDue }: { today: Day; isDue: boolean },
): CertificateState {
  if (State !== "valid") return State;
  if (ValidUntil < today) return "expired";
  return isDue ? "withdrawn" : "valid";
}
