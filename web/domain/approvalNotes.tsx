import { type AmountLimit, exceedsBackdateLimit, isAboveLimit } from "../../shared/domain/approval-limits.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { plural, t } from "../i18n/t.ts";
import { useSocietySettings } from "../live/society.ts";
import { Callout } from "../ui/feedback/Callout.tsx";
import { WholeRow } from "../ui/form/FormLayout.tsx";
import { formatAmount } from "../ui/text/Money.tsx";

/** A notice in a form: a second person must approve what it sends. `reason` says why. */
export function ApprovalNote({ reason }: { reason?: string }) {
  return (
    <WholeRow>
      <Callout title={t("A second person must approve this")}>{reason}</Callout>
    </WholeRow>
  );
}

/** An ApprovalNote if the amount is above the society's limit. */
export function AmountApprovalNote({ limit, rupees }: { limit: AmountLimit; rupees: number }) {
  const maxAmount = useSocietySettings()?.[limit];
  if (typeof maxAmount !== "number" || !isAboveLimit(maxAmount, rupees)) return null;
  return <ApprovalNote reason={t("The society's limit is Rs {amount}.", { amount: formatAmount(maxAmount) })} />;
}

/** An ApprovalNote if the payment date of a receipt is further back than the society allows. */
export function BackdateApprovalNote({ day }: { day: string | undefined }) {
  const settings = useSocietySettings();
  const today = useSocietyToday();
  if (!settings || !day || !exceedsBackdateLimit(settings, { day, today })) return null;
  const reason = plural(settings.BackdateDays ?? 0, {
    one: "The payment date is more than {count} day back.",
    other: "The payment date is more than {count} days back.",
  });
  return <ApprovalNote reason={reason} />;
}
