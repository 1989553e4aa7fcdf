import { memo, type ReactNode } from "react";
import styled, { css } from "styled-components";
import { Icon } from "./Icon.tsx";
import type { TableLayout } from "./TableLayout.ts";
import { Cell, GroupLine } from "./TableStyle.ts";
import type { CellFocus, Column, GroupCell } from "./TableTypes.ts";

interface HeadProps<Group, Row> {
  group: Group;
  groupKey: string;
  open: boolean;
  /** Has nothing below it that could be folded. */
  bare: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  id: string;
  rowIndex: number;
  cursor: boolean;
  phone: boolean;
  renderGroup(group: Group, focus: CellFocus): readonly GroupCell[];
  onToggle(key: string): void;
}

/** A group's own row: its cells stand in the columns of the rows below it. */
export const GroupedTableHead: <Group, Row>(props: HeadProps<Group, Row>) => ReactNode = memo(Head);

function Head<Group, Row>(props: HeadProps<Group, Row>) {
  const { group, groupKey, open, bare, columns, layout, phone, renderGroup, onToggle } = props;
  const cells = renderGroup(group, { tabIndex: props.cursor ? 0 : -1 });
  const attributes = {
    id: props.id,
    "aria-rowindex": props.rowIndex,
    "aria-level": 1,
    "aria-expanded": bare ? undefined : open,
    "data-cursor": props.cursor || undefined,
  };

  if (phone) {
    return (
      <GroupCard {...attributes}>
        {(["title", "meta", "amount"] as const).map((slot) => (
          <Slot key={slot} role="gridcell" data-slot={slot}>
            {cells
              .filter((cell) => cell.phone === slot)
              .map((cell) => (
                <span key={cell.column}>{cell.content}</span>
              ))}
          </Slot>
        ))}
      </GroupCard>
    );
  }

  return (
    <GroupLine {...attributes}>
      <Cell $offset={layout.offsets[0]}>
        {!bare && (
          <Chevron type="button" tabIndex={-1} aria-hidden="true" onClick={() => onToggle(groupKey)}>
            <Icon name={open ? "chevron-down" : "chevron-right"} />
          </Chevron>
        )}
      </Cell>
      {cells.map((cell) => {
        const at = columns.findIndex((column) => column.key === cell.column);
        const { span = 1, align } = cell;
        return (
          <Cell
            key={cell.column}
            $align={align}
            $column={`${at + 1} / span ${span}`}
            $offset={span === 1 ? layout.offsets[at] : undefined}
          >
            {cell.content}
          </Cell>
        );
      })}
    </GroupLine>
  );
}

const Chevron = styled.button`
  ${({ theme: t }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${t.size.target}px;
    min-block-size: ${t.size.target}px;
    margin-inline: calc((${t.size.tick}px - ${t.size.target}px) / 2);
    padding: 0;
    border: 0;
    border-radius: ${t.radius.plate};
    background: none;
    color: ${t.color.ink2};
    cursor: pointer;

    &:hover {
      color: ${t.color.ink};
    }
  `}
`;

const GroupCard = styled(GroupLine)`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.m};
    block-size: ${t.size.phoneTarget}px;
    min-inline-size: 0;
    padding-inline: ${t.space.l};
    border-block-end-color: ${t.color.line};
  `}
`;

const Slot = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    min-inline-size: 0;
    white-space: nowrap;

    &[data-slot="title"] {
      flex: 1;
      overflow: hidden;

      > :last-child {
        min-inline-size: 0;
      }
    }

    &[data-slot="amount"] {
      min-inline-size: 5em;
      justify-content: flex-end;
      font-weight: 600;
    }
  `}
`;
