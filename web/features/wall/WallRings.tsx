import styled, { css, useTheme } from "styled-components";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { categoryColor, type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";

/** Of a drawing as wide as the ring is round. */
const ring = { radius: 14, all: 2 * Math.PI * 14 };

/** What each category has paid of the month, as rings. */
export function WallRings({ title, categories }: { title: string; categories: DashboardBoard["categories"] }) {
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
                strokeDasharray={`${(Math.min(recovery, 100) / 100) * ring.all} ${ring.all}`}
                transform="rotate(-90 18 18)"
              />
              <text x="18" y="18">
                {CategoryName.slice(0, 3)}
              </text>
            </Ring>
            <div>
              <Share aria-label={say("{category} recovered", { category: CategoryName })}>
                {Math.floor(recovery)}%
              </Share>
              <Left>
                <Said text="{amount} due" with={{ amount: <Money rupees={due} decimals={0} /> }} />
              </Left>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

const Title = styled.h2`
  ${type("strong")}
`;

const List = styled.ul`
  ${({ theme: t }) => css`
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: ${t.space.s};
    padding-block: ${t.space.xs};

    li {
      display: flex;
      align-items: center;
      gap: ${t.space.s};
      min-inline-size: 0;
    }
  `}
`;

const Ring = styled.svg`
  ${({ theme: t }) => css`
    flex: none;
    inline-size: ${t.size.tabBar}px;
    block-size: ${t.size.tabBar}px;

    circle {
      fill: none;
      stroke-width: 4;
    }

    circle:first-child {
      stroke: ${t.color.line};
    }

    text {
      fill: ${t.color.ink};
      font-size: 10px;
      font-weight: 600;
      text-anchor: middle;
      dominant-baseline: central;
    }
  `}
`;

const Share = styled.p`
  ${type("page")}
`;

const Left = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
  white-space: nowrap;
`;
