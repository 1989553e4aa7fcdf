import { useContext, useState } from "react";
import { useWatch } from "react-hook-form";
import styled from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Attribution } from "../../../shared/wire.ts";
import { formatIsoDateTime, monthYearText } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { type RecentChange, readRecentChanges, useRecentChanges } from "../../live/recentChanges.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FormContext } from "../../ui/form/Form.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import type { Receipt } from "./receipt.tsx";

/**
 * Warns in the form of a new receipt if another user has recorded a payment of the same house since the form was
 * opened.
 */
export function ConcurrentPaymentNotice() {
  const houseNo: unknown = useWatch({ name: "HouseNo" });
  const { locked } = useContext(FormContext);
  const [openedAt] = useState(() => Date.now());
  const changes = useRecentChanges();
  const payment =
    typeof houseNo === "string" ? findConcurrentPayment(changes, { houseNo, since: openedAt }) : undefined;
  // A locked form cannot be saved, so it needs no warning.
  if (!payment || locked) return null;
  const months = payment.months.map(monthYearText);
  return (
    <FullWidth>
      <Callout
        urgent
        tone="warn"
        title={t("Already paid by {name}, {time}", {
          name: translateName(payment.by),
          time: formatIsoDateTime(payment.at),
        })}
      >
        {t("{months}. This receipt will settle other installments, or stay as credit.", {
          months: months.join(t(", ")),
        })}
      </Callout>
    </FullWidth>
  );
}

interface SavedReceipt {
  message: string;
  data: Receipt;
}

/** A payment recorded at most this long before the receipt counts as concurrent. */
const concurrentWithinMs = 15 * 60_000;

/** Extends the message of a saved receipt if it settled nothing because another user recorded the payment first. */
export function addConcurrentPaymentNotice({ message, data }: SavedReceipt): SavedReceipt {
  const { HouseNo, Credit, AmountPaid } = data;
  if (Credit < AmountPaid) return { message, data };
  const payment = findConcurrentPayment(readRecentChanges(), {
    houseNo: HouseNo,
    since: Date.now() - concurrentWithinMs,
  });
  if (!payment) return { message, data };
  const creditNotice = t("Already paid by {name}, {time}: Rs {amount} stays as credit of {house}", {
    name: translateName(payment.by),
    time: formatIsoDateTime(payment.at),
    amount: formatAmount(Credit),
    house: HouseNo,
  });
  return { message: t("{message}. {more}", { message: translateMessage(message), more: creditNotice }), data };
}

/** A payment recorded by another user, with the months of the installments it settled. */
interface ConcurrentPayment extends Attribution {
  months: readonly { month: number; year: number }[];
}

/** The last payment of the house by another user after `since` (ms since 1970), unless it was reversed. */
function findConcurrentPayment(
  changes: readonly RecentChange[],
  { houseNo, since }: { houseNo: string; since: number },
): ConcurrentPayment | undefined {
  const wanted = houseNo.trim().toLowerCase();
  const latestChanges = new Map<number, RecentChange>();
  for (const change of changes) {
    if (change.resource !== paymentSchedule.name || change.receivedAt < since) continue;
    if (String(change.record?.HouseNo).toLowerCase() === wanted) latestChanges.set(change.id, change);
  }
  const paidChanges = [...latestChanges.values()].filter(({ record }) => record?.IsPaid === 1);
  const lastChange = paidChanges.at(-1);
  if (!lastChange) return undefined;
  const byLastUser = paidChanges.filter(({ by }) => by === lastChange.by);
  return {
    by: lastChange.by,
    at: lastChange.at,
    months: byLastUser.map(({ record }) => monthOf(String(record?.DueDate))),
  };
}

const FullWidth = styled.div`
  grid-column: 1 / -1;
`;
