import styled from "styled-components";
import { formatMonthYear } from "../../../shared/dates.ts";
import { say } from "../../lib/language.ts";
import type { PlanRate } from "../../planFull.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { StatRows } from "../../ui/StatStripRows.tsx";
import { Status } from "../../ui/Status.tsx";
import { Part } from "./PlanPart.ts";

/** The service rates that the plan was made from. */
export function PlanRates({ rates }: { rates: readonly PlanRate[] }) {
  return (
    <Part aria-labelledby="plan-rates">
      <h2 id="plan-rates">{say("Service rates")}</h2>
      {rates.map((rate) => (
        <Rate key={rate.RateID}>
          <Head>
            <Plate house={rate.CategoryName} category={rate.CategoryName} />
            <strong>{say("{type}, {floor}", { type: rate.TypeName, floor: rate.Floor })}</strong>
            <Status value={rate.IsActive ? "Active" : "In-Active"} />
          </Head>
          <StatRows rows={rowsOf(rate)} />
        </Rate>
      ))}
    </Part>
  );
}

function rowsOf(rate: PlanRate) {
  const start = formatMonthYear({ year: rate.StartYear, month: rate.StartMonth });
  const end = formatMonthYear({ year: rate.EndYear, month: rate.EndMonth });
  const rows = [
    { key: "rate", label: say("Per Floor Rate"), amount: <Money rupees={rate.FloorRate} decimals={2} prefix /> },
    { key: "period", label: say("Period"), amount: <bdi dir="ltr">{`${start} – ${end}`}</bdi> },
    { key: "due", label: say("Due Day"), amount: rate.DueOnDay },
  ];
  if (!rate.IsPenaltyApply) return [...rows, { key: "penalty", label: say("Penalty"), amount: say("None") }];
  return [
    ...rows,
    { key: "grace", label: say("Grace Period Days"), amount: rate.GracePeriodDays },
    { key: "penalty", label: say("Penalty"), amount: <Money rupees={rate.PenaltyAmount} decimals={2} prefix /> },
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
    ${type("strong")}
    flex: 1;
  }
`;
