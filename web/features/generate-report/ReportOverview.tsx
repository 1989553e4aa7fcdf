import styled, { css } from "styled-components";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { subtractPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Section } from "../../ui/layout/Page.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The month in four lines. */
export function ReportOverview({ total }: { total: MonthReport["total"] }) {
  const profit = total.status === "Profit";
  const left = toRupees(subtractPaisa(toPaisa(total.received), toPaisa(total.expenses)));
  return (
    <Section aria-label={t("Total Overview")}>
      <Title>{t("Total Overview")}</Title>
      <AmountList
        rows={[
          {
            key: "received",
            label: t("Total Received"),
            tone: "accent",
            amount: <Money rupees={total.received} decimals={0} showCurrency />,
          },
          { key: "due", label: t("Total Due"), amount: <Money rupees={total.due} decimals={0} showCurrency /> },
          {
            key: "expenses",
            label: t("Total Expenses"),
            amount: <Money rupees={total.expenses} decimals={0} showCurrency />,
          },
          {
            key: "health",
            label: t("Financial Health"),
            amount: (
              <Health>
                <Badge tone={profit ? "good" : "warn"} icon={profit ? "check" : "trend-down"}>
                  {translateMessage(total.status)}
                </Badge>
                <Balance>
                  <Money rupees={left} decimals={0} showCurrency strong />
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
  ${typography("strong")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

const Health = styled.span`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    padding-block-start: ${theme.space.s};
    border-block-start: 1px solid ${theme.color.text};
  `}
`;

const Balance = styled.span`
  border-block-end: ${({ theme }) => theme.space.hair} double ${({ theme }) => theme.color.text};
`;
