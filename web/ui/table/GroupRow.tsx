import { memo, type ReactNode } from "react";
import styled, { css } from "styled-components";
import { Icon } from "../icon/Icon.tsx";
import { Cell, GroupRowBox } from "./tableStyles.ts";
import type { CellFocus, Column, GroupCell } from "./tableTypes.ts";
import type { RowPlacement } from "./VirtualTable.tsx";

/** The line of a group, above those of its rows. */
export interface GroupItem<Group> {
  kind: "group";
  /** The key of this line among all lines of the table. */
  key: string;
  /** The key of the group, which its rows have too. */
  groupKey: string;
  group: Group;
  isExpanded: boolean;
  /** The group has no rows, so it cannot be expanded. */
  isEmpty: boolean;
}

interface GroupRowProps<Group, Row> extends Omit<GroupItem<Group>, "kind" | "key">, RowPlacement<Row> {
  /** All columns of the table, which the cells of the group refer to. */
  columns: readonly Column<Row>[];
  isMobile: boolean;
  renderGroup(group: Group, focus: CellFocus): readonly GroupCell[];
  onToggle(groupKey: string): void;
}

/**
 * A line with a group's name and sums, and a button that shows or hides its rows. On phones, a card without the button:
 * `GroupedTable` shows or hides the rows on a tap.
 */
export const GroupRow: <Group, Row>(props: GroupRowProps<Group, Row>) => ReactNode = memo(GroupRowContent);

function GroupRowContent<Group, Row>(props: GroupRowProps<Group, Row>) {
  const { group, groupKey, isExpanded, isEmpty, columns, layout, isMobile, renderGroup, onToggle } = props;
  const cells = renderGroup(group, { tabIndex: props.hasCursor ? 0 : -1 });
  const attributes = {
    id: props.id,
    "aria-rowindex": props.rowIndex,
    "aria-level": 1,
    "aria-expanded": isEmpty ? undefined : isExpanded,
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
      <Cell $stickyOffset={layout.stickyOffsets[0]}>
        {!isEmpty && (
          <ToggleButton type="button" tabIndex={-1} aria-hidden="true" onClick={() => onToggle(groupKey)}>
            <Icon name={isExpanded ? "chevron-down" : "chevron-right"} />
          </ToggleButton>
        )}
      </Cell>
      {cells.map(({ column, align, span = 1, content }) => {
        const index = columns.findIndex(({ key }) => key === column);
        const covered = columns.slice(index, index + span).filter((each) => layout.columns.includes(each));
        const [first] = covered;
        if (!first) return null;
        const shownIndex = layout.columns.indexOf(first);
        return (
          <Cell
            key={column}
            $align={align}
            $column={`${shownIndex + 1} / span ${covered.length}`}
            $stickyOffset={span === 1 ? layout.stickyOffsets[shownIndex] : undefined}
          >
            {content}
          </Cell>
        );
      })}
    </GroupRowBox>
  );
}

const ToggleButton = styled.button`
  ${({ theme }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${theme.size.minTarget}px;
    min-block-size: ${theme.size.minTarget}px;
    margin-inline: calc((${theme.size.checkbox}px - ${theme.size.minTarget}px) / 2);
    border-radius: ${theme.radius.badge};
    color: ${theme.color.textMuted};

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
    block-size: ${theme.size.minTargetMobile}px;
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
