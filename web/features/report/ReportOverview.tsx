import styled, { css } from "styled-components";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Money } from "../../ui/Money.tsx";
import { Section } from "../../ui/Page.tsx";
import { StatRows } from "../../ui/StatStripRows.tsx";

/** The month in four lines. */
export function ReportOverview({ total }: { total: MonthReport["total"] }) {
  const profit = total.status === "Profit";
  return (
    <Section aria-label="Total Overview">
      <Title>Total Overview</Title>
      <StatRows
        rows={[
          {
            key: "received",
            label: "Total Received",
            tone: "accent",
            amount: <Money rupees={total.received} decimals={0} prefix />,
          },
          { key: "due", label: "Total Due", amount: <Money rupees={total.due} decimals={0} prefix /> },
          {
            key: "expenses",
            label: "Total Expenses",
            closes: true,
            amount: <Money rupees={total.expenses} decimals={0} prefix />,
          },
          {
            key: "health",
            label: "Financial Health",
            amount: (
              <Badge tone={profit ? "good" : "bad"} icon={profit ? "check" : "circle-alert"}>
                {total.status}
              </Badge>
            ),
          },
        ]}
      />
    </Section>
  );
}

const Title = styled.h3`
  ${({ theme: t }) => css`
    margin: 0 0 ${t.space.s};
    font: inherit;
    font-weight: 600;
  `}
`;
