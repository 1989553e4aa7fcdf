import styled, { css } from "styled-components";
import { SkeletonBar } from "../../ui/feedback/Skeleton.tsx";

/** Bars where the entries will stand. */
export function AuditSkeleton() {
  return rowIndexes.map((number) => (
    <SkeletonRow key={number} aria-hidden="true">
      <SkeletonBar $width="80%" />
      <SkeletonBar $width={number % 2 ? "70%" : "55%"} />
      <SkeletonBar $width="60%" />
      <SkeletonBar $width={number % 3 ? "45%" : "70%"} />
    </SkeletonRow>
  ));
}

const rowIndexes = Array.from({ length: 10 }, (_, index) => index);

const SkeletonRow = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${theme.size.toolbar}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  `}
`;
