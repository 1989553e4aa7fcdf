import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { say, type Words } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { UnreadState } from "../../ui/UnreadState.tsx";
import type { View } from "./ScheduleFilter.ts";

interface ScheduleEmptyProps {
  year: number;
  /** Why the year could not be read, where it could not. */
  problem: string | undefined;
  onAgain: () => void;
  /** The year has installments, but the view, or search and filters, show none of them. */
  narrowed: View | "filters" | undefined;
  onShowAll: () => void;
  onClear: () => void;
}

/** Why there is no installment to be seen, and the way on. */
export function ScheduleEmpty({ year, problem, onAgain, narrowed, onShowAll, onClear }: ScheduleEmptyProps) {
  const plans = paymentPlan.guards.list.page;
  const mayGenerate = useMay(plans, "CanGeneratePaymentSchedule");
  const navigate = useNavigate();
  if (problem !== undefined) {
    return <UnreadState title={say("Failed to load payment schedule")} text={problem} onAgain={onAgain} />;
  }
  if (narrowed === "filters") {
    return (
      <EmptyState
        title={say("No installment matches")}
        text={say("Search and filters leave nothing over.")}
        action={<Button onClick={onClear}>{say("Clear search and filters")}</Button>}
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        title={say(nothing[narrowed], { year })}
        text={say("The year has other installments.")}
        action={<Button onClick={onShowAll}>{say("Show all installments")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={say("No payment schedules available")}
      text={
        mayGenerate
          ? say(
              "No installment falls due in {year}. Choose another year, or generate the schedule of a payment plan.",
              { year },
            )
          : say(
              "No installment falls due in {year}. Installments appear here as soon as the office has made the schedule.",
              {
                year,
              },
            )
      }
      action={mayGenerate && <Button onClick={() => void navigate(plans)}>{say("Open payment plans")}</Button>}
    />
  );
}

const nothing = {
  all: "Nothing in {year}",
  recent: "Nothing recent or open in {year}",
  overdue: "Nothing overdue in {year}",
  "part-paid": "Nothing part-paid in {year}",
} as const satisfies Record<View, Words>;
