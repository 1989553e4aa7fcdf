import styled, { css } from "styled-components";
import { SkeletonBar } from "../feedback/Skeleton.tsx";
import { Cell, RowBox } from "./tableStyles.ts";
import type { Column } from "./tableTypes.ts";

/** Bars where the rows will stand: in the table's own columns, or as cards. */
export function TableSkeleton<Row>({ columns, isMobile }: { columns: readonly Column<Row>[]; isMobile: boolean }) {
  if (isMobile) {
    return numbers.map((number) => (
      <SkeletonCard key={number} aria-hidden="true">
        <SkeletonBar $width={widths[number % widths.length] ?? "70%"} />
        <SkeletonBar $width="30%" />
      </SkeletonCard>
    ));
  }
  return numbers.map((number) => (
    <RowBox key={number} aria-hidden="true">
      {columns.map((column, at) => (
        <Cell key={column.key} $align={column.align}>
          <SkeletonBar $width={widths[(number + at) % widths.length] ?? "70%"} />
        </Cell>
      ))}
    </RowBox>
  ));
}

const numbers = Array.from({ length: 12 }, (_, index) => index);
const widths = ["70%", "55%", "80%", "45%"];

const SkeletonCard = styled.div`
  ${({ theme }) => css`
    display: grid;
    align-content: center;
    gap: ${theme.space.m};
    block-size: ${theme.size.mobileRow}px;
    padding-inline: ${theme.space.l};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;
