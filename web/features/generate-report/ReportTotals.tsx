import { Suspense, useMemo } from "react";
import styled, { css } from "styled-components";
import {
  financialHealthText,
  recoveryPercent,
  reportSurplus,
  sumCategories,
} from "../../../shared/documents/month-report.ts";
import { formatRupees } from "../../../shared/money.ts";
import { expensesUrl, FigureLink, receivablesUrl, useOpenFigure } from "../../domain/figureLinks.tsx";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { lazyPart } from "../../hooks/lazyPart.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t, translateDocumentText } from "../../i18n/t.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Section } from "../../ui/layout/Page.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";
import type { GeneratedReport } from "./useReport.ts";

/** A card for each category: paid and unpaid houses and amounts of the month. */
export function ReportCategories({ report }: { report: GeneratedReport }) {
  return (
    <Strip aria-label={t("Categories")}>
      {Object.entries(report.summary).map(([category, summary]) => (
        <Card key={category} $category={category}>
          <CardHeader>
            <FigureLink to={allDuesUrl(report, category)}>
              <CategoryBadge category={category} />
            </FigureLink>
            <CardTitle>{t("Category {category} Summary", { category })}</CardTitle>
            <strong>{recoveryPercent(summary).toFixed(1)}%</strong>
          </CardHeader>
          <AmountList
            rows={[
              { key: "paid", label: t("Paid Houses"), amount: summary.paidCount },
              {
                key: "unpaid",
                label: t("Unpaid Houses"),
                amount: <FigureLink to={openDuesUrl(report, category)}>{summary.unpaidCount}</FigureLink>,
              },
              {
                key: "received",
                label: t("Received"),
                tone: "accent",
                amount: renderLink(allDuesUrl(report, category), summary.paidAmount),
              },
              {
                key: "due",
                label: t("Due"),
                tone: "strong",
                amount: renderLink(openDuesUrl(report, category), summary.unpaidAmount),
              },
            ]}
          />
        </Card>
      ))}
    </Strip>
  );
}

/** The month's totals, recovery, and profit or loss; "due" is what is still unpaid, as in the API. */
export function ReportOverview({ report }: { report: GeneratedReport }) {
  const { total } = report;
  const isProfit = total.status === "Profit";
  const { paidCount, unpaidCount, ...amounts } = sumCategories(report);
  return (
    <Section aria-label={t("Total Overview")}>
      <Title>{t("Total Overview")}</Title>
      <AmountList
        rows={[
          { key: "paid", label: t("Paid Houses"), amount: paidCount },
          {
            key: "unpaid",
            label: t("Unpaid Houses"),
            amount: <FigureLink to={openDuesUrl(report)}>{unpaidCount}</FigureLink>,
          },
          {
            key: "received",
            label: t("Total Received"),
            tone: "accent",
            amount: renderLink(allDuesUrl(report), total.received),
          },
          { key: "due", label: t("Total Due"), amount: renderLink(openDuesUrl(report), total.due) },
          { key: "recovery", label: t("Recovery"), amount: `${recoveryPercent(amounts).toFixed(1)}%` },
          { key: "expenses", label: t("Total Expenses"), amount: renderLink(expensesUrl(report), total.expenses) },
          {
            key: "health",
            label: t("Financial Health"),
            amount: (
              <FinancialHealth>
                <Badge tone={isProfit ? "good" : "warn"} icon={isProfit ? "check" : "trend-down"}>
                  {financialHealthText(total, translateDocumentText)}
                </Badge>
                <BottomLine>
                  <Money rupees={reportSurplus(total)} decimals={0} showCurrency strong />
                </BottomLine>
              </FinancialHealth>
            ),
          },
        ]}
      />
    </Section>
  );
}

function renderLink(to: string, amount: number) {
  return (
    <FigureLink to={to}>
      <Money rupees={amount} decimals={0} showCurrency />
    </FigureLink>
  );
}

/** The list of all amounts due in the month of the report. */
function allDuesUrl({ month, year }: GeneratedReport, category?: string): string {
  return receivablesUrl({ month, year, category });
}

/** The list of the amounts due in the month that are not fully paid. */
function openDuesUrl({ month, year }: GeneratedReport, category?: string): string {
  return receivablesUrl({ month, year, category, isOutstanding: true });
}

const Title = styled.h3`
  ${typography("strong")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

const FinancialHealth = styled.span`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    padding-block-start: ${theme.space.s};
    border-block-start: 1px solid ${theme.color.text};
  `}
`;

const BottomLine = styled.span`
  border-block-end: ${({ theme }) => theme.size.thickBorder} double ${({ theme }) => theme.color.text};
`;

const PieChart = lazyPart(async () => (await import("../../ui/chart/PieChart.tsx")).PieChart);

/** Received, due and expenses as a pie chart. */
export function ReportBreakdown({ report }: { report: GeneratedReport }) {
  const { received, due, expenses } = report.total;
  const openFigure = useOpenFigure();
  const links = [allDuesUrl(report), openDuesUrl(report), expensesUrl(report)];
  const handleSelect = useEvent((index: number) => openFigure(links[index] ?? ""));
  const slices = useMemo(
    () => [
      { fill: "accent" as const, label: t("Received"), value: received },
      { fill: "amberHatch" as const, label: t("Due"), value: due },
      { fill: "grey" as const, label: t("Expenses"), value: expenses },
    ],
    [received, due, expenses],
  );
  return (
    <Section>
      <Suspense fallback={<Skeleton rowCount={5} />}>
        <PieChart
          title={t("Financial Breakdown (Pie Chart)")}
          slices={slices}
          format={formatWholeRupees}
          renderValue={(index, text) => <FigureLink to={links[index] ?? ""}>{text}</FigureLink>}
          onSelect={handleSelect}
        />
      </Suspense>
    </Section>
  );
}

function formatWholeRupees(value: number): string {
  return formatRupees(value, 0);
}

const Strip = styled.section`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, ${theme.size.searchBox}), 1fr));
    border-block-end: 1px solid ${theme.color.border};

    ${theme.narrow} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const Card = styled.article<{ $category: string }>`
  ${({ theme, $category }) => css`
    padding: ${theme.space.m} ${theme.space.l};
    border-block-start: ${theme.size.thickBorder} solid ${categoryColor(theme, $category)};
    border-inline-end: 1px solid ${theme.color.border};

    &:first-child {
      padding-inline-start: ${theme.size.gutter};
    }

    &:last-child {
      padding-inline-end: ${theme.size.gutter};
      border-inline-end: 0;
    }

    /* Two columns. */
    ${theme.narrow} {
      &:nth-child(odd) {
        padding-inline-start: ${theme.size.gutter};
      }

      &:nth-child(even) {
        padding-inline-end: ${theme.size.gutter};
        border-inline-end: 0;
      }
    }

    ${theme.mobile} {
      border-inline-end: 0;
    }
  `}
`;

const CardHeader = styled.header`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    margin-block-end: ${theme.space.s};

    strong {
      font-weight: 600;
    }
  `}
`;

const CardTitle = styled.h3`
  ${typography("strong")}
  flex: 1;
`;
