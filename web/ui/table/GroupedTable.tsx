import { memo, type ReactNode, useCallback, useMemo, useState } from "react";
import styled, { css, useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";
import { Icon } from "../icon/Icon.tsx";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
import { Cell, GroupRowBox } from "./tableStyles.ts";
import type { BaseTableProps, CellFocus, Column, GroupCell, RowState } from "./tableTypes.ts";
import { type RowPlacement, VirtualTable } from "./VirtualTable.tsx";

export interface TableGroup<Group, Row> {
  key: string;
  group: Group;
  rows: readonly Row[];
}

interface GroupedTableProps<Group, Row> extends BaseTableProps<Row> {
  groups: readonly TableGroup<Group, Row>[];
  rowKey(row: Row): string;
  renderGroup(group: Group, focus: CellFocus): readonly GroupCell[];
  /** Pass a new function after a group is expanded or collapsed, otherwise the rows do not change. */
  isGroupExpanded(key: string): boolean;
  onToggle(key: string): void;
  /** Called by Enter or a double click on a group; toggles it by default. */
  onOpenGroup?(group: Group): void;
  /** Called by Space on a group; toggles it by default. */
  onSpaceGroup?(group: Group): void;
}

/**
 * A virtualized table with collapsible groups; shown as cards on phones. As in `Table`, never mutate rows: when a row
 * changes, replace it and its group, and keep the other groups.
 */
export function GroupedTable<Group, Row>(props: GroupedTableProps<Group, Row>) {
  const { groups, columns, sort, isGroupExpanded, onToggle, renderGroup, rowState, rowActions } = props;
  const { size } = useTheme();
  const isMobile = useIsMobile();
  const rowKey = useEvent(props.rowKey);
  const toggle = useEvent(onToggle);
  const [buildIncrementally] = useState(() => withPreviousResult(buildItems<Group, Row>));
  const items = useMemo(
    () => buildIncrementally({ groups, columns, sort, isGroupExpanded, rowKey }).items,
    [buildIncrementally, groups, columns, sort, isGroupExpanded, rowKey],
  );
  const heightOf = useCallback(
    ({ kind }: Item<Group, Row>) => {
      if (kind === "group") return isMobile ? size.minTargetMobile : size.groupRow;
      return isMobile ? size.mobileRow : size.row;
    },
    [size, isMobile],
  );

  function renderItem(item: Item<Group, Row>, placement: RowPlacement<Row>, state: RowState | undefined) {
    if (item.kind === "group") {
      const { key, ...groupProps } = item;
      const rowProps = { ...groupProps, columns, renderGroup, onToggle: toggle, isMobile, ...placement };
      return <GroupRow key={key} {...rowProps} />;
    }
    const RowComponent = isMobile ? TableCard : TableRow;
    const rowProps = { row: item.row, state, rowActions, level: 2, ...placement };
    return <RowComponent key={item.key} {...rowProps} />;
  }

  function handleOpen(item: Item<Group, Row>) {
    if (item.kind === "row") return props.onOpen?.(item.row);
    if (isMobile || !props.onOpenGroup) return onToggle(item.groupKey);
    props.onOpenGroup(item.group);
  }

  function handleSpace(item: Item<Group, Row>) {
    if (item.kind === "row") return props.onSpace?.(item.row);
    if (!props.onSpaceGroup) return onToggle(item.groupKey);
    props.onSpaceGroup(item.group);
  }

  function handleExpandedChange(item: Item<Group, Row>, isExpanded: boolean) {
    if (item.kind === "row") return isExpanded ? undefined : groupItemKey(item.groupKey);
    if (item.isExpanded !== isExpanded) onToggle(item.groupKey);
    return undefined;
  }

  return (
    <VirtualTable
      {...props}
      role="treegrid"
      items={items}
      keyOf={keyOf}
      heightOf={heightOf}
      stateOf={(item: Item<Group, Row>) => (item.kind === "row" ? rowState?.(item.row) : undefined)}
      renderItem={renderItem}
      onItemOpen={handleOpen}
      onItemSpace={handleSpace}
      onExpandedChange={handleExpandedChange}
    />
  );
}

/** A line of the table: a group or one of its rows. */
type Item<Group, Row> = GroupItem<Group> | { kind: "row"; key: string; groupKey: string; row: Row };

interface GroupItem<Group> {
  kind: "group";
  key: string;
  groupKey: string;
  group: Group;
  isExpanded: boolean;
  /** The group has no rows, so it cannot be expanded. */
  isEmpty: boolean;
}

interface ItemsInput<Group, Row> {
  groups: readonly TableGroup<Group, Row>[];
  columns: readonly Column<Row>[];
  sort: string | undefined;
  isGroupExpanded(key: string): boolean;
  rowKey(row: Row): string;
}

interface BuiltItems<Group, Row> extends ItemsInput<Group, Row> {
  items: readonly Item<Group, Row>[];
  /** By the key of the group. */
  sections: ReadonlyMap<string, Section<Group, Row>>;
}

/** A group and its items, which are reused while the group stays the same object. */
interface Section<Group, Row> {
  source: TableGroup<Group, Row>;
  isExpanded: boolean;
  items: readonly Item<Group, Row>[];
}

/**
 * Builds the items of the table. Reuses the items of unchanged groups and rows, so that only changed rows render again.
 */
function buildItems<Group, Row>(
  input: ItemsInput<Group, Row>,
  previous: BuiltItems<Group, Row> | undefined,
): BuiltItems<Group, Row> {
  const { groups, columns, sort, isGroupExpanded, rowKey } = input;
  const isSameOrder = previous?.columns === columns && previous.sort === sort && previous.rowKey === rowKey;
  const sections = new Map<string, Section<Group, Row>>();
  for (const source of groups) {
    const isExpanded = isGroupExpanded(source.key);
    const previousSection = isSameOrder ? previous.sections.get(source.key) : undefined;
    const isUnchanged = previousSection?.source === source && previousSection.isExpanded === isExpanded;
    const items = isUnchanged
      ? previousSection.items
      : buildGroupItems(source, { ...input, isExpanded, previousSection });
    sections.set(source.key, { source, isExpanded, items });
  }
  return { ...input, items: [...sections.values()].flatMap(({ items }) => items), sections };
}

interface GroupItemsInput<Group, Row> extends ItemsInput<Group, Row> {
  isExpanded: boolean;
  previousSection: Section<Group, Row> | undefined;
}

function buildGroupItems<Group, Row>(
  { key: groupKey, group, rows }: TableGroup<Group, Row>,
  { columns, sort, rowKey, isExpanded, previousSection }: GroupItemsInput<Group, Row>,
): Item<Group, Row>[] {
  const key = groupItemKey(groupKey);
  const groupItem: Item<Group, Row> = { kind: "group", key, groupKey, group, isExpanded, isEmpty: rows.length === 0 };
  if (!isExpanded) return [groupItem];
  const rowItems = sortRows({ rows, columns, sort }).map((row, index): Item<Group, Row> => {
    const previousItem = previousSection?.items[index + 1];
    return previousItem?.kind === "row" && previousItem.row === row
      ? previousItem
      : { kind: "row", key: rowKey(row), groupKey, row };
  });
  return [groupItem, ...rowItems];
}

function groupItemKey(groupKey: string): string {
  return `group ${groupKey}`;
}

function keyOf(item: { key: string }): string {
  return item.key;
}

interface GroupRowProps<Group, Row> extends Omit<GroupItem<Group>, "kind" | "key">, RowPlacement<Row> {
  /** All columns of the table, which the cells of the group refer to. */
  columns: readonly Column<Row>[];
  isMobile: boolean;
  renderGroup(group: Group, focus: CellFocus): readonly GroupCell[];
  onToggle(key: string): void;
}

const GroupRow: <Group, Row>(props: GroupRowProps<Group, Row>) => ReactNode = memo(GroupRowContent);

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
      <Cell $offset={layout.offsets[0]}>
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
            $offset={span === 1 ? layout.offsets[shownIndex] : undefined}
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
