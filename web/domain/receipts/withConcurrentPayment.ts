import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { formatIsoDateTime } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { readRecentChanges } from "../../live/recentChanges.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { findConcurrentPayment } from "./concurrentPayment.ts";

interface SavedReceipt {
  message: string;
  data: RecordOf<typeof paymentReceipt>;
}

const concurrentWithinMs = 15 * 60_000;

/** The answer to a new receipt; where its money found nothing open because a colleague was quicker, it says who and when. */
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
