import styled, { css } from "styled-components";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { subtract, toPaisa, toRupees } from "../../../shared/money.ts";
import { say, sayMessage } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Money } from "../../ui/Money.tsx";
import { Section } from "../../ui/Page.tsx";
import { StatRows } from "../../ui/StatStripRows.tsx";

/** The month in four lines. */
export function ReportOverview({ total }: { total: MonthReport["total"] }) {
  const profit = total.status === "Profit";
  const left = toRupees(subtract(toPaisa(total.received), toPaisa(total.expenses)));
  return (
    <Section aria-label={say("Total Overview")}>
      <Title>{say("Total Overview")}</Title>
      <StatRows
        rows={[
          {
            key: "received",
            label: say("Total Received"),
            tone: "accent",
            amount: <Money rupees={total.received} decimals={0} prefix />,
          },
          { key: "due", label: say("Total Due"), amount: <Money rupees={total.due} decimals={0} prefix /> },
          {
            key: "expenses",
            label: say("Total Expenses"),
            amount: <Money rupees={total.expenses} decimals={0} prefix />,
          },
          {
            key: "health",
            label: say("Financial Health"),
            amount: (
              <Health>
                <Badge tone={profit ? "good" : "warn"} icon={profit ? "check" : "trend-down"}>
                  {sayMessage(total.status)}
                </Badge>
                <Balance>
                  <Money rupees={left} decimals={0} prefix strong />
                </Balance>
              </Health>
            ),
          },
        ]}
      />
    </Section>
  );
}

const Title = styled.h3`
  ${type("strong")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

const Health = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    padding-block-start: ${t.space.s};
    border-block-start: 1px solid ${t.color.ink};
  `}
`;

const Balance = styled.span`
  border-block-end: ${({ theme }) => theme.space.hair} double ${({ theme }) => theme.color.ink};
`;
