import styled, { css } from "styled-components";
import type { CashBookRecord } from "../../../shared/endpoints/cash-book.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** Opening balance, what entered and left the account in the period, and closing balance. */
export function CashBookFigures({ book }: { book: CashBookRecord | undefined }) {
  const isMobile = useIsMobile();
  const figures = [
    { label: t("Opening balance"), amount: book?.opening },
    { label: t("In"), amount: book?.in },
    { label: t("Out"), amount: book?.out },
    { label: t("Closing balance"), amount: book?.closing },
  ];
  return (
    <FigureList aria-busy={book === undefined}>
      {figures.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount === undefined ? "—" : <Money rupees={amount} showCurrency={!isMobile} />}</dd>
        </div>
      ))}
    </FigureList>
  );
}

const FigureList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    grid-template-columns: repeat(4, 1fr);
    gap: ${theme.space.m};
    padding: ${theme.space.m} ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};

    dt {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    dd {
      ${typography("strong")}
    }

    ${theme.mobile} {
      grid-template-columns: repeat(2, auto);
      gap: 0 ${theme.space.m};
      padding-block: 0;

      > div {
        display: flex;
        justify-content: space-between;
        gap: ${theme.space.xs};
        white-space: nowrap;
      }

      dd {
        ${typography("meta")}
        color: ${theme.color.text};
      }
    }
  `}
`;
