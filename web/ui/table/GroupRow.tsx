import { memo, type ReactNode } from "react";
import styled, { css } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { Cell, GroupRowBox, type TableLayout } from "./tableStyles.ts";
import type { CellFocus, Column, GroupCell } from "./tableTypes.ts";

interface GroupRowProps<Group, Row> {
  group: Group;
  groupKey: string;
  open: boolean;
  /** Has no rows to expand. */
  isEmpty: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  id: string;
  rowIndex: number;
  hasCursor: boolean;
  isMobile: boolean;
  renderGroup(group: Group, focus: CellFocus): readonly GroupCell[];
  onToggle(key: string): void;
}

/** The row of a group; its cells are aligned with the columns of its rows. */
export const GroupRow: <Group, Row>(props: GroupRowProps<Group, Row>) => ReactNode = memo(GroupRowContent);

function GroupRowContent<Group, Row>(props: GroupRowProps<Group, Row>) {
  const { group, groupKey, open, isEmpty, columns, layout, isMobile, renderGroup, onToggle } = props;
  const cells = renderGroup(group, { tabIndex: props.hasCursor ? 0 : -1 });
  const attributes = {
    id: props.id,
    "aria-rowindex": props.rowIndex,
    "aria-level": 1,
    "aria-expanded": isEmpty ? undefined : open,
    "data-cursor": props.hasCursor || undefined,
  };

  if (isMobile) {
    return (
      <GroupCard {...attributes}>
        {(["title", "meta", "amount"] as const).map((slot) => (
          <Slot key={slot} role="gridcell" data-slot={slot}>
            {cells
              .filter((cell) => cell.mobileSlot === slot)
              .map((cell) => (
                <span key={cell.column}>{cell.content}</span>
              ))}
          </Slot>
        ))}
      </GroupCard>
    );
  }

  return (
    <GroupRowBox {...attributes}>
      <Cell $offset={layout.offsets[0]}>
        {!isEmpty && (
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
    </GroupRowBox>
  );
}

const Chevron = styled.button`
  ${({ theme }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${theme.size.minTarget}px;
    min-block-size: ${theme.size.minTarget}px;
    margin-inline: calc((${theme.size.checkbox}px - ${theme.size.minTarget}px) / 2);
    padding: 0;
    border: 0;
    border-radius: ${theme.radius.badge};
    background: none;
    color: ${theme.color.textMuted};
    cursor: pointer;

    &:hover {
      color: ${theme.color.text};
    }
  `}
`;

const GroupCard = styled(GroupRowBox)`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    block-size: ${theme.size.touchTarget}px;
    min-inline-size: 0;
    padding-inline: ${theme.space.l};
    border-block-end-color: ${theme.color.border};
  `}
`;

const Slot = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
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
