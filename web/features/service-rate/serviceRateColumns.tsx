import { Link } from "react-router-dom";
import styled from "styled-components";
import { formatDayCount } from "../../domain/counts.ts";
import { TextWithCategory } from "../../domain/HouseLink.tsx";
import { formatRatePeriod } from "../../domain/periods.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { amountColumn, codeColumn } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Switch } from "../../ui/form/Inputs.tsx";
import type { CellFocus, Column } from "../../ui/table/tableTypes.ts";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { describeRateTarget, paymentPlanUrl, type ServiceRate } from "./serviceRateText.ts";

/**
 * What the cells of a service charge offer. Keep the object stable between renders, because the columns depend on it.
 */
export interface RateActions {
  can: { update: boolean; generatePlan: boolean; seePlans: boolean };
  /** The rate whose payment plan is being generated. */
  generatingRateId: number | undefined;
  onToggle(rate: ServiceRate): void;
  onGeneratePlan(rate: ServiceRate): void;
}

/** The columns of the list of service charges. The conflict dialog compares two versions by their `sortValue`. */
export function buildServiceRateColumns(actions: RateActions): readonly Column<ServiceRate>[] {
  return [
    {
      key: "For",
      title: t("For"),
      width: 22,
      grow: 2,
      mobileSlot: "title",
      sortValue: describeRateTarget,
      render: (rate) => (
        <TextWithCategory
          category={rate.CategoryName}
          text={t("{type}, {floor}", { type: rate.TypeName, floor: rate.Floor })}
        />
      ),
    },
    codeColumn(
      {
        key: "Period",
        title: t("Period"),
        width: 16,
        showsRowState: true,
        mobileSlot: "meta",
        sortValue: ({ StartYear, StartMonth }) => StartYear * 12 + StartMonth,
      },
      formatRatePeriod,
    ),
    amountColumn({ key: "FloorRate", title: t("Rs a month"), width: 10, mobileSlot: "amount" }),
    {
      key: "DueOnDay",
      title: t("Due Day"),
      width: 11,
      dropOrder: 1,
      align: "end",
      mobileSlot: "hidden",
      sortValue: ({ DueOnDay }) => DueOnDay,
      render: ({ DueOnDay }) => DueOnDay,
    },
    {
      key: "Penalty",
      title: t("Penalty, Rs"),
      width: 17,
      mobileSlot: "hidden",
      sortValue: formatPenalty,
      render: (rate) => <PenaltyText rate={rate} />,
    },
    {
      key: "PaymentPlan",
      title: t("Payment plan"),
      width: 20,
      mobileSlot: "hidden",
      sortValue: ({ PaymentPlanID }) => (PaymentPlanID === null ? "" : t("Generated")),
      render: (rate, focus) => <PlanAction rate={rate} actions={actions} focus={focus} />,
    },
    {
      key: "Status",
      title: t("Status"),
      width: 20,
      mobileSlot: "meta",
      sortValue: ({ IsActive }) => t(IsActive ? "Active" : "Inactive"),
      render: (rate, focus) => <ActiveSwitch rate={rate} actions={actions} focus={focus} />,
      renderMobile: (rate) => <RateStatus rate={rate} />,
    },
  ];
}

/** `200.00 after 5 days`, or `None`. */
function formatPenalty({ IsPenaltyApply, PenaltyAmount, GracePeriodDays }: ServiceRate): string {
  if (!IsPenaltyApply) return t("None");
  return t("{amount} after {days}", { amount: formatAmount(PenaltyAmount), days: formatDayCount(GracePeriodDays) });
}

function PenaltyText({ rate: { IsPenaltyApply, PenaltyAmount, GracePeriodDays } }: { rate: ServiceRate }) {
  if (!IsPenaltyApply) return <Muted>{t("None")}</Muted>;
  const amount = <Money rupees={PenaltyAmount} />;
  return <Trans text="{amount} after {days}" with={{ amount, days: formatDayCount(GracePeriodDays) }} />;
}

interface CellProps {
  rate: ServiceRate;
  actions: RateActions;
  focus: CellFocus;
}

/** A link to the rate's payment plan, or a button to generate it. */
function PlanAction({ rate, actions: { can, generatingRateId, onGeneratePlan }, focus }: CellProps) {
  if (rate.PaymentPlanID !== null)
    return can.seePlans ? (
      <Link to={paymentPlanUrl(rate.PaymentPlanID)} {...focus}>
        {t("Payment plan")}
      </Link>
    ) : (
      t("Payment plan generated")
    );
  if (!rate.IsActive || !can.generatePlan) return null;
  return (
    <Button
      variant="ghost"
      icon="calendar"
      busy={rate.RateID === generatingRateId}
      onClick={() => onGeneratePlan(rate)}
      {...focus}
    >
      {t("Generate Payment Plan")}
    </Button>
  );
}

function RateStatus({ rate }: { rate: ServiceRate }) {
  return (
    <StatusLabel icon={rate.IsActive ? "check" : "minus"} tone={rate.IsActive ? "good" : "neutral"}>
      {formatStatus(rate)}
    </StatusLabel>
  );
}

function formatStatus({ IsActive }: ServiceRate): string {
  return IsActive ? t("Status: Active") : t("Status: In-Active");
}

function ActiveSwitch({ rate, actions: { can, onToggle }, focus }: CellProps) {
  if (!can.update) return <RateStatus rate={rate} />;
  const name = `${describeRateTarget(rate)} ${formatRatePeriod(rate)}`;
  return (
    <Toggle>
      <Switch
        checked={rate.IsActive}
        onChange={() => onToggle(rate)}
        aria-label={[formatStatus(rate), name].join(t(", "))}
        {...focus}
      />
      <RateStatus rate={rate} />
    </Toggle>
  );
}

const Toggle = styled.label`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  cursor: pointer;
`;

const Muted = styled.span`
  color: ${({ theme }) => theme.color.textMuted};
`;
