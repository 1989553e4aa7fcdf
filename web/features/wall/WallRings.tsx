import styled, { css, useTheme } from "styled-components";
import type { DashboardData } from "../../../shared/wire.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";

/** Of a drawing as wide as the ring is round. */
const ring = { radius: 14, circumference: 2 * Math.PI * 14 };

/** What each category has paid of the month, as rings. */
export function WallRings({ title, categories }: { title: string; categories: DashboardData["categories"] }) {
  const theme = useTheme();
  return (
    <section aria-label={title}>
      <Title>{title}</Title>
      <List>
        {categories.map(({ CategoryID, CategoryName, due, recovery }) => (
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
                {CategoryName.slice(0, 3)}
              </text>
            </Ring>
            <div>
              <Share aria-label={t("{category} recovered", { category: CategoryName })}>{Math.floor(recovery)}%</Share>
              <DueAmount>
                <Trans text="{amount} due" with={{ amount: <Money rupees={due} decimals={0} /> }} />
              </DueAmount>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

const Title = styled.h2`
  ${typography("strong")}
`;

const List = styled.ul`
  ${({ theme }) => css`
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: ${theme.space.s};
    padding-block: ${theme.space.xs};

    li {
      display: flex;
      align-items: center;
      gap: ${theme.space.s};
      min-inline-size: 0;
    }
  `}
`;

const Ring = styled.svg`
  ${({ theme }) => css`
    flex: none;
    inline-size: ${theme.size.tabBar}px;
    block-size: ${theme.size.tabBar}px;

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

const Share = styled.p`
  ${typography("pageTitle")}
`;

const DueAmount = styled.p`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
  white-space: nowrap;
`;
