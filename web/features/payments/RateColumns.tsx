import { rupeeText } from "../../ui/Money.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { days, ratePeriod, rateTarget, type ServiceRate } from "./RateText.ts";

/** What two versions of a service charge are compared by. */
export const rateColumns: readonly Column<ServiceRate>[] = [
  column("For", rateTarget),
  column("Period", ratePeriod),
  column("Per Floor Rate", ({ FloorRate }) => rupeeText(FloorRate, 2)),
  column("Due On Day", ({ DueOnDay }) => String(DueOnDay)),
  column("Penalty", penaltyText),
  column("Status", ({ IsActive }) => (IsActive ? "Active" : "In-Active")),
  column("Payment plan", ({ PaymentPlanID }) => (PaymentPlanID === null ? "" : "Generated")),
];

/** `200.00 after 5 days`, or that there is none. */
export function penaltyText({
  IsPenaltyApply,
  PenaltyAmount,
  GracePeriodDays,
}: Pick<ServiceRate, "IsPenaltyApply" | "PenaltyAmount" | "GracePeriodDays">): string {
  return IsPenaltyApply ? `${rupeeText(PenaltyAmount, 2)} after ${days(GracePeriodDays)}` : "None";
}

function column(title: string, text: (rate: ServiceRate) => string): Column<ServiceRate> {
  return { key: title, title, width: 1, sortValue: text, render: text };
}
