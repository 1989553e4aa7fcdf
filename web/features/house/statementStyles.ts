import styled, { css } from "styled-components";
import { typography } from "../../ui/theme/theme.ts";

/** The table in the height that is left; as long as its entries on the phone and on paper. */
export const Scroller = styled.div`
  ${({ theme }) => css`
    flex: 0 1 auto;
    min-block-size: 0;
    overflow: auto;

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }

    ${theme.mobile} {
      overflow: visible;
    }

    @media print {
      overflow: visible;
    }
  `}
`;

/** Whose paper it is and of which days; the house stands above it. */
export const PrintHeader = styled.header`
  display: none;

  @media print {
    display: flex;
    justify-content: space-between;
    padding: ${({ theme }) => theme.space.m} ${({ theme }) => theme.size.gutter};
  }
`;

export const MutedText = styled.bdi`
  color: ${({ theme }) => theme.color.textMuted};
`;

export const Ledger = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: separate;
    border-spacing: 0;

    thead th {
      ${typography("meta")}
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      block-size: ${theme.size.tableHead}px;
      background: ${theme.color.surface};
      color: ${theme.color.textMuted};
      border-block-end: 1px solid ${theme.color.borderStrong};
    }

    th,
    td {
      padding: 0 ${theme.size.cellPadding};
      text-align: end;
      white-space: nowrap;
    }

    th:first-child,
    td:first-child {
      padding-inline-start: ${theme.size.gutter};
      text-align: start;
    }

    th:last-child,
    td:last-child {
      padding-inline-end: ${theme.size.gutter};
    }

    tbody td {
      block-size: ${theme.size.row}px;
      border-block-end: 1px solid ${theme.color.border};
    }

    tbody td:nth-child(2),
    thead th:nth-child(2) {
      inline-size: 45%;
      text-align: start;
    }

    tfoot th,
    tfoot td {
      ${typography("strong")}
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      block-size: ${theme.size.groupRow}px;
      background: ${theme.color.surface};
      border-block-start: 1px solid ${theme.color.text};
      border-block-end: ${theme.space.hair} double ${theme.color.text};
    }

    ${theme.mobile} {
      th:first-child,
      td:first-child {
        white-space: normal;
      }

      thead th,
      tfoot th,
      tfoot td {
        position: static;
      }

      tbody td {
        padding-block: ${theme.space.s};
      }

      tbody td:nth-child(2),
      thead th:nth-child(2) {
        inline-size: auto;
        text-align: end;
      }
    }

    @media print {
      thead th,
      tfoot th,
      tfoot td {
        position: static;
      }

      tbody td {
        block-size: auto;
        padding-block: ${theme.space.xs};
      }
    }
  `}
`;
