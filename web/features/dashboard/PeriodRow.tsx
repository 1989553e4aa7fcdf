import styled, { css } from "styled-components";
import type { PeriodItem } from "../../ui/layout/AmountList.tsx";
import { MetaText } from "../../ui/text/MetaText.ts";
import { typography } from "../../ui/theme/theme.ts";

/** A period in one line: what came of what, and the share at the end. */
export function PeriodRow({ item }: { item: PeriodItem }) {
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

const Row = styled.article`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    padding: ${theme.space.s} ${theme.size.gutter};
  `}
`;

const Title = styled.h2`
  ${typography("strong")}
`;

const Share = styled.strong`
  ${typography("sectionTitle")}
`;
