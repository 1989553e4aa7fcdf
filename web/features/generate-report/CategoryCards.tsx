import styled, { css } from "styled-components";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import { AmountList, type AmountRow } from "../../ui/layout/AmountList.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";

export interface CategoryCard {
  category: string;
  title: string;
  /** "79.7%". */
  recovery: string;
  rows: readonly AmountRow[];
}

/** One ruled strip for all categories; the colour is the top edge only. */
export function CategoryCards({ label, cards }: { label: string; cards: readonly CategoryCard[] }) {
  return (
    <Strip aria-label={label}>
      {cards.map(({ category, title, recovery, rows }) => (
        <Card key={category} $category={category}>
          <Head>
            <HouseBadge house={category} category={category} />
            <Title>{title}</Title>
            <strong>{recovery}</strong>
          </Head>
          <AmountList rows={rows} />
        </Card>
      ))}
    </Strip>
  );
}

const Strip = styled.section`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, ${theme.size.searchBox}), 1fr));
    border-block-end: 1px solid ${theme.color.border};
  `}
`;

const Card = styled.article<{ $category: string }>`
  ${({ theme, $category }) => css`
    padding: ${theme.space.m} ${theme.space.l};
    border-block-start: ${theme.space.hair} solid ${categoryColor(theme, $category)};
    border-inline-end: 1px solid ${theme.color.border};

    &:first-child {
      padding-inline-start: ${theme.size.gutter};
    }

    &:last-child {
      padding-inline-end: ${theme.size.gutter};
      border-inline-end: 0;
    }

    ${theme.mobile} {
      border-inline-end: 0;
    }
  `}
`;

const Head = styled.header`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    margin-block-end: ${theme.space.s};

    strong {
      font-weight: 600;
    }
  `}
`;

const Title = styled.h3`
  ${typography("strong")}
  flex: 1;
`;
