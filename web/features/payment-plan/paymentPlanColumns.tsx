import { formatDay, societyDayAt } from "../../../shared/dates.ts";
import { periodMonths } from "../../../shared/domain/payment-plan.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { serviceRate } from "../../../shared/resources/service-rate.ts";
import { formatDayCount, formatInstallmentCount } from "../../domain/counts.ts";
import { TextWithCategory } from "../../domain/HouseLink.tsx";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import type { PaymentPlan } from "./usePaymentPlanActions.ts";

type ServiceRate = RecordOf<typeof serviceRate>;

/** A plan with the rate from which it was generated; undefined while loading or without the right to see rates. */
export type PlanRow = PaymentPlan & {
  rate: ServiceRate | undefined;
  /** Number of houses of the plan, and of those with a generated schedule; undefined while loading. */
  houseCounts: { Houses: number; Generated: number } | undefined;
};

interface GenerateColumnInput {
  /** The plan whose schedule is being generated. */
  generatingPlanId: number | undefined;
  onGenerate(plan: PaymentPlan): void;
}

/** The columns of the list of plans, except the one that generates schedules. */
export function buildPaymentPlanColumns(): readonly Column<PlanRow>[] {
  return [
    {
      key: "name",
      title: t("Name"),
      width: 39,
      grow: 2,
      mobileSlot: "title",
      sticky: true,
      sortValue: ({ PaymentPlanName }) => PaymentPlanName,
      render: ({ rate, PaymentPlanName }) => <TextWithCategory category={rate?.CategoryName} text={PaymentPlanName} />,
      renderMobile: ({ PaymentPlanName }) => PaymentPlanName,
    },
    {
      key: "description",
      title: t("Description"),
      width: 16,
      mobileSlot: "meta",
      sortValue: ({ rate, Description }) => (rate ? rate.StartYear * 12 + rate.StartMonth : Description),
      exportValue: ({ Description }) => Description,
      render: ({ Description }) => <bdi dir="ltr">{Description}</bdi>,
      renderMobile: ({ rate, ...plan }) =>
        [
          rate && formatInstallmentCount(periodMonths(rate).length),
          plan.houseCounts && t("{houses} generated", { houses: formatHouseCounts(plan.houseCounts) }),
        ]
          .filter(Boolean)
          .join(t(", ")),
    },
    {
      key: "installments",
      title: t("Installments"),
      width: 10,
      align: "end",
      mobileSlot: "hidden",
      sortValue: ({ rate }) => rate && periodMonths(rate).length,
      render: ({ rate }) => (rate ? periodMonths(rate).length : "—"),
    },
    {
      key: "houses",
      title: t("Houses generated"),
      width: 14,
      align: "end",
      mobileSlot: "hidden",
      sortValue: ({ houseCounts }) => houseCounts && houseCounts.Generated - houseCounts.Houses,
      exportValue: ({ houseCounts }) => houseCounts && formatHouseCounts(houseCounts),
      render: ({ houseCounts }) => houseCounts && formatHouseCounts(houseCounts),
    },
    {
      key: "grace",
      title: t("Grace"),
      width: 7,
      align: "end",
      mobileSlot: "hidden",
      sortValue: ({ rate, GracePeriodDays }) => (hasPenalty(rate) ? GracePeriodDays : undefined),
      render: ({ rate, GracePeriodDays }) => (hasPenalty(rate) ? formatDayCount(GracePeriodDays) : "—"),
    },
    {
      key: "penalty",
      title: t("Penalty, Rs"),
      width: 10,
      align: "end",
      mobileSlot: "hidden",
      sortValue: ({ rate, PenaltyAmount }) => (hasPenalty(rate) ? PenaltyAmount : undefined),
      exportValue: ({ rate, PenaltyAmount }) => (hasPenalty(rate) ? { rupees: PenaltyAmount } : null),
      render: ({ rate, PenaltyAmount }) => (hasPenalty(rate) ? <Money rupees={PenaltyAmount} /> : "—"),
    },
    {
      key: "created",
      title: t("Created"),
      width: 10,
      dropOrder: 1,
      mobileSlot: "hidden",
      sortValue: ({ CreatedAt }) => CreatedAt,
      exportValue: ({ CreatedAt }) => ({ day: societyDayAt(new Date(CreatedAt)) }),
      render: formatCreatedDay,
    },
  ];
}

/** The column of the "Generate Payment Schedule" button. On mobile a row action replaces it. */
export function buildGenerateColumn({ generatingPlanId, onGenerate }: GenerateColumnInput): Column<PlanRow> {
  return {
    key: "generate",
    title: t("Schedule"),
    width: 28,
    mobileSlot: "hidden",
    render: (plan, focus) => (
      <Button
        variant="ghost"
        icon="list-checks"
        busy={plan.PaymentPlanID === generatingPlanId}
        disabled={generatingPlanId !== undefined && plan.PaymentPlanID !== generatingPlanId}
        onClick={() => onGenerate(plan)}
        {...focus}
      >
        {t("Generate Payment Schedule")}
      </Button>
    ),
  };
}

function formatHouseCounts({ Houses, Generated }: NonNullable<PlanRow["houseCounts"]>): string {
  return t("{count} of {total}", { count: formatCount(Generated), total: formatCount(Houses) });
}

/** A plan copies the rate's penalty fields even if the rate applies no penalty. */
function hasPenalty(rate: ServiceRate | undefined): boolean {
  return rate?.IsPenaltyApply ?? true;
}

function formatCreatedDay({ CreatedAt }: PaymentPlan): string {
  return formatDay(societyDayAt(new Date(CreatedAt)));
}
