import { memo, type ReactNode } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { CardActions } from "./TableActions.tsx";
import { TableNote } from "./TableNote.tsx";
import { rowAttributes, sameRow, stateName, type TableRowProps } from "./TableRowState.ts";
import { edge, rowStates } from "./TableStyle.ts";
import type { CellFocus, Column, PhoneSlot } from "./TableTypes.ts";
import { useGlow } from "./useGlow.ts";

/** A row on the phone: title line, meta line, amount, and the action as a full-height cell under the thumb. */
export const TableCard: <Row>(props: TableRowProps<Row>) => ReactNode = memo(Card, sameRow);

function Card<Row>(props: TableRowProps<Row>) {
  const { row, columns, cursor, state, rowActions } = props;
  const focus: CellFocus = { tabIndex: cursor ? 0 : -1 };
  const ref = useGlow<HTMLDivElement>(state?.glow?.at);
  const actions = rowActions?.(row) ?? [];
  const note = state && stateName(state) ? <TableNote state={state} /> : undefined;

  function inSlot(slot: PhoneSlot) {
    return columns
      .filter((column) => column.phone === slot && !(note && column.noteCell))
      .map((column) => slotContent(column, row, focus));
  }

  const amount = inSlot("amount");
  const action = inSlot("action");
  return (
    <CardLine ref={ref} {...rowAttributes(props)}>
      <Words role="gridcell">
        <FirstLine>
          <strong>{inSlot("title")}</strong>
          <small>{inSlot("sub")}</small>
        </FirstLine>
        <SecondLine>
          {inSlot("meta")}
          {note}
        </SecondLine>
      </Words>
      {amount.length > 0 && <Amount role="gridcell">{amount}</Amount>}
      {action.length > 0 && <ActionCell role="gridcell">{action}</ActionCell>}
      {actions.length > 0 && (
        <ActionCell role="gridcell">
          <CardActions actions={actions} focus={focus} label={say("Actions")} />
        </ActionCell>
      )}
    </CardLine>
  );
}

function slotContent<Row>(column: Column<Row>, row: Row, focus: CellFocus) {
  const content = column.renderPhone ? column.renderPhone(row, focus) : column.render(row, focus);
  return (
    <Piece key={column.key} $gives={column.grow !== undefined}>
      {content}
    </Piece>
  );
}

const CardLine = styled.div.attrs({ role: "row" })<{ $editor?: string | undefined }>`
  ${rowStates}
  display: flex;
  block-size: ${({ theme }) => theme.size.phoneTick}px;
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
  align-content: center;
  padding-inline-start: ${({ theme }) => theme.space.l};
  ${edge}
`;

const inline = css`
  display: flex;
  align-items: baseline;
  gap: ${({ theme }) => theme.space.s};
  overflow: hidden;
  white-space: nowrap;
`;

const FirstLine = styled.div`
  ${inline}

  strong {
    font-weight: 600;
  }

  small {
    ${type("meta")}
    overflow: hidden;
    color: ${({ theme }) => theme.color.ink2};
    text-overflow: ellipsis;
  }
`;

const SecondLine = styled.div`
  ${type("meta")}
  ${inline}
  align-items: center;
  gap: ${({ theme }) => theme.space.m};
`;

/** What may grow in a wide table gives way in a narrow line. */
const Piece = styled.span<{ $gives: boolean }>`
  ${({ $gives }) => $gives && "min-inline-size: 0; overflow: hidden; text-overflow: ellipsis;"}
  flex: 0 ${({ $gives }) => ($gives ? 1 : 0)} auto;

  & + & {
    margin-inline-start: ${({ theme }) => theme.space.xs};
  }
`;

const Amount = styled.div`
  ${type("strong")}
  flex: none;
  align-content: center;
  padding-inline: ${({ theme }) => theme.size.cellPad};
  text-align: end;
`;

const ActionCell = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    flex: none;
    place-items: center;
    inline-size: ${t.size.phoneTick}px;
    /* What fills it is as large as the cell with its rules. */
    overflow: clip;
    border-inline-start: 1px solid ${t.color.line};
  `}
`;
