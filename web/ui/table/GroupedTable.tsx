import { memo, type ReactNode, useCallback, useMemo, useState } from "react";
import styled, { css, useTheme } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";
import { Icon } from "../icon/Icon.tsx";
import { sortRows } from "./sortRows.ts";
import { TableCard, TableRow } from "./TableRow.tsx";
import { Cell, GroupRowBox, type TableLayout } from "./tableStyles.ts";
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
  /** Must be another function after a group is opened or closed. */
  isExpanded(key: string): boolean;
  onToggle(key: string): void;
  /** Enter on a group; toggles it by default. */
  onOpenGroup?(group: Group): void;
  /** Space on a group; toggles it by default. */
  onSpaceGroup?(group: Group): void;
}

/**
 * A virtualized table with collapsible groups; cards on phones. As in `Table`, never mutate rows: when a row changes,
 * replace it and its group, and keep the other groups.
 */
export function GroupedTable<Group, Row>(props: GroupedTableProps<Group, Row>) {
  const { groups, columns, sort, isExpanded, onToggle, renderGroup, rowState, rowActions } = props;
  const { size } = useTheme();
  const isMobile = useIsMobile();
  const rowKey = useEvent(props.rowKey);
  const toggle = useEvent(onToggle);
  const [build] = useState(() => withPreviousResult(buildItems<Group, Row>));
  const items = useMemo(
    () => build({ groups, columns, sort, isExpanded, rowKey }).items,
    [build, groups, columns, sort, isExpanded, rowKey],
  );
  const heightOf = useCallback(
    (item: Item<Group, Row>, onMobile: boolean) => {
      if (item.kind === "group") return onMobile ? size.touchTarget : size.groupRow;
      return onMobile ? size.mobileRow : size.row;
    },
    [size],
  );

  function renderItem(item: Item<Group, Row>, { isMobile: onMobile, ...placement }: RowPlacement) {
    if (item.kind === "group") {
      const { key, group, groupKey, open, isEmpty } = item;
      const shared = { group, groupKey, open, isEmpty, columns, renderGroup, onToggle: toggle, ...placement };
      return <GroupRow key={key} isMobile={onMobile} {...shared} />;
    }
    const RowComponent = onMobile ? TableCard : TableRow;
    const shared = { row: item.row, columns, state: rowState?.(item.row), rowActions, level: 2, ...placement };
    return <RowComponent key={item.key} {...shared} />;
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

  function handleExpand(item: Item<Group, Row>, open: boolean) {
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
      heightOf={heightOf}
      renderItem={renderItem}
      onItemOpen={handleOpen}
      onItemSpace={handleSpace}
      onExpand={handleExpand}
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
  /** Index of its first item. */
  startIndex: number;
}

/** Rebuilds only the groups, and in them only the rows, that differ from the previous result. */
function buildItems<Group, Row>(
  now: ItemsInput<Group, Row>,
  before: BuiltItems<Group, Row> | undefined,
): BuiltItems<Group, Row> {
  const { groups, columns, sort, isExpanded, rowKey } = now;
  const isSameView = before?.columns === columns && before.sort === sort && before.rowKey === rowKey;
  const knownParts = isSameView ? before.parts : undefined;
  const parts = new Map<string, GroupPart<Group, Row>>();
  const changed: GroupPart<Group, Row>[] = [];
  let startIndex = 0;
  let hasMoved = knownParts?.size !== groups.length;
  for (const each of groups) {
    const open = isExpanded(each.key);
    const old = knownParts?.get(each.key);
    const isUnchanged = old?.source === each && old.open === open;
    const part = {
      source: each,
      open,
      startIndex,
      items: isUnchanged ? old.items : buildGroupItems(each, { ...now, open, before: old }),
    };
    if (!isUnchanged) changed.push(part);
    hasMoved ||= old?.startIndex !== startIndex || old.items.length !== part.items.length;
    parts.set(each.key, part);
    startIndex += part.items.length;
  }
  const items = hasMoved || !before ? [...parts.values()].flatMap((part) => part.items) : before.items.slice();
  if (!hasMoved) for (const part of changed) items.splice(part.startIndex, part.items.length, ...part.items);
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
  const rowItems = sorted.map((row, at): Item<Group, Row> => {
    const old = before?.items[at + 1];
    return old?.kind === "row" && old.row === row ? old : { kind: "row", key: rowKey(row), groupKey, row };
  });
  return [head, ...rowItems];
}

function groupItemKey(groupKey: string): string {
  return `group ${groupKey}`;
}

function keyOf(item: { key: string }): string {
  return item.key;
}

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

const GroupRow: <Group, Row>(props: GroupRowProps<Group, Row>) => ReactNode = memo(GroupRowContent);

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
