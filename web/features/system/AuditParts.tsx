import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { visuallyHidden } from "../../ui/GlobalStyle.tsx";

/** How much has happened since one scrolled down, and the way to it. */
export function AuditNews({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <News role="status">
      {count > 0 && (
        <Button variant="ghost" icon="arrow-up" onClick={onShow}>
          {count === 1 ? say("1 new change") : say("{count} new changes", { count })}
        </Button>
      )}
    </News>
  );
}

export const Scroller = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  overflow-anchor: auto;
  outline: none;

  &:focus-visible {
    box-shadow: inset 0 0 0 ${({ theme }) => theme.size.ring} ${({ theme }) => theme.color.accent};
  }
`;

/** Head and entries on one grid; cards on the phone. */
export const Books = styled.div`
  ${type("text")}
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: max-content minmax(8em, 13em) minmax(11em, 20em) minmax(0, 1fr);
    column-gap: ${t.space.xl};

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

export const ColumnHeads = styled.div`
  ${({ theme: t }) => css`
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${t.size.tableHead}px;
    padding-inline: ${t.size.gutter};
    border-block-end: 1px solid ${t.color.line2};
    background: ${t.color.surface};

    ${t.phone} {
      ${visuallyHidden}
    }
  `}
`;

export const Column = styled.div`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
`;

export const BooksFooter = styled.footer`
  ${type("meta")}
  ${({ theme: t }) => css`
    flex: none;
    align-content: center;
    min-block-size: ${t.size.footer}px;
    padding-inline: ${t.size.gutter};
    border-block-start: 1px solid ${t.color.line};
    color: ${t.color.ink2};
  `}
`;

const News = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    flex: none;
    justify-items: center;

    &:not(:empty) {
      border-block: 1px solid ${t.color.line};
      background: ${t.color.accentSoft};
    }
  `}
`;
