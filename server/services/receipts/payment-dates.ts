import { type Day, formatDay, monthOf } from "../../../shared/dates.ts";
import { createMessage, type Message } from "../../../shared/messages.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray } from "../../database/store.ts";
import { invalidField } from "../../errors.ts";

/** The first day for payments while there is no plan. */
const firstDayWithoutPlan = "2000-01-01";

/** Throws 400 if the payment date is in the future or before the first day for payments, see `readFirstDay`. */
export async function assertPaymentDate(tx: Transaction, { PaymentDate }: { PaymentDate: Day }): Promise<void> {
  const checkPaymentDate = await createPaymentDateCheck(tx, [PaymentDate]);
  const message = checkPaymentDate(PaymentDate);
  if (message) throw invalidField("PaymentDate", message);
}

/**
 * A function that returns why a payment date is refused, if it is. It is only for `days`, because plans are read only
 * if one of them may be refused.
 */
export async function createPaymentDateCheck(
  tx: Transaction,
  days: readonly Day[],
): Promise<(day: Day) => Message | undefined> {
  // Payments of this year are always possible, also for a society whose first plan begins years later.
  const firstOfYear = `${tx.today.slice(0, 4)}-01-01`;
  const mayBeRefused = days.some((day) => day < firstOfYear || day > tx.today);
  const from = mayBeRefused ? await readFirstDay(tx, firstOfYear) : firstOfYear;
  return (day) =>
    day < from || day > tx.today
      ? createMessage("payment-date-out-of-range", { from: formatDay(from), to: formatDay(tx.today) })
      : undefined;
}

/** The first day for payments: 1 January of the year before the first plan begins, but not after `latest`. */
async function readFirstDay(tx: Transaction, latest: Day): Promise<Day> {
  const plans = await tx.find(paymentPlan, {});
  const rates = await tx.find(serviceRate, { RateID: inArray(plans.map(({ RateID }) => RateID)) });
  if (rates.length === 0) return firstDayWithoutPlan;
  const year = Math.min(monthOf(latest).year, ...rates.map(({ StartYear }) => StartYear - 1));
  return `${String(Math.max(year, 1)).padStart(4, "0")}-01-01`;
}
