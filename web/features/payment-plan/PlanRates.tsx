import styled from "styled-components";
import { formatMonthYear } from "../../../shared/dates.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import type { PlanRate } from "../../domain/paymentPlanDetails.ts";
import { Status } from "../../domain/Status.tsx";
import { t } from "../../i18n/t.ts";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { Section } from "./PlanSection.ts";

/** The service rates that the plan was made from. */
export function PlanRates({ rates }: { rates: readonly PlanRate[] }) {
  return (
    <Section aria-labelledby="plan-rates">
      <h2 id="plan-rates">{t("Service rates")}</h2>
      {rates.map((rate) => (
        <Rate key={rate.RateID}>
          <Head>
            <HouseBadge house={rate.CategoryName} category={rate.CategoryName} />
            <strong>{t("{type}, {floor}", { type: rate.TypeName, floor: rate.Floor })}</strong>
            <Status value={rate.IsActive ? "Active" : "In-Active"} />
          </Head>
          <AmountList rows={buildRateRows(rate)} />
        </Rate>
      ))}
    </Section>
  );
}

function buildRateRows(rate: PlanRate) {
  const start = formatMonthYear({ year: rate.StartYear, month: rate.StartMonth });
  const end = formatMonthYear({ year: rate.EndYear, month: rate.EndMonth });
  const rows = [
    { key: "rate", label: t("Per Floor Rate"), amount: <Money rupees={rate.FloorRate} decimals={2} showCurrency /> },
    { key: "period", label: t("Period"), amount: <bdi dir="ltr">{`${start} – ${end}`}</bdi> },
    { key: "due", label: t("Due Day"), amount: rate.DueOnDay },
  ];
  if (!rate.IsPenaltyApply) return [...rows, { key: "penalty", label: t("Penalty"), amount: t("None") }];
  return [
    ...rows,
    { key: "grace", label: t("Grace Period Days"), amount: rate.GracePeriodDays },
    { key: "penalty", label: t("Penalty"), amount: <Money rupees={rate.PenaltyAmount} decimals={2} showCurrency /> },
  ];
}

const Rate = styled.article`
  break-inside: avoid;

  & + & {
    margin-block-start: ${({ theme }) => theme.space.l};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  margin-block-end: ${({ theme }) => theme.space.s};

  strong {
    ${typography("strong")}
    flex: 1;
  }
`;
