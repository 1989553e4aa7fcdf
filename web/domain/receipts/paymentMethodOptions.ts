import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { t } from "../../i18n/t.ts";

/** The ways to pay, to choose from. */
export function paymentMethodOptions() {
  return paymentMethods.map((method) => ({ value: method, label: t(method) }));
}
