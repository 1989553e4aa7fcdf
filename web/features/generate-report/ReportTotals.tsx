import { lazy, Suspense, useMemo } from "react";
import styled, { css } from "styled-components";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { formatRupees, percentOf, subtractPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Section } from "../../ui/layout/Page.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { CategoryCards } from "./CategoryCards.tsx";
import type { GeneratedReport } from "./useReport.ts";

/** One card a category: how many houses have paid the month, and how much. */
export function ReportCategories({ report }: { report: GeneratedReport }) {
  const cards = Object.entries(report.summary).map(
    ([category, { paidCount, unpaidCount, paidAmount, unpaidAmount }]) => ({
      category,
      title: t("Category {category} Summary", { category }),
      recovery: `${percentOf(paidAmount, paidAmount + unpaidAmount).toFixed(1)}%`,
      rows: [
        { key: "paid", label: t("Paid Houses"), amount: paidCount },
        { key: "unpaid", label: t("Unpaid Houses"), amount: unpaidCount },
        {
          key: "received",
          label: t("Received"),
          tone: "accent" as const,
          amount: <Money rupees={paidAmount} decimals={0} showCurrency />,
        },
        {
          key: "due",
          label: t("Due"),
          tone: "strong" as const,
          amount: <Money rupees={unpaidAmount} decimals={0} showCurrency />,
        },
      ],
    }),
  );
  return <CategoryCards label={t("Categories")} cards={cards} />;
}

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

const PieChart = lazy(async () => ({ default: (await import("../../ui/chart/PieChart.tsx")).PieChart }));

/** Received, due and expenses as parts of one whole. */
export function ReportBreakdown({ total: { received, due, expenses } }: { total: MonthReport["total"] }) {
  const slices = useMemo(
    () => [
      { fill: "received" as const, label: t("Received"), value: received },
      { fill: "due" as const, label: t("Due"), value: due },
      { fill: "expenses" as const, label: t("Expenses"), value: expenses },
    ],
    [received, due, expenses],
  );
  return (
    <Section>
      <Suspense fallback={<Skeleton rows={5} />}>
        <PieChart title={t("Financial Breakdown (Pie Chart)")} slices={slices} format={formatWholeRupees} />
      </Suspense>
    </Section>
  );
}

function formatWholeRupees(value: number): string {
  return formatRupees(value, 0);
}
