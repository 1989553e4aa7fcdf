import { say } from "../../lib/language.ts";
import { rupeeText } from "../../ui/Money.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { days, ratePeriod, rateTarget, type ServiceRate } from "./RateText.ts";

/** What two versions of a service charge are compared by. */
export function rateColumns(): readonly Column<ServiceRate>[] {
  return [
    column(say("For"), rateTarget),
    column(say("Period"), ratePeriod),
    column(say("Per Floor Rate"), ({ FloorRate }) => rupeeText(FloorRate, 2)),
    column(say("Due On Day"), ({ DueOnDay }) => String(DueOnDay)),
    column(say("Penalty"), penaltyText),
    column(say("Status"), ({ IsActive }) => say(IsActive ? "Active" : "In-Active")),
    column(say("Payment plan"), ({ PaymentPlanID }) => (PaymentPlanID === null ? "" : say("Generated"))),
  ];
}

/** `200.00 after 5 days`, or that there is none. */
function penaltyText({
  IsPenaltyApply,
  PenaltyAmount,
  GracePeriodDays,
}: Pick<ServiceRate, "IsPenaltyApply" | "PenaltyAmount" | "GracePeriodDays">): string {
  if (!IsPenaltyApply) return say("None");
  return say("{amount} after {days}", { amount: rupeeText(PenaltyAmount, 2), days: days(GracePeriodDays) });
}

function column(title: string, text: (rate: ServiceRate) => string): Column<ServiceRate> {
  return { key: title, title, width: 1, sortValue: text, render: text };
}
