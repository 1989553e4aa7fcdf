import { memo } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { touchable, type } from "../../theme.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { clipped } from "../../ui/clipped.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { StatRows } from "../../ui/StatStripRows.tsx";
import { StatusMark } from "../../ui/Status.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TableNote } from "../../ui/TableNote.tsx";
import type { RowState } from "../../ui/TableTypes.ts";
import { useGlow } from "../../ui/useGlow.ts";
import { planLink } from "./RateActions.ts";
import { days, ratePeriod, rateTarget, type ServiceRate } from "./RateText.ts";

/** Stable from render to render, so that a card is drawn again only when its own rate changes. */
export interface CardActions {
  may: { update: boolean; remove: boolean; makePlan: boolean; seePlans: boolean };
  onEdit(rate: ServiceRate): void;
  onDelete(rate: ServiceRate): void;
  onToggle(rate: ServiceRate): void;
  onMakePlan(rate: ServiceRate): void;
}

interface ServiceChargeCardProps {
  rate: ServiceRate;
  id: string;
  /** Its place among all cards. */
  at: number;
  /** Counted from 1. */
  column: number;
  /** The keyboard is on this card. */
  cursor: boolean;
  glow: RowState["glow"];
  /** The colleague who has it open for change. */
  editedBy: string | undefined;
  making: boolean;
  actions: CardActions;
}

/** What one kind of house pays each month, and what can be done about it. */
export const ServiceChargeCard = memo(function ServiceChargeCard(props: ServiceChargeCardProps) {
  const { rate, id, at, column, cursor, glow, editedBy, actions } = props;
  const { may, onEdit, onDelete } = actions;
  const ref = useGlow<HTMLDivElement>(glow?.at);
  const focus = { tabIndex: cursor ? 0 : -1 };
  const name = `${rateTarget(rate)} ${ratePeriod(rate)}`;
  return (
    <Card
      ref={ref}
      id={id}
      role="gridcell"
      aria-colindex={column}
      aria-label={name}
      data-at={at}
      data-cursor={cursor || undefined}
    >
      <Head>
        <Plate house={rate.CategoryName} category={rate.CategoryName} />
        <Title>
          <Said text="{type}, {floor}" with={{ type: <bdi>{rate.TypeName}</bdi>, floor: <bdi>{rate.Floor}</bdi> }} />
        </Title>
        <TableNote state={{ glow, editing: editedBy === undefined ? undefined : { name: editedBy } }} />
      </Head>
      <Sum>
        <Amount $active={rate.IsActive}>
          <Money rupees={rate.FloorRate} decimals={2} prefix />
        </Amount>
        <Quiet>{say("a month")}</Quiet>
        <State {...props} name={name} />
      </Sum>
      <StatRows
        rows={[
          { key: "period", label: say("Period"), amount: <bdi dir="ltr">{ratePeriod(rate)}</bdi> },
          { key: "due", label: say("Due Day"), amount: rate.DueOnDay },
          {
            key: "penalty",
            label: say("Penalty"),
            amount: rate.IsPenaltyApply ? <Penalty {...rate} /> : say("None"),
            tone: rate.IsPenaltyApply ? undefined : "quiet",
          },
        ]}
      />
      <Foot>
        <Plan {...props} />
        {may.update && (
          <IconButton icon="pencil" label={say("Edit {name}", { name })} onClick={() => onEdit(rate)} {...focus} />
        )}
        {may.remove && (
          <IconButton
            icon="trash"
            label={say("Delete {name}", { name })}
            danger
            onClick={() => onDelete(rate)}
            {...focus}
          />
        )}
      </Foot>
    </Card>
  );
});

function Penalty({ PenaltyAmount, GracePeriodDays }: ServiceRate) {
  const amount = <Money rupees={PenaltyAmount} decimals={2} prefix />;
  return <Said text="{amount} after {days}" with={{ amount, days: days(GracePeriodDays) }} />;
}

function State({ rate, actions, cursor, name }: ServiceChargeCardProps & { name: string }) {
  const words = rate.IsActive ? say("Status: Active") : say("Status: In-Active");
  const mark = (
    <StatusMark icon={rate.IsActive ? "check" : "minus"} tone={rate.IsActive ? "good" : "neutral"}>
      {words}
    </StatusMark>
  );
  if (!actions.may.update) return mark;
  return (
    <Toggle>
      {mark}
      <Switch
        checked={rate.IsActive}
        onChange={() => actions.onToggle(rate)}
        tabIndex={cursor ? 0 : -1}
        aria-label={[words, name].join(say(", "))}
      />
    </Toggle>
  );
}

/** Offers to make the plan while there is none, and leads to it once it is there. */
function Plan({ rate, actions, cursor, making }: ServiceChargeCardProps) {
  const focus = { tabIndex: cursor ? 0 : -1 };
  if (rate.PaymentPlanID !== null) {
    if (!actions.may.seePlans) return <Made>{say("Payment plan generated")}</Made>;
    return (
      <Made as={Link} to={planLink(rate.PaymentPlanID)} {...focus}>
        <Icon name="calendar" />
        {say("Payment plan")}
      </Made>
    );
  }
  if (!rate.IsActive || !actions.may.makePlan) return <Made />;
  return (
    <Offer>
      <Button icon="calendar" busy={making} onClick={() => actions.onMakePlan(rate)} {...focus}>
        {say("Generate Payment Plan")}
      </Button>
    </Offer>
  );
}

const Card = styled.div`
  ${({ theme: t }) => css`
    position: relative;
    display: flex;
    flex-direction: column;
    gap: ${t.space.s};
    min-inline-size: 0;
    padding: ${t.space.m} ${t.space.l};
    border-inline-end: 1px solid ${t.color.line};
    border-block-end: 1px solid ${t.color.line};

    &:first-child {
      padding-inline-start: ${t.size.gutter};
    }

    @media (hover: hover) {
      &:hover {
        background: ${t.color.canvas};
      }
    }

    ${t.phone} {
      border-inline-end: 0;
    }
  `}
`;

const line = css`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const Head = styled.header`
  ${line}
`;

const Title = styled.h3`
  ${type("strong")}
  flex: 1;
  min-inline-size: 0;
  ${clipped}
`;

const Toggle = styled.label`
  ${line}
  flex: none;
  cursor: pointer;

  ${({ theme }) => theme.phone} {
    min-block-size: ${({ theme }) => theme.size.phoneTarget}px;
  }
`;

const Sum = styled.div`
  ${line}
`;

const Amount = styled.span<{ $active: boolean }>`
  ${type("page")}
  color: ${({ theme, $active }) => ($active ? theme.color.ink : theme.color.ink3)};
`;

const Quiet = styled.span`
  ${type("meta")}
  flex: 1;
  color: ${({ theme }) => theme.color.ink2};
`;

const Foot = styled.footer`
  ${line}
  min-block-size: ${({ theme }) => touchable(theme.size.button)};
`;

const Made = styled.span<{ to?: string }>`
  ${type("medium")}
  ${line}
  flex: 1;
  min-block-size: ${({ theme }) => theme.size.target}px;
`;

const Offer = styled.span`
  flex: 1;
`;
