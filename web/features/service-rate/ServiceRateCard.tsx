import { memo } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDayCount } from "../../domain/counts.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Button, IconButton } from "../../ui/button/Button.tsx";
import { Switch } from "../../ui/form/Inputs.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { RowStateLabel, useHighlight } from "../../ui/table/RowState.tsx";
import type { RowState } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { touchSize, typography } from "../../ui/theme/theme.ts";
import { describeRateTarget, formatRatePeriod, paymentPlanUrl, type ServiceRate } from "./serviceRateText.ts";

/** Memoized by the caller, so that a card re-renders only when its rate changes. */
export interface CardActions {
  can: { update: boolean; remove: boolean; revise: boolean; generatePlan: boolean; seePlans: boolean };
  onEdit(rate: ServiceRate): void;
  onDelete(rate: ServiceRate): void;
  onRevise(rate: ServiceRate): void;
  onToggle(rate: ServiceRate): void;
  onGeneratePlan(rate: ServiceRate): void;
}

interface ServiceRateCardProps {
  rate: ServiceRate;
  id: string;
  /** Index among all cards, from 0. */
  cardIndex: number;
  /** Column of the grid, from 1. */
  columnNumber: number;
  hasCursor: boolean;
  highlight: RowState["highlight"];
  editing: RowState["editing"];
  isGeneratingPlan: boolean;
  actions: CardActions;
}

/** A service charge with its status, penalty, payment plan and actions. */
export const ServiceRateCard = memo(function ServiceRateCard(props: ServiceRateCardProps) {
  const { rate, id, cardIndex, columnNumber, hasCursor, highlight, editing, actions } = props;
  const { can, onEdit, onDelete, onRevise } = actions;
  const ref = useHighlight<HTMLDivElement>(highlight?.startedAt);
  const focus = { tabIndex: hasCursor ? 0 : -1 };
  const name = `${describeRateTarget(rate)} ${formatRatePeriod(rate)}`;
  return (
    <Card
      ref={ref}
      id={id}
      role="gridcell"
      aria-colindex={columnNumber}
      aria-label={name}
      data-card-index={cardIndex}
      data-cursor={hasCursor || undefined}
    >
      <CardHeader>
        <CategoryBadge category={rate.CategoryName} />
        <Title>
          <Trans text="{type}, {floor}" with={{ type: <bdi>{rate.TypeName}</bdi>, floor: <bdi>{rate.Floor}</bdi> }} />
        </Title>
        <RowStateLabel state={{ highlight, editing }} />
      </CardHeader>
      <RateRow>
        <Amount $active={rate.IsActive}>
          <Money rupees={rate.FloorRate} showCurrency />
        </Amount>
        <MutedText>{t("a month")}</MutedText>
        <ActiveSwitch {...props} name={name} />
      </RateRow>
      <AmountList
        rows={[
          { key: "period", label: t("Period"), amount: <bdi dir="ltr">{formatRatePeriod(rate)}</bdi> },
          { key: "due", label: t("Due Day"), amount: rate.DueOnDay },
          {
            key: "penalty",
            label: t("Penalty"),
            amount: rate.IsPenaltyApply ? <PenaltyText {...rate} /> : t("None"),
            tone: rate.IsPenaltyApply ? undefined : "muted",
          },
        ]}
      />
      <CardFooter>
        <PlanAction {...props} />
        {can.revise && rate.IsActive && (
          <IconButton
            icon="trend-up"
            label={t("Revise {name} from a month", { name })}
            onClick={() => onRevise(rate)}
            {...focus}
          />
        )}
        {can.update && (
          <IconButton icon="pencil" label={t("Edit {name}", { name })} onClick={() => onEdit(rate)} {...focus} />
        )}
        {can.remove && (
          <IconButton
            icon="trash"
            label={t("Delete {name}", { name })}
            danger
            onClick={() => onDelete(rate)}
            {...focus}
          />
        )}
      </CardFooter>
    </Card>
  );
});

function PenaltyText({ PenaltyAmount, GracePeriodDays }: ServiceRate) {
  const amount = <Money rupees={PenaltyAmount} showCurrency />;
  return <Trans text="{amount} after {days}" with={{ amount, days: formatDayCount(GracePeriodDays) }} />;
}

function ActiveSwitch({ rate, actions, hasCursor, name }: ServiceRateCardProps & { name: string }) {
  const statusText = rate.IsActive ? t("Status: Active") : t("Status: In-Active");
  const status = (
    <StatusLabel icon={rate.IsActive ? "check" : "minus"} tone={rate.IsActive ? "good" : "neutral"}>
      {statusText}
    </StatusLabel>
  );
  if (!actions.can.update) return status;
  return (
    <Toggle>
      {status}
      <Switch
        checked={rate.IsActive}
        onChange={() => actions.onToggle(rate)}
        tabIndex={hasCursor ? 0 : -1}
        aria-label={[statusText, name].join(t(", "))}
      />
    </Toggle>
  );
}

/** A link to the rate's payment plan, or a button to generate it. */
function PlanAction({ rate, actions, hasCursor, isGeneratingPlan }: ServiceRateCardProps) {
  const focus = { tabIndex: hasCursor ? 0 : -1 };
  if (rate.PaymentPlanID !== null) {
    if (!actions.can.seePlans) return <PlanLabel>{t("Payment plan generated")}</PlanLabel>;
    return (
      <PlanLabel as={Link} to={paymentPlanUrl(rate.PaymentPlanID)} {...focus}>
        <Icon name="calendar" />
        {t("Payment plan")}
      </PlanLabel>
    );
  }
  if (!rate.IsActive || !actions.can.generatePlan) return <PlanLabel />;
  return (
    <GenerateSlot>
      <Button icon="calendar" busy={isGeneratingPlan} onClick={() => actions.onGeneratePlan(rate)} {...focus}>
        {t("Generate Payment Plan")}
      </Button>
    </GenerateSlot>
  );
}

const Card = styled.div`
  ${({ theme }) => css`
    position: relative;
    display: flex;
    flex-direction: column;
    gap: ${theme.space.s};
    min-inline-size: 0;
    padding: ${theme.space.m} ${theme.space.l};
    border-inline-end: 1px solid ${theme.color.border};
    border-block-end: 1px solid ${theme.color.border};

    &:first-child {
      padding-inline-start: ${theme.size.gutter};
    }

    @media (hover: hover) {
      &:hover {
        background: ${theme.color.canvas};
      }
    }

    ${theme.mobile} {
      border-inline-end: 0;
    }
  `}
`;

const inlineRow = css`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const CardHeader = styled.header`
  ${inlineRow}
`;

const Title = styled.h3`
  ${typography("strong")}
  flex: 1;
  min-inline-size: 0;
  ${ellipsis}
`;

const Toggle = styled.label`
  ${inlineRow}
  flex: none;
  cursor: pointer;

  ${({ theme }) => theme.mobile} {
    min-block-size: ${({ theme }) => theme.size.touchTarget}px;
  }
`;

const RateRow = styled.div`
  ${inlineRow}
`;

const Amount = styled.span<{ $active: boolean }>`
  ${typography("pageTitle")}
  color: ${({ theme, $active }) => ($active ? theme.color.text : theme.color.textSubtle)};
`;

const MutedText = styled(MetaText)`
  flex: 1;
`;

const CardFooter = styled.footer`
  ${inlineRow}
  min-block-size: ${({ theme }) => touchSize(theme.size.button)};
`;

const PlanLabel = styled.span<{ to?: string }>`
  ${typography("medium")}
  ${inlineRow}
  flex: 1;
  min-block-size: ${({ theme }) => theme.size.minTarget}px;
`;

const GenerateSlot = styled.span`
  flex: 1;
`;
