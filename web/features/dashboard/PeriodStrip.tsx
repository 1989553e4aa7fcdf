import type { ReactNode } from "react";
import styled, { css, useTheme } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { AmountList, type AmountRow } from "../../ui/layout/AmountList.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";

export interface PeriodItem {
  key: string;
  title: string;
  period: string;
  /** Percent, shown with two decimals. */
  recovery: number;
  trend?: { direction: "up" | "down"; difference: string; versus: string };
  rows: readonly AmountRow[];
  /** Short form for phones: "Rs 7,336,100 of Rs 8,661,600". */
  summary: ReactNode;
}

interface PeriodStripProps {
  label: string;
  /** Caption of each percentage. */
  recoveryLabel: string;
  items: readonly PeriodItem[];
  /** Key of the item that phones show as a card; the others become rows. */
  featuredKey: string;
}

/** The recovery of several periods side by side. */
export function PeriodStrip({ label, recoveryLabel, items, featuredKey }: PeriodStripProps) {
  const isMobile = useIsMobile();
  const featured = items.filter((item) => item.key === featuredKey);
  const others = items.filter((item) => item.key !== featuredKey);
  return (
    <Strip aria-label={label}>
      {(isMobile ? featured : items).map((item) => (
        <PeriodCard key={item.key} item={item} recoveryLabel={recoveryLabel} />
      ))}
      {isMobile && others.map((item) => <PeriodRow key={item.key} item={item} />)}
    </Strip>
  );
}

function PeriodCard({ item, recoveryLabel }: { item: PeriodItem; recoveryLabel: string }) {
  const { trend, recovery } = item;
  return (
    <Card>
      <SpreadRow>
        <Title>{item.title}</Title>
        <SubtleText>{item.period}</SubtleText>
      </SpreadRow>
      <Label>{recoveryLabel}</Label>
      <SpreadRow>
        <Figure>
          {recovery.toFixed(2)}
          <small>%</small>
        </Figure>
        {trend && <Trend {...trend} />}
      </SpreadRow>
      <Bar>
        <ProgressBar share={recovery / 100} label={recoveryLabel} />
      </Bar>
      <AmountList rows={item.rows} />
    </Card>
  );
}

function Trend({ direction, difference, versus }: NonNullable<PeriodItem["trend"]>) {
  const { accent, amber } = useTheme().color;
  const up = direction === "up";
  return (
    <Comparison>
      <Change style={{ color: up ? accent : amber }}>
        <Icon name={up ? "trend-up" : "trend-down"} />
        {difference}
      </Change>
      {versus}
    </Comparison>
  );
}

/** A period as one line, for phones. */
function PeriodRow({ item }: { item: PeriodItem }) {
  return (
    <Row>
      <div>
        <Title>{item.title}</Title>
        <MetaText as="p">{item.summary}</MetaText>
      </div>
      <Share>{item.recovery.toFixed(2)}%</Share>
    </Row>
  );
}

const Strip = styled.section`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    border-block: 1px solid ${theme.color.border};

    > * + * {
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.narrow} {
      grid-auto-flow: row;
      grid-template-columns: repeat(2, minmax(0, 1fr));

      > :nth-child(odd) {
        padding-inline-start: ${theme.size.gutter};
        border-inline-start: 0;
      }

      > :nth-child(n + 3) {
        border-block-start: 1px solid ${theme.color.border};
      }
    }

    ${theme.mobile} {
      display: block;

      > * + * {
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }
  `}
`;

const Card = styled.article`
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.space.l} ${theme.space.l};

    &:first-child {
      padding-inline-start: ${theme.size.gutter};
    }

    &:last-child {
      padding-inline-end: ${theme.size.gutter};
    }
  `}
`;

const SpreadRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${({ theme }) => theme.space.s};
`;

const Title = styled.h2`
  ${typography("strong")}
`;

const SubtleText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

const Label = styled.p`
  ${typography("meta")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.textMuted};

  ${({ theme }) => theme.mobile} {
    display: none;
  }
`;

const Figure = styled.span`
  ${typography("figure")}

  small {
    font-size: 0.6em;
  }
`;

const Bar = styled.div`
  display: flex;
  margin-block: ${({ theme }) => theme.space.m} ${({ theme }) => theme.space.s};
`;

const Comparison = styled(SubtleText)`
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

const Row = styled.article`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    padding: ${theme.space.s} ${theme.size.gutter};
  `}
`;

const Share = styled.strong`
  ${typography("sectionTitle")}
`;
