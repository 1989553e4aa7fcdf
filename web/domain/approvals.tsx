import { type AmountLimit, exceedsBackdateLimit, isAboveLimit } from "../../shared/domain/approval-limits.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { plural, t } from "../i18n/t.ts";
import { useLimits } from "../live/limits.ts";
import { Callout } from "../ui/feedback/Callout.tsx";
import { WholeRow } from "../ui/form/FormLayout.tsx";
import { formatAmount } from "../ui/text/Money.tsx";

/** Says in a form that what it sends will wait for a second person, and why. */
export function ApprovalNote({ reason }: { reason?: string }) {
  return (
    <WholeRow>
      <Callout title={t("A second person must approve this")}>{reason}</Callout>
    </WholeRow>
  );
}

/** The note of an amount in rupees; nothing up to the society's limit. */
export function AmountApprovalNote({ limit, rupees }: { limit: AmountLimit; rupees: number }) {
  const most = useLimits()?.[limit];
  if (typeof most !== "number" || !isAboveLimit(most, rupees)) return null;
  return <ApprovalNote reason={t("The society's limit is Rs {amount}.", { amount: formatAmount(most) })} />;
}

/** The note of a receipt's payment date; nothing for the days that the society allows. */
export function BackdateNote({ day }: { day: string | undefined }) {
  const limits = useLimits();
  const today = useSocietyToday();
  if (!limits || !day || !exceedsBackdateLimit(limits, { day, today })) return null;
  const reason = plural(limits.BackdateDays ?? 0, {
    one: "The payment date is more than {count} day back.",
    other: "The payment date is more than {count} days back.",
  });
  return <ApprovalNote reason={reason} />;
}
