import styled, { css, useTheme } from "styled-components";
import type { DashboardData } from "../../../shared/wire.ts";
import { formatPeriod } from "../../domain/periods.ts";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";

/** The four periods side by side: how much of the charges has been received. */
export function PeriodFigures({ dashboard }: { dashboard: DashboardData }) {
  return (
    <PeriodGrid>
      {dashboard.data.map((row) => (
        <Period key={row.period}>
          <PeriodHeader>
            <h2>{t(row.period)}</h2>
            <span>{formatPeriod(row.period, dashboard.today)}</span>
          </PeriodHeader>
          <RecoveryFigure>{row.recovery_percentage.toFixed(2)}%</RecoveryFigure>
          <Bar>
            <ProgressBar share={row.recovery_percentage / 100} label={t("Recovery Percentage")} />
          </Bar>
          <dl>
            <Amount label={t("Billed")} rupees={row.total_amount} />
            <Amount label={t("Received")} rupees={row.amount_received} tone="accent" />
            <Amount label={t("Outstanding")} rupees={row.amount_due} />
            <Amount label={t("Expenses")} rupees={row.total_expense} tone="muted" />
          </dl>
        </Period>
      ))}
    </PeriodGrid>
  );
}

interface AmountProps {
  label: string;
  rupees: number;
  tone?: "accent" | "muted";
}

function Amount({ label, rupees, tone }: AmountProps) {
  return (
    <AmountRow $tone={tone}>
      <dt>{label}</dt>
      <dd>
        <Money rupees={rupees} decimals={0} strong={tone === "accent"} />
      </dd>
    </AmountRow>
  );
}

const PeriodGrid = styled.section`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    border-block: 1px solid ${theme.color.borderStrong};
  `}
`;

const Period = styled.article`
  ${({ theme }) => css`
    padding: ${theme.space.s} ${theme.space.l};

    &:first-child {
      padding-inline-start: 0;
    }

    &:last-child {
      padding-inline-end: 0;
    }

    & + & {
      border-inline-start: 1px solid ${theme.color.border};
    }
  `}
`;

const PeriodHeader = styled.header`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${theme.space.s};
    white-space: nowrap;

    h2 {
      ${typography("strong")}
    }

    span {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }
  `}
`;

const RecoveryFigure = styled.p`
  ${typography("display")}
`;

const Bar = styled.div`
  display: flex;
  padding-block: ${({ theme }) => theme.space.xs};
`;

const AmountRow = styled.div<{ $tone?: "accent" | "muted" }>`
  ${({ theme, $tone }) => css`
    display: flex;
    justify-content: space-between;
    color: ${$tone === "muted" ? theme.color.textMuted : theme.color.text};

    dt {
      color: ${theme.color.textMuted};
    }

    dd {
      color: ${$tone === "accent" ? theme.color.accent : "inherit"};
    }
  `}
`;

/** Two rows fit, and thus eight categories. */
export const maxRingsPerRow = 4;

/** In units of the 36 by 36 view box. */
const ring = { radius: 14, circumference: 2 * Math.PI * 14 };

/** The longest name that fits the inside of a ring. */
const maxLettersInRing = 3;

/**
 * The share of the month's charges that each category has paid, as rings. Short names are in the rings; longer ones are
 * beside them, and the shares inside.
 */
export function CategoryRings({ title, categories }: { title: string; categories: DashboardData["categories"] }) {
  const theme = useTheme();
  const hasShortNames = categories.every(({ CategoryName }) => CategoryName.length <= maxLettersInRing);
  const rings = categories.map((category) => ({ ...category, share: formatShare(category.recovery) }));
  return (
    <section aria-label={title}>
      <Title>
        {title} <Unit>{t("Outstanding, Rs")}</Unit>
      </Title>
      <List
        $columns={Math.min(categories.length, maxRingsPerRow)}
        $isLarge={hasShortNames && categories.length <= maxRingsPerRow}
      >
        {rings.map(({ CategoryID, CategoryName, due, recovery, share }) => (
          <li key={CategoryID}>
            <Ring viewBox="0 0 36 36" aria-hidden="true">
              <circle cx="18" cy="18" r={ring.radius} />
              <circle
                cx="18"
                cy="18"
                r={ring.radius}
                stroke={categoryColor(theme, CategoryName)}
                strokeDasharray={`${(Math.min(recovery, 100) / 100) * ring.circumference} ${ring.circumference}`}
                transform="rotate(-90 18 18)"
              />
              <text x="18" y="18">
                {hasShortNames ? CategoryName : share}
              </text>
            </Ring>
            <div>
              {hasShortNames ? (
                <Share>
                  <VisuallyHidden as="span">{t("{category} recovered", { category: CategoryName })}</VisuallyHidden>{" "}
                  {share}
                </Share>
              ) : (
                <Name>
                  <bdi>{CategoryName}</bdi> <VisuallyHidden as="span">{share}</VisuallyHidden>
                </Name>
              )}
              <DueAmount>
                <Money rupees={due} decimals={0} />
              </DueAmount>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

/** `recovery` (0 to 100) as a rounded percentage; 100% only when nothing is outstanding. */
function formatShare(recovery: number): string {
  return `${recovery < 100 ? Math.min(Math.round(recovery), 99) : 100}%`;
}

const Title = styled.h2`
  ${typography("strong")}
`;

const Unit = styled.span`
  ${typography("text")}
  color: ${({ theme }) => theme.color.textMuted};
`;

/** A single row of rings uses the height of two. */
const List = styled.ul<{ $columns: number; $isLarge: boolean }>`
  ${({ theme, $columns, $isLarge }) => css`
    --ring-size: ${theme.size.tabBar * ($isLarge ? 1.6 : 1)}px;
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));
    gap: ${theme.space.xs} ${theme.space.s};
    padding-block: ${theme.space.xs};

    li {
      display: flex;
      align-items: center;
      gap: ${theme.space.s};
      min-inline-size: 0;
      position: relative;
    }
  `}
`;

const Ring = styled.svg`
  ${({ theme }) => css`
    flex: none;
    inline-size: var(--ring-size);
    block-size: var(--ring-size);

    circle {
      fill: none;
      stroke-width: 4;
    }

    circle:first-child {
      stroke: ${theme.color.border};
    }

    text {
      fill: ${theme.color.text};
      font-size: 10px;
      font-weight: 600;
      text-anchor: middle;
      dominant-baseline: central;
    }
  `}
`;

const Name = styled.p`
  ${typography("metaStrong")}
  display: -webkit-box;
  overflow: hidden;
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Share = styled.p`
  ${typography("pageTitle")}
`;

const DueAmount = styled.p`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
  white-space: nowrap;
`;
