import styled, { css } from "styled-components";
import { type } from "../theme.ts";
import { Quiet } from "./Quiet.ts";
import type { StatItem } from "./StatStripRows.tsx";

/** A period in one line: what came of what, and the share at the end. */
export function StatLine({ item }: { item: StatItem }) {
  return (
    <Line>
      <div>
        <Title>{item.title}</Title>
        <Quiet as="p">{item.summary}</Quiet>
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
    padding: ${t.space.s} ${t.size.gutter};
  `}
`;

const Title = styled.h2`
  ${type("strong")}
`;

const Share = styled.strong`
  ${type("report")}
`;
