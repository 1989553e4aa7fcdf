import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { visuallyHidden } from "../../ui/theme/GlobalStyle.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** How much has happened since one scrolled down, and the way to it. */
export function NewChangesBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <NewChanges role="status">
      {count > 0 && (
        <Button variant="ghost" icon="arrow-up" onClick={onShow}>
          {count === 1 ? t("1 new change") : t("{count} new changes", { count })}
        </Button>
      )}
    </NewChanges>
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
export const AuditTable = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: max-content minmax(8em, 13em) minmax(11em, 20em) minmax(0, 1fr);
    column-gap: ${theme.space.xl};

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

export const HeaderRow = styled.div`
  ${({ theme }) => css`
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${theme.size.tableHead}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.borderStrong};
    background: ${theme.color.surface};

    ${theme.mobile} {
      ${visuallyHidden}
    }
  `}
`;

export const HeaderCell = styled.div`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
`;

export const AuditFooter = styled.footer`
  ${typography("meta")}
  ${({ theme }) => css`
    flex: none;
    align-content: center;
    min-block-size: ${theme.size.footer}px;
    padding-inline: ${theme.size.gutter};
    border-block-start: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};
  `}
`;

const NewChanges = styled.div`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    justify-items: center;

    &:not(:empty) {
      border-block: 1px solid ${theme.color.border};
      background: ${theme.color.accentSoft};
    }
  `}
`;
