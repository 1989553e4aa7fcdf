import styled, { css } from "styled-components";
import { Tag } from "../badge/Badge.tsx";
import { shadowAtEnd } from "../scrollShadow.ts";
import { personColor, typography } from "../theme/theme.ts";
import type { TableLayout } from "./useTableLayout.ts";

/** Fills the remaining height of its parent, or is as high as its rows if the parent is not bounded. */
export const TableRoot = styled.div<{ $layout: Omit<TableLayout<unknown>, "columns"> }>`
  --columns: ${({ $layout }) => $layout.gridTemplate};
  --table-min-width: ${({ $layout }) => $layout.minWidth}px;
  --cell-padding: ${({ $layout }) => $layout.cellPadding};
  position: relative;
  display: flex;
  flex-direction: column;
  flex: 1 1 auto;
  min-block-size: 0;
  max-block-size: 100%;
  min-inline-size: 0;
  color: ${({ theme }) => theme.color.text};
  background: ${({ theme }) => theme.color.surface};
  ${typography("text")}
  ${shadowAtEnd}
`;

/** A layer over all cells of a row, also sticky ones: the dashed border of an edited row, the frame of the cursor. */
const rowOverlay = css`
  content: "";
  position: absolute;
  inset: 0;
  z-index: 2;
  pointer-events: none;
`;

export const Scroller = styled.div`
  position: relative;
  flex: 0 1 auto;
  min-block-size: 0;
  max-block-size: 100dvh;
  overflow: auto;
  overflow-anchor: none;
  outline: none;
  &:focus-within [data-cursor]::after {
    ${rowOverlay}
    border: ${({ theme }) => theme.size.ring} solid ${({ theme }) => theme.color.accent};
  }
  &:focus-visible:not([aria-activedescendant]) {
    box-shadow: inset 0 0 0 ${({ theme }) => theme.size.ring} ${({ theme }) => theme.color.accent};
  }
`;

const gridRow = css`
  display: grid;
  grid-template-columns: var(--columns);
  min-inline-size: max(100%, var(--table-min-width));
`;

export const HeadRow = styled.div.attrs({ role: "row", "aria-rowindex": 1 })<{ $isTall: boolean }>`
  ${gridRow}
  position: sticky;
  inset-block-start: 0;
  z-index: 3;
  block-size: ${({ theme, $isTall }) => ($isTall ? theme.size.tableHeadTall : theme.size.tableHead)}px;
  white-space: ${({ $isTall }) => ($isTall ? "normal" : "nowrap")};
  background: ${({ theme }) => theme.color.surface};
  border-block-end: 1px solid ${({ theme }) => theme.color.borderStrong};
`;

export const TableBody = styled.div.attrs({ role: "rowgroup" })`
  min-inline-size: max(100%, var(--table-min-width));
  ${({ theme }) => theme.mobile} {
    min-inline-size: 0;
  }
`;

/** Moves all visible rows as one block, so that scrolling does not restyle each row. */
export const VisibleRows = styled.div.attrs({ role: "none" })``;

/** Background and `--edge` colour of a row by its `data-state`. */
export const rowStateStyles = css<{ $editor?: string | undefined }>`
  --edge: transparent;
  position: relative;
  background: ${({ theme }) => theme.color.surface};
  border-block-end: 1px solid ${({ theme }) => theme.color.border};
  @media (hover: hover) {
    &:hover {
      background: ${({ theme }) => theme.color.canvas};
    }
  }
  &[data-state="highlight"] {
    --edge: ${({ theme }) => theme.color.accent};
  }
  &[data-state="error"] {
    --edge: ${({ theme }) => theme.color.red};
    background: ${({ theme }) => theme.color.redSoft};
  }
  &[data-state="editing"] {
    --edge: ${({ theme, $editor = "" }) => personColor(theme, $editor)};
    background: color-mix(in srgb, var(--edge) 8%, ${({ theme }) => theme.color.surface});
    &::before {
      ${rowOverlay}
      border-block: 1px dashed var(--edge);
    }
  }
`;

/** A line in the `--edge` colour at the start of a row. */
export const leadingEdge = css`
  &::before {
    content: "";
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    border-inline-start: ${({ theme }) => theme.size.thickBorder} solid var(--edge, transparent);
  }
`;

export const RowBox = styled.div.attrs({ role: "row" })<{ $editor?: string | undefined }>`
  ${gridRow}
  ${rowStateStyles}
  block-size: ${({ theme }) => theme.size.row}px;
`;

export const GroupRowBox = styled.div.attrs({ role: "row" })<{ $editor?: string | undefined }>`
  ${gridRow}
  ${rowStateStyles}
  block-size: ${({ theme }) => theme.size.groupRow}px;
  background: ${({ theme }) => theme.color.canvas};
  border-block-end-color: ${({ theme }) => theme.color.borderStrong};
`;

export const TotalsRow = styled.div.attrs({ role: "row" })`
  ${gridRow}
  position: sticky;
  inset-block-end: 0;
  z-index: 3;
  block-size: ${({ theme }) => theme.size.groupRow}px;
  background: ${({ theme }) => theme.color.surface};
  border-block-start: 1px solid ${({ theme }) => theme.color.text};
  border-block-end: ${({ theme }) => theme.size.thickBorder} double ${({ theme }) => theme.color.text};
  ${typography("strong")}
`;

/**
 * The row state over the last cells of the row: an error with its reason, which does not fit into a cell, or any state
 * in a table without a `showsRowState` column. `$endOffset` is the width of the actions after the label.
 */
export const EndOfRowLabel = styled.div<{ $endOffset: string }>`
  position: absolute;
  inset-block: 0;
  inset-inline-end: ${({ $endOffset }) => $endOffset};
  align-content: center;
  padding-inline: ${({ theme }) => `${theme.space.xs} ${theme.space.xl}`};
  background: inherit;
`;

interface CellStyleProps {
  $align?: "start" | "center" | "end";
  /** `inset-inline-start` of a sticky cell. */
  $stickyOffset?: string | undefined;
  /** `grid-column` of a cell that covers several columns. */
  $column?: string;
}

/** A cell of a row. `clip` instead of `hidden`, so that a focused control does not scroll the cell. */
export const Cell = styled.div.attrs({ role: "gridcell" })<CellStyleProps>`
  min-inline-size: 0;
  grid-column: ${({ $column }) => $column};
  align-content: center;
  padding-inline: var(--cell-padding);
  text-align: ${({ $align }) => $align ?? "start"};
  white-space: nowrap;
  text-overflow: ellipsis;
  overflow: clip;
  background: inherit;

  > * {
    vertical-align: top;
  }

  > [role="img"],
  > [role="checkbox"],
  > :has(> [role="checkbox"]),
  > ${Tag} {
    vertical-align: middle;
  }

  /* Keeps the ellipsis at the end of the text when the table has the other direction. */
  > bdi:not([class]) {
    display: inline-block;
    max-inline-size: 100%;
    text-overflow: ellipsis;
    overflow: clip;
  }

  &:first-child {
    padding-inline-start: ${({ theme }) => theme.space.xl};
    ${leadingEdge}
  }
  &:last-child {
    padding-inline-end: ${({ theme }) => theme.space.xl};
  }
  ${({ $stickyOffset }) =>
    $stickyOffset !== undefined &&
    css`
      position: sticky;
      inset-inline-start: ${$stickyOffset};
      z-index: 1;
    `}
`;

export const HeadCell = styled(Cell).attrs({ role: "columnheader" })`
  white-space: inherit;
  color: ${({ theme }) => theme.color.textMuted};
  ${typography("meta")}
`;

export const FooterBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${({ theme }) => theme.space.xl};
  flex: none;
  margin-block-start: auto;
  min-block-size: ${({ theme }) => theme.size.footer}px;
  padding-inline: ${({ theme }) => theme.space.xl};
  color: ${({ theme }) => theme.color.textMuted};
  border-block-start: 1px solid ${({ theme }) => theme.color.border};
  white-space: nowrap;
  ${typography("meta")}
  ${({ theme }) => theme.mobile} {
    gap: 0 ${({ theme }) => theme.space.l};
    min-block-size: ${({ theme }) => theme.size.tableHead}px;
    padding: ${({ theme }) => `${theme.space.xxs} ${theme.space.l}`};
  }
`;
