import { memo, type ReactNode } from "react";
import styled, { css } from "styled-components";
import { ellipsisAtTextEnd } from "../theme/mixins.ts";
import { typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import { CardActions, RowActions } from "./RowActions.tsx";
import {
  areRowPropsEqual,
  createRowAttributes,
  RowStateLabel,
  rowStateName,
  type TableRowProps,
  useHighlight,
} from "./rowParts.tsx";
import { Cell, EndOfRowLabel, leadingEdge, RowBox, rowStateStyles } from "./tableStyles.ts";
import type { CellFocus, Column, MobileSlot } from "./tableTypes.ts";

/** A row of a table on desktops. */
export const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(RowContent, areRowPropsEqual);

function RowContent<Row>(props: TableRowProps<Row>) {
  const { row, layout, hasCursor, state, rowActions } = props;
  const { columns } = layout;
  const ref = useHighlight<HTMLDivElement>(state?.highlight?.startedAt);
  const focus: CellFocus = { tabIndex: hasCursor ? 0 : -1 };
  const stateLabel = state && rowStateName(state) ? <RowStateLabel state={state} /> : undefined;
  const actions = rowActions?.(row) ?? [];
  // A reason does not fit into a cell.
  const isLabelAtEnd = stateLabel && (state?.error !== undefined || !columns.some((column) => column.showsRowState));
  return (
    <RowBox ref={ref} {...createRowAttributes(props)}>
      {columns.map((column, index) => (
        <Cell key={column.key} $align={column.align} $stickyOffset={layout.stickyOffsets[index]}>
          {(column.showsRowState && !isLabelAtEnd && stateLabel) || column.render(row, focus)}
          {isLabelAtEnd && index === columns.length - 1 && (
            <EndOfRowLabel $endOffset={actions.length > 0 ? layout.actionsWidth : "0"}>{stateLabel}</EndOfRowLabel>
          )}
        </Cell>
      ))}
      {rowActions && (
        <Cell $align="end">
          <RowActions actions={actions} focus={focus} />
        </Cell>
      )}
    </RowBox>
  );
}

/** A row of a table on phones, as a card: title line, meta line, amount, and the actions as a full-height cell. */
export const TableCard: <Row>(props: TableRowProps<Row>) => ReactNode = memo(CardContent, areRowPropsEqual);

function CardContent<Row>(props: TableRowProps<Row>) {
  const { row, layout, hasCursor, state, rowActions } = props;
  const { columns } = layout;
  const texts = useUiTexts();
  const focus: CellFocus = { tabIndex: hasCursor ? 0 : -1 };
  const ref = useHighlight<HTMLDivElement>(state?.highlight?.startedAt);
  const actions = rowActions?.(row) ?? [];
  const stateLabel = state && rowStateName(state) ? <RowStateLabel state={state} isOnCard /> : undefined;

  function renderSlot(slot: MobileSlot) {
    return columns
      .filter((column) => column.mobileSlot === slot && !(stateLabel && column.showsRowState))
      .map((column) => renderSlotItem(column, row, focus));
  }

  const hasError = state?.error !== undefined;
  const amount = renderSlot("amount");
  const action = renderSlot("action");
  return (
    <CardBox ref={ref} {...createRowAttributes(props)}>
      <CardText role="gridcell">
        <FirstLine>
          <strong>{renderSlot("title")}</strong>
          <small>{renderSlot("sub")}</small>
        </FirstLine>
        <SecondLine>
          {renderSlot("meta")}
          {!hasError && stateLabel}
        </SecondLine>
        {hasError && stateLabel}
      </CardText>
      {amount.length > 0 && <Amount role="gridcell">{amount}</Amount>}
      {action.length > 0 && <ActionCell role="gridcell">{action}</ActionCell>}
      {actions.length > 0 && (
        <ActionCell role="gridcell">
          <CardActions actions={actions} focus={focus} label={texts.actions} />
        </ActionCell>
      )}
    </CardBox>
  );
}

function renderSlotItem<Row>(column: Column<Row>, row: Row, focus: CellFocus) {
  const content = column.renderMobile ? column.renderMobile(row, focus) : column.render(row, focus);
  return (
    <SlotItem key={column.key} $shrinks={column.grow !== undefined}>
      {content}
    </SlotItem>
  );
}

const CardBox = styled.div.attrs({ role: "row" })<{ $editor?: string | undefined }>`
  ${rowStateStyles}
  display: flex;
  block-size: ${({ theme }) => theme.size.mobileRow}px;

  &[data-state="error"] {
    block-size: auto;
    min-block-size: ${({ theme }) => theme.size.mobileRow}px;
  }
`;

const CardText = styled.div`
  flex: 1;
  min-inline-size: 0;
  align-content: center;
  padding-inline-start: ${({ theme }) => theme.space.l};
  ${leadingEdge}

  &:last-child {
    padding-inline-end: ${({ theme }) => theme.space.l};
  }

  [data-state="error"] > & {
    padding-block: ${({ theme }) => theme.space.s};
  }
`;

/** Focus rings and large targets reach beyond the line. */
const inlineRow = css`
  display: flex;
  align-items: baseline;
  gap: ${({ theme }) => theme.space.s};
  overflow: clip visible;
  overflow-clip-margin: ${({ theme }) => theme.space.xs};
  white-space: nowrap;
`;

const FirstLine = styled.div`
  ${inlineRow}

  strong {
    min-inline-size: 0;
    overflow: clip visible;
    overflow-clip-margin: ${({ theme }) => theme.space.xs};
    font-weight: 600;
    text-overflow: ellipsis;
  }

  small {
    ${typography("meta")}
    display: flex;
    overflow: hidden;
    color: ${({ theme }) => theme.color.textMuted};
  }

  small > :only-child {
    flex-shrink: 1;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  ${ellipsisAtTextEnd}

  /* Shrinks before the title, but not to nothing. */
  small:not(:empty) {
    flex-shrink: 999;
    min-inline-size: 2em;
  }
`;

const SecondLine = styled.div`
  ${typography("meta")}
  ${inlineRow}
  ${ellipsisAtTextEnd}
  align-items: center;
  gap: ${({ theme }) => theme.space.m};
`;

/** Columns that grow in a wide table shrink here. */
const SlotItem = styled.span<{ $shrinks: boolean }>`
  ${({ $shrinks }) => $shrinks && "min-inline-size: 0; overflow: hidden; text-overflow: ellipsis;"}
  flex: 0 ${({ $shrinks }) => ($shrinks ? 1 : 0)} auto;

  &:empty {
    display: none;
  }

  &:not(:empty) + & {
    margin-inline-start: ${({ theme }) => theme.space.xs};
  }
`;

const Amount = styled.div`
  ${typography("strong")}
  flex: none;
  align-content: center;
  padding-inline: ${({ theme }) => theme.size.cellPadding};
  text-align: end;

  &:last-child {
    padding-inline-end: ${({ theme }) => theme.space.l};
  }
`;

const ActionCell = styled.div`
  ${({ theme }) => css`
    display: grid;
    /* The content is at least as wide as the cell including its border; this keeps it centred. */
    grid-template-columns: 100%;
    flex: none;
    place-items: center;
    inline-size: ${theme.size.mobileRow}px;
    overflow: clip;
    border-inline-start: 1px solid ${theme.color.border};

    /* Two of them leave more width to the texts. */
    &:has(+ &),
    & + & {
      inline-size: ${theme.size.minTargetMobile}px;
    }
  `}
`;
