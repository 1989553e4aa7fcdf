import { t } from "../../i18n/t.ts";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { describeRateTarget, formatDayCount, formatRatePeriod, type ServiceRate } from "./serviceRateText.ts";

/** What two versions of a service charge are compared by. */
export function buildComparisonColumns(): readonly Column<ServiceRate>[] {
  return [
    comparisonColumn(t("For"), describeRateTarget),
    comparisonColumn(t("Period"), formatRatePeriod),
    comparisonColumn(t("Per Floor Rate"), ({ FloorRate }) => formatAmount(FloorRate, 2)),
    comparisonColumn(t("Due On Day"), ({ DueOnDay }) => String(DueOnDay)),
    comparisonColumn(t("Penalty"), formatPenalty),
    comparisonColumn(t("Status"), ({ IsActive }) => t(IsActive ? "Active" : "In-Active")),
    comparisonColumn(t("Payment plan"), ({ PaymentPlanID }) => (PaymentPlanID === null ? "" : t("Generated"))),
  ];
}

/** `200.00 after 5 days`, or that there is none. */
function formatPenalty({
  IsPenaltyApply,
  PenaltyAmount,
  GracePeriodDays,
}: Pick<ServiceRate, "IsPenaltyApply" | "PenaltyAmount" | "GracePeriodDays">): string {
  if (!IsPenaltyApply) return t("None");
  return t("{amount} after {days}", { amount: formatAmount(PenaltyAmount, 2), days: formatDayCount(GracePeriodDays) });
}

function comparisonColumn(title: string, text: (rate: ServiceRate) => string): Column<ServiceRate> {
  return { key: title, title, width: 1, sortValue: text, render: text };
}
