import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { SkeletonBar } from "../../ui/feedback/Skeleton.tsx";

/** Bars where the cards will stand. */
export function ServiceRateSkeleton() {
  return (
    <Cards role="status" aria-label={t("Loading...")}>
      {placeholders.map((number) => (
        <Card key={number}>
          <SkeletonBar $width="55%" />
          <SkeletonBar $width="40%" />
          <SkeletonBar $width="90%" />
          <SkeletonBar $width="75%" />
        </Card>
      ))}
    </Cards>
  );
}

const placeholders = Array.from({ length: 6 }, (_, index) => index);

const Cards = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, ${theme.size.card}px), 1fr));
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

const Card = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    justify-content: space-evenly;
    block-size: ${theme.size.cardHeight}px;
    padding: ${theme.space.m} ${theme.space.l};
    border-inline-end: 1px solid ${theme.color.border};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;
