import styled, { css, useTheme } from "styled-components";
import { type } from "../theme.ts";
import { Icon } from "./Icon.tsx";
import { ShareBar } from "./ProgressBar.tsx";
import { StatLine } from "./StatStripLine.tsx";
import { type StatItem, StatRows } from "./StatStripRows.tsx";
import { usePhone } from "./usePhone.ts";

interface StatStripProps {
  label: string;
  /** Over each percentage. */
  recoveryLabel: string;
  items: readonly StatItem[];
  /** Key of the item that the phone shows in full. */
  lead: string;
}

/** Periods side by side in one ruled strip, their rows aligned across. */
export function StatStrip({ label, recoveryLabel, items, lead }: StatStripProps) {
  const phone = usePhone();
  const first = items.filter((item) => item.key === lead);
  const others = items.filter((item) => item.key !== lead);
  return (
    <Strip aria-label={label}>
      {(phone ? first : items).map((item) => (
        <StatCard key={item.key} item={item} recoveryLabel={recoveryLabel} />
      ))}
      {phone && others.map((item) => <StatLine key={item.key} item={item} />)}
    </Strip>
  );
}

function StatCard({ item, recoveryLabel }: { item: StatItem; recoveryLabel: string }) {
  const { trend, recovery } = item;
  return (
    <Card>
      <Between>
        <Title>{item.title}</Title>
        <Quiet>{item.period}</Quiet>
      </Between>
      <Label>{recoveryLabel}</Label>
      <Between>
        <Figure>
          {recovery.toFixed(2)}
          <small>%</small>
        </Figure>
        {trend && <Trend {...trend} />}
      </Between>
      <Bar>
        <ShareBar share={recovery / 100} label={recoveryLabel} />
      </Bar>
      <StatRows rows={item.rows} />
    </Card>
  );
}

function Trend({ direction, difference, versus }: NonNullable<StatItem["trend"]>) {
  const { accent, amber } = useTheme().color;
  const up = direction === "up";
  return (
    <Compared>
      <Change style={{ color: up ? accent : amber }}>
        <Icon name={up ? "trend-up" : "trend-down"} />
        {difference}
      </Change>
      {versus}
    </Compared>
  );
}

const Strip = styled.section`
  ${({ theme: t }) => css`
    display: grid;
    flex: none;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    border-block: 1px solid ${t.color.line};

    > * + * {
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.narrow} {
      grid-auto-flow: row;
      grid-template-columns: repeat(2, minmax(0, 1fr));

      > :nth-child(odd) {
        padding-inline-start: ${t.size.gutter};
        border-inline-start: 0;
      }

      > :nth-child(n + 3) {
        border-block-start: 1px solid ${t.color.line};
      }
    }

    ${t.phone} {
      display: block;

      > * + * {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }
  `}
`;

const Card = styled.article`
  ${({ theme: t }) => css`
    padding: ${t.space.m} ${t.space.l} ${t.space.l};

    &:first-child {
      padding-inline-start: ${t.size.gutter};
    }

    &:last-child {
      padding-inline-end: ${t.size.gutter};
    }
  `}
`;

const Between = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${({ theme }) => theme.space.s};
`;

const Title = styled.h2`
  ${type("strong")}
`;

const Quiet = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink3};
`;

const Label = styled.p`
  ${type("meta")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.ink2};

  ${({ theme }) => theme.phone} {
    display: none;
  }
`;

const Figure = styled.span`
  ${type("figure")}

  small {
    font-size: 0.6em;
  }
`;

const Bar = styled.div`
  display: flex;
  margin-block: ${({ theme }) => theme.space.m} ${({ theme }) => theme.space.s};
`;

const Compared = styled(Quiet)`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  white-space: nowrap;
`;

const Change = styled.strong`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  font-weight: 600;
`;
