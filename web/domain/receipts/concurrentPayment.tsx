import { useContext, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { monthOf } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { formatTimestamp, monthYearText } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { subscribeTopic } from "../../live/cache.ts";
import { type RecentChange, readRecentChanges, useRecentChanges } from "../../live/recentChanges.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FormContext } from "../../ui/form/Form.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import type { Receipt } from "./receipt.ts";

/**
 * A warning in the form of a new receipt when another user has recorded a payment of the same house since the form was
 * opened.
 */
export function ConcurrentPaymentWarning() {
  const houseNo: unknown = useWatch({ name: "HouseNo" });
  const { locked } = useContext(FormContext);
  const [openedAt] = useState(() => Date.now());
  const changes = useRecentChanges();
  // Payments are found by the changes of installments, which the screen does not subscribe to unless it lists them.
  useEffect(() => subscribeTopic(paymentSchedule.name), []);
  const payment =
    typeof houseNo === "string" ? findConcurrentPayment(changes, { houseNo, since: openedAt }) : undefined;
  // A locked form cannot be saved, so it needs no warning.
  if (!payment || locked) return null;
  const months = payment.months.map(monthYearText);
  return (
    <WholeRow>
      <Callout
        urgent
        tone="warn"
        title={t("Already paid by {name}, {time}", {
          name: translateName(payment.by),
          time: formatTimestamp(payment.at),
        })}
      >
        {t("{months}. This receipt will settle other installments, or stay as credit.", {
          months: months.join(t(", ")),
        })}
      </Callout>
    </WholeRow>
  );
}

/** Without `data`, the receipt was sent for approval. */
export interface SavedReceipt extends SuccessMessage {
  data: Receipt | undefined;
}

/** A payment that was received at most this long before the receipt was saved is concurrent. */
const concurrentPaymentWindowMs = 15 * 60_000;

/**
 * Adds to the message of a saved receipt that another user recorded a payment of the house shortly before, if the whole
 * receipt stays as credit.
 */
export function appendConcurrentPayment(saved: SavedReceipt): SavedReceipt {
  const { message, data } = saved;
  if (!data || data.Credit < data.AmountPaid) return saved;
  const { HouseNo, Credit } = data;
  const payment = findConcurrentPayment(readRecentChanges(), {
    houseNo: HouseNo,
    since: Date.now() - concurrentPaymentWindowMs,
  });
  if (!payment) return saved;
  const creditText = t("Already paid by {name}, {time}: Rs {amount} stays as credit of {house}", {
    name: translateName(payment.by),
    time: formatTimestamp(payment.at),
    amount: formatAmount(Credit),
    house: HouseNo,
  });
  return { message: t("{message}. {more}", { message: translateMessage(message), more: creditText }), data };
}

/** A payment that another user recorded, with the months of the installments that it settled. */
interface ConcurrentPayment extends Attribution {
  months: readonly { month: number; year: number }[];
}

/**
 * The last payment of the house by another user since `since` (ms since 1970), found by its paid installments.
 * Undefined without one, also when its installments have been marked as unpaid again.
 */
function findConcurrentPayment(
  changes: readonly RecentChange[],
  { houseNo, since }: { houseNo: string; since: number },
): ConcurrentPayment | undefined {
  const lowerCaseHouseNo = houseNo.trim().toLowerCase();
  const latestChangeById = new Map<number, RecentChange>();
  for (const change of changes) {
    if (change.resource !== paymentSchedule.name || change.receivedAt < since) continue;
    if (String(change.record?.HouseNo).toLowerCase() !== lowerCaseHouseNo) continue;
    // Removed first, because a map keeps the place of an existing key: the changes stay in the order of their time.
    latestChangeById.delete(change.id);
    latestChangeById.set(change.id, change);
  }
  const payments = [...latestChangeById.values()].filter(({ record }) => record?.IsPaid === 1);
  const lastPayment = payments.at(-1);
  if (!lastPayment) return undefined;
  const paymentsOfLastUser = payments.filter(({ userId }) => userId === lastPayment.userId);
  return {
    by: lastPayment.by,
    at: lastPayment.at,
    months: paymentsOfLastUser.map(({ record }) => monthOf(String(record?.DueDate))),
  };
}
