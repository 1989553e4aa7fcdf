import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { describeError } from "../../api/describeError.ts";
import { useCan } from "../../api/session.ts";
import { type TranslationKey, t } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import type { ScheduleView } from "./filterSchedule.ts";

interface PaymentScheduleEmptyProps {
  year: number;
  /** The error of the request; undefined if the installments were loaded. */
  error: unknown;
  onRetry: () => void;
  /** What hides all installments of the year; undefined if it has none. */
  hiddenBy: ScheduleView | "filters" | undefined;
  /** Switches to the view "all". */
  onShowAll: () => void;
  /** Clears the search and the filters. */
  onClear: () => void;
}

/** Why no installment is shown, and what to do next. */
export function PaymentScheduleEmpty(props: PaymentScheduleEmptyProps) {
  const { year, error, onRetry, hiddenBy, onShowAll, onClear } = props;
  const plansPage = paymentPlan.guards.list.page;
  const canGenerate = useCan(plansPage, "CanGeneratePaymentSchedule");
  const navigate = useNavigate();
  if (error !== undefined) {
    return (
      <FailedRequest
        error={error}
        title={t("Failed to load payment schedule")}
        text={describeError(error)}
        onRetry={onRetry}
      />
    );
  }
  if (hiddenBy === "filters") {
    return (
      <EmptyState
        title={t("No installment matches")}
        text={t("Change or clear the search and the filters.")}
        action={<Button onClick={onClear}>{t("Clear search and filters")}</Button>}
      />
    );
  }
  if (hiddenBy) {
    return (
      <EmptyState
        title={t(emptyTitles[hiddenBy], { year })}
        text={t("The year has other installments.")}
        action={<Button onClick={onShowAll}>{t("Show all installments")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t("No payment schedules available")}
      text={
        canGenerate
          ? t("No installment is due in {year}. Choose another year, or generate the schedule of a payment plan.", {
              year,
            })
          : t("No installment is due in {year}. Installments appear here once the office has generated the schedule.", {
              year,
            })
      }
      action={canGenerate && <Button onClick={() => void navigate(plansPage)}>{t("Open payment plans")}</Button>}
    />
  );
}

const emptyTitles = {
  all: "Nothing in {year}",
  recent: "Nothing recent or open in {year}",
  overdue: "Nothing overdue in {year}",
  "part-paid": "Nothing part-paid in {year}",
} as const satisfies Record<ScheduleView, TranslationKey>;
