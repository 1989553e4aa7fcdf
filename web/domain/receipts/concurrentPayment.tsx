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
import type { Receipt } from "./receipt.ts";

/** Warns in the form of a new receipt that another user has just received a payment of the same house. */
export function ConcurrentPaymentNotice() {
  const house: unknown = useWatch({ name: "HouseNo" });
  const { locked } = useContext(FormContext);
  const [since] = useState(() => Date.now());
  const changes = useRecentChanges();
  const paid = typeof house === "string" ? findConcurrentPayment(changes, { house, since }) : undefined;
  // A form without the right to save needs no warning.
  if (!paid || locked) return null;
  const months = paid.months.map(monthYearText);
  return (
    <FullWidth>
      <Callout
        urgent
        tone="warn"
        title={t("Already paid by {name}, {time}", {
          name: translateName(paid.by),
          time: formatIsoDateTime(paid.at),
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

const concurrentWithinMs = 15 * 60_000;

/** Extends the message of a saved receipt if it settled nothing because another user recorded the payment first. */
export function withConcurrentPayment({ message, data }: SavedReceipt): SavedReceipt {
  const { HouseNo, Credit, AmountPaid } = data;
  if (Credit < AmountPaid) return { message, data };
  const paid = findConcurrentPayment(readRecentChanges(), { house: HouseNo, since: Date.now() - concurrentWithinMs });
  if (!paid) return { message, data };
  const more = t("Already paid by {name}, {time}: Rs {amount} stays as credit of {house}", {
    name: translateName(paid.by),
    time: formatIsoDateTime(paid.at),
    amount: formatAmount(Credit, 2),
    house: HouseNo,
  });
  return { message: t("{message}. {more}", { message: translateMessage(message), more }), data };
}

/** A payment recorded by another user, with the months of the installments it settled. */
interface ConcurrentPayment extends Attribution {
  months: readonly { month: number; year: number }[];
}

/** The last payment of the house by another user since `since`, unless it was reversed. */
function findConcurrentPayment(
  changes: readonly RecentChange[],
  { house, since }: { house: string; since: number },
): ConcurrentPayment | undefined {
  const number = house.trim().toLowerCase();
  const latest = new Map<number, RecentChange>();
  for (const change of changes) {
    if (change.resource !== paymentSchedule.name || change.receivedAt < since) continue;
    if (String(change.record?.HouseNo).toLowerCase() === number) latest.set(change.id, change);
  }
  const paid = [...latest.values()].filter(({ record }) => record?.IsPaid === 1);
  const last = paid.at(-1);
  if (!last) return undefined;
  const same = paid.filter(({ by }) => by === last.by);
  return { by: last.by, at: last.at, months: same.map(({ record }) => monthOf(String(record?.DueDate))) };
}

const FullWidth = styled.div`
  grid-column: 1 / -1;
`;
