import styled from "styled-components";
import { formatDay, societyToday } from "../../../shared/dates.ts";
import { periodMonths } from "../../../shared/domain/installments.ts";
import { say } from "../../lib/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import type { PaymentPlan } from "./PaymentPlanActions.ts";
import { days, installments, type ServiceRate } from "./RateText.ts";

/** A plan beside the rate it was made from, where the person may see that. */
export interface PlanRow {
  plan: PaymentPlan;
  rate: ServiceRate | undefined;
}

interface GenerateInput {
  /** The plan being worked on. */
  working: number | undefined;
  onGenerate(plan: PaymentPlan): void;
}

export function planColumns(): readonly Column<PlanRow>[] {
  return [
    {
      key: "name",
      title: say("Name"),
      width: 39,
      grow: 2,
      phone: "title",
      sticky: true,
      sortValue: ({ plan }) => plan.PaymentPlanName,
      render: ({ plan, rate }) => (
        <Named>
          {rate && <Plate house={rate.CategoryName} category={rate.CategoryName} />}
          <bdi>{plan.PaymentPlanName}</bdi>
        </Named>
      ),
      renderPhone: ({ plan }) => plan.PaymentPlanName,
    },
    {
      key: "description",
      title: say("Description"),
      width: 16,
      phone: "meta",
      sortValue: ({ plan, rate }) => (rate ? rate.StartYear * 12 + rate.StartMonth : plan.Description),
      value: ({ plan }) => plan.Description,
      render: ({ plan }) => <bdi dir="ltr">{plan.Description}</bdi>,
      renderPhone: ({ plan, rate }) =>
        [rate && installments(periodMonths(rate).length), say("made {day}", { day: made(plan) })]
          .filter(Boolean)
          .join(say(", ")),
    },
    {
      key: "installments",
      title: say("Installments"),
      width: 10,
      align: "end",
      phone: "hidden",
      sortValue: ({ rate }) => rate && periodMonths(rate).length,
      render: ({ rate }) => (rate ? periodMonths(rate).length : "—"),
    },
    {
      key: "grace",
      title: say("Grace"),
      width: 7,
      align: "end",
      phone: "hidden",
      sortValue: ({ plan, rate }) => (hasPenalty(rate) ? plan.GracePeriodDays : undefined),
      render: ({ plan, rate }) => (hasPenalty(rate) ? days(plan.GracePeriodDays) : "—"),
    },
    {
      key: "penalty",
      title: say("Penalty, Rs"),
      width: 10,
      align: "end",
      phone: "hidden",
      sortValue: ({ plan, rate }) => (hasPenalty(rate) ? plan.PenaltyAmount : undefined),
      value: ({ plan, rate }) => (hasPenalty(rate) ? { rupees: plan.PenaltyAmount } : null),
      render: ({ plan, rate }) => (hasPenalty(rate) ? <Money rupees={plan.PenaltyAmount} decimals={2} /> : "—"),
    },
    {
      key: "created",
      title: say("Created"),
      width: 10,
      phone: "hidden",
      sortValue: ({ plan }) => plan.CreatedAt,
      value: ({ plan }) => ({ day: societyToday(new Date(plan.CreatedAt)) }),
      render: ({ plan }) => made(plan),
    },
  ];
}

/** The one thing that a plan is for, in words. On the phone it is among the row's actions. */
export function generateColumn({ working, onGenerate }: GenerateInput): Column<PlanRow> {
  return {
    key: "generate",
    title: say("Schedule"),
    width: 28,
    phone: "hidden",
    render: ({ plan }, focus) => (
      <Button
        variant="ghost"
        icon="list-checks"
        busy={plan.PaymentPlanID === working}
        disabled={working !== undefined && plan.PaymentPlanID !== working}
        onClick={() => onGenerate(plan)}
        {...focus}
      >
        {say("Generate Payment Schedule")}
      </Button>
    ),
  };
}

/** A plan carries the rate's figures even where the rate applies no penalty. */
function hasPenalty(rate: ServiceRate | undefined): boolean {
  return rate?.IsPenaltyApply ?? true;
}

function made({ CreatedAt }: PaymentPlan): string {
  return formatDay(societyToday(new Date(CreatedAt)));
}

const Named = styled.span`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};

  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
