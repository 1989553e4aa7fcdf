import { useCallback, useMemo, useState } from "react";
import { useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";
import { type GroupItem, GroupRow } from "./GroupRow.tsx";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
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
  isGroupExpanded(groupKey: string): boolean;
  onToggle(groupKey: string): void;
  /** Called by Enter or a double click on a group; toggles it by default, as a tap on phones always does. */
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

  /** Returns the key of the item to move the cursor to: that of the group, if a row is to be collapsed. */
  function handleExpandKey(item: Item<Group, Row>, wantsExpanded: boolean) {
    if (item.kind === "row") return wantsExpanded ? undefined : groupItemKey(item.groupKey);
    if (item.isExpanded !== wantsExpanded) onToggle(item.groupKey);
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
      onExpandKey={handleExpandKey}
    />
  );
}

/** A line of the table: a group or one of its rows. */
type Item<Group, Row> = GroupItem<Group> | { kind: "row"; key: string; groupKey: string; row: Row };

interface ItemsInput<Group, Row> {
  groups: readonly TableGroup<Group, Row>[];
  columns: readonly Column<Row>[];
  sort: string | undefined;
  isGroupExpanded(groupKey: string): boolean;
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
