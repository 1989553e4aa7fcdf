import { paymentMethods } from "../shared/resources/payment-receipt.ts";
import { t } from "./lib/language.ts";

/** The ways to pay, to choose from. */
export function paymentMethodOptions() {
  return paymentMethods.map((method) => ({ value: method, label: t(method) }));
}
