import { paymentMethods } from "../shared/resources/payment-receipt.ts";
import { say } from "./lib/language.ts";

/** The ways to pay, to choose from. */
export function methodOptions() {
  return paymentMethods.map((method) => ({ value: method, label: say(method) }));
}
