import styled, { css } from "styled-components";
import { SkeletonBar } from "../../ui/Skeleton.tsx";

/** Bars where the entries will stand. */
export function AuditSkeleton() {
  return numbers.map((number) => (
    <Line key={number} aria-hidden="true">
      <SkeletonBar $width="80%" />
      <SkeletonBar $width={number % 2 ? "70%" : "55%"} />
      <SkeletonBar $width="60%" />
      <SkeletonBar $width={number % 3 ? "45%" : "70%"} />
    </Line>
  ));
}

const numbers = Array.from({ length: 10 }, (_, index) => index);

const Line = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${t.size.toolBar}px;
    padding-inline: ${t.size.gutter};
    border-block-end: 1px solid ${t.color.line};

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  `}
`;
