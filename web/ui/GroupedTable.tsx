import { useCallback, useMemo } from "react";
import { useTheme } from "styled-components";
import { GroupedTableHead } from "./GroupedTableHead.tsx";
import { TableCard } from "./TableCard.tsx";
import { type Place, TableFrame } from "./TableFrame.tsx";
import { TableRow } from "./TableRow.tsx";
import { sortRows } from "./TableSort.ts";
import type { Column, GroupCell, TableParts } from "./TableTypes.ts";
import { useHandler } from "./useHandler.ts";
import { usePhone } from "./usePhone.ts";

export interface TableGroup<Group, Row> {
  key: string;
  group: Group;
  rows: readonly Row[];
}

interface GroupedTableProps<Group, Row> extends TableParts<Row> {
  groups: readonly TableGroup<Group, Row>[];
  rowKey(row: Row): string;
  renderGroup(group: Group): readonly GroupCell[];
  /** Another function when another group is open. */
  expanded(key: string): boolean;
  onToggle(key: string): void;
  /** Enter on a group; without it Enter opens and closes the group. */
  onOpenGroup?(group: Group): void;
}

/** Rows under heads that open and close: one list of any length, cards on the phone. What `Table` asks holds here too. */
export function GroupedTable<Group, Row>(props: GroupedTableProps<Group, Row>) {
  const { groups, columns, sort, expanded, onToggle, renderGroup, rowState, rowActions } = props;
  const { size } = useTheme();
  const phone = usePhone();
  const rowKey = useHandler(props.rowKey);
  const toggle = useHandler(onToggle);
  const items = useMemo(
    () => groups.flatMap((each) => itemsOf({ ...each, columns, sort, rowKey, open: expanded(each.key) })),
    [groups, columns, sort, expanded, rowKey],
  );
  const sizeOf = useCallback(
    (item: Item<Group, Row>, narrow: boolean) => {
      if (item.kind === "group") return narrow ? size.phoneTarget : size.groupRow;
      return narrow ? size.phoneTick : size.row;
    },
    [size],
  );

  function renderItem(item: Item<Group, Row>, { phone: narrow, ...place }: Place) {
    if (item.kind === "group") {
      const { key, group, groupKey, open } = item;
      const shared = { group, groupKey, open, columns, renderGroup, onToggle: toggle, ...place };
      return <GroupedTableHead key={key} phone={narrow} {...shared} />;
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
    onToggle(item.groupKey);
  }

  function handleFold(item: Item<Group, Row>, open: boolean) {
    if (item.kind === "row") return open ? undefined : groupItemKey(item.groupKey);
    if (item.open !== open) onToggle(item.groupKey);
    return undefined;
  }

  return (
    <TableFrame
      {...props}
      role="treegrid"
      items={items}
      keyOf={keyOf}
      sizeOf={sizeOf}
      renderItem={renderItem}
      onItemOpen={handleOpen}
      onItemSpace={handleSpace}
      onFold={handleFold}
    />
  );
}

type Item<Group, Row> =
  | { kind: "group"; key: string; groupKey: string; group: Group; open: boolean }
  | { kind: "row"; key: string; groupKey: string; row: Row };

interface GroupItemsInput<Group, Row> extends TableGroup<Group, Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  rowKey(row: Row): string;
  open: boolean;
}

function itemsOf<Group, Row>(input: GroupItemsInput<Group, Row>): Item<Group, Row>[] {
  const { key: groupKey, group, open, rowKey } = input;
  const head: Item<Group, Row> = { kind: "group", key: groupItemKey(groupKey), groupKey, group, open };
  if (!open) return [head];
  const rows = sortRows(input).map((row): Item<Group, Row> => ({ kind: "row", key: rowKey(row), groupKey, row }));
  return [head, ...rows];
}

function groupItemKey(groupKey: string): string {
  return `group ${groupKey}`;
}

function keyOf(item: { key: string }): string {
  return item.key;
}
