import styled, { css } from "styled-components";
import { type } from "../theme.ts";
import type { StatItem } from "./StatStripRows.tsx";

/** A period in one line: what came of what, and the share at the end. */
export function StatLine({ item }: { item: StatItem }) {
  return (
    <Line>
      <div>
        <Title>{item.title}</Title>
        <Summary>{item.summary}</Summary>
      </div>
      <Share>{item.recovery.toFixed(2)}%</Share>
    </Line>
  );
}

const Line = styled.article`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${t.space.s};
    padding: ${t.space.s} ${t.size.gutterPhone};
  `}
`;

const Title = styled.h2`
  ${type("strong")}
`;

const Summary = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
`;

const Share = styled.strong`
  ${type("report")}
`;
