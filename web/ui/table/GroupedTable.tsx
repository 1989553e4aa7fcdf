import { useCallback, useMemo, useState } from "react";
import { useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { withPreviousResult } from "../../hooks/useIncremental.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { GroupRow } from "./GroupRow.tsx";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
import type { BaseTableProps, CellFocus, Column, GroupCell } from "./tableTypes.ts";
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
  /** Another function when another group is open. */
  isExpanded(key: string): boolean;
  onToggle(key: string): void;
  /** Enter on a group; without it Enter opens and closes the group. */
  onOpenGroup?(group: Group): void;
  /** Space on a group; without it Space opens and closes the group. */
  onSpaceGroup?(group: Group): void;
}

/**
 * Rows under heads that open and close: one list of any length, cards on the phone. What `Table` asks holds here too:
 * replace a group when one of its rows differs, and keep the others.
 */
export function GroupedTable<Group, Row>(props: GroupedTableProps<Group, Row>) {
  const { groups, columns, sort, isExpanded, onToggle, renderGroup, rowState, rowActions } = props;
  const { size } = useTheme();
  const phone = useIsMobile();
  const rowKey = useEvent(props.rowKey);
  const toggle = useEvent(onToggle);
  const [build] = useState(() => withPreviousResult(buildItems<Group, Row>));
  const items = useMemo(
    () => build({ groups, columns, sort, isExpanded, rowKey }).items,
    [build, groups, columns, sort, isExpanded, rowKey],
  );
  const sizeOf = useCallback(
    (item: Item<Group, Row>, narrow: boolean) => {
      if (item.kind === "group") return narrow ? size.touchTarget : size.groupRow;
      return narrow ? size.mobileRow : size.row;
    },
    [size],
  );

  function renderItem(item: Item<Group, Row>, { isMobile: narrow, ...place }: RowPlacement) {
    if (item.kind === "group") {
      const { key, group, groupKey, open, isEmpty } = item;
      const shared = { group, groupKey, open, isEmpty, columns, renderGroup, onToggle: toggle, ...place };
      return <GroupRow key={key} isMobile={narrow} {...shared} />;
    }
    const Line = narrow ? TableCard : TableRow;
    const shared = { row: item.row, columns, state: rowState?.(item.row), rowActions, level: 2, ...place };
    return <Line key={item.key} {...shared} />;
  }

  function handleOpen(item: Item<Group, Row>) {
    if (item.kind === "row") return props.onOpen?.(item.row);
    if (phone || !props.onOpenGroup) return onToggle(item.groupKey);
    props.onOpenGroup(item.group);
  }

  function handleSpace(item: Item<Group, Row>) {
    if (item.kind === "row") return props.onSpace?.(item.row);
    if (!props.onSpaceGroup) return onToggle(item.groupKey);
    props.onSpaceGroup(item.group);
  }

  function handleFold(item: Item<Group, Row>, open: boolean) {
    if (item.kind === "row") return open ? undefined : groupItemKey(item.groupKey);
    if (item.open !== open) onToggle(item.groupKey);
    return undefined;
  }

  return (
    <VirtualTable
      {...props}
      role="treegrid"
      items={items}
      keyOf={keyOf}
      heightOf={sizeOf}
      renderItem={renderItem}
      onItemOpen={handleOpen}
      onItemSpace={handleSpace}
      onExpand={handleFold}
    />
  );
}

type Item<Group, Row> =
  | { kind: "group"; key: string; groupKey: string; group: Group; open: boolean; isEmpty: boolean }
  | { kind: "row"; key: string; groupKey: string; row: Row };

interface ItemsInput<Group, Row> {
  groups: readonly TableGroup<Group, Row>[];
  columns: readonly Column<Row>[];
  sort: string | undefined;
  isExpanded(key: string): boolean;
  rowKey(row: Row): string;
}

interface BuiltItems<Group, Row> extends ItemsInput<Group, Row> {
  items: readonly Item<Group, Row>[];
  parts: ReadonlyMap<string, GroupPart<Group, Row>>;
}

interface GroupPart<Group, Row> {
  source: TableGroup<Group, Row>;
  open: boolean;
  items: readonly Item<Group, Row>[];
  /** Where its items begin. */
  startIndex: number;
}

/** With the items before, a group costs something only if it differs, and so does a row in it. */
function buildItems<Group, Row>(
  now: ItemsInput<Group, Row>,
  before: BuiltItems<Group, Row> | undefined,
): BuiltItems<Group, Row> {
  const { groups, columns, sort, isExpanded, rowKey } = now;
  const same = before?.columns === columns && before.sort === sort && before.rowKey === rowKey;
  const known = same ? before.parts : undefined;
  const parts = new Map<string, GroupPart<Group, Row>>();
  const changed: GroupPart<Group, Row>[] = [];
  let from = 0;
  let moved = known?.size !== groups.length;
  for (const each of groups) {
    const open = isExpanded(each.key);
    const old = known?.get(each.key);
    const stays = old?.source === each && old.open === open;
    const part = {
      source: each,
      open,
      startIndex: from,
      items: stays ? old.items : buildGroupItems(each, { ...now, open, before: old }),
    };
    if (!stays) changed.push(part);
    moved ||= old?.startIndex !== from || old.items.length !== part.items.length;
    parts.set(each.key, part);
    from += part.items.length;
  }
  const items = moved || !before ? [...parts.values()].flatMap((part) => part.items) : before.items.slice();
  if (!moved)
    for (const part of changed) for (const [at, item] of part.items.entries()) items[part.startIndex + at] = item;
  return { ...now, items, parts };
}

interface GroupItemsInput<Group, Row> extends ItemsInput<Group, Row> {
  open: boolean;
  before: GroupPart<Group, Row> | undefined;
}

function buildGroupItems<Group, Row>(
  { key: groupKey, group, rows }: TableGroup<Group, Row>,
  { columns, sort, rowKey, open, before }: GroupItemsInput<Group, Row>,
): Item<Group, Row>[] {
  const head: Item<Group, Row> = {
    kind: "group",
    key: groupItemKey(groupKey),
    groupKey,
    group,
    open,
    isEmpty: rows.length === 0,
  };
  if (!open) return [head];
  const sorted = sortRows({ rows, columns, sort });
  const lines = sorted.map((row, at): Item<Group, Row> => {
    const old = before?.items[at + 1];
    return old?.kind === "row" && old.row === row ? old : { kind: "row", key: rowKey(row), groupKey, row };
  });
  return [head, ...lines];
}

function groupItemKey(groupKey: string): string {
  return `group ${groupKey}`;
}

function keyOf(item: { key: string }): string {
  return item.key;
}
