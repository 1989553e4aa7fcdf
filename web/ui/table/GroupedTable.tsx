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
  /** Pass a new function after a group is expanded or collapsed, otherwise the rows do not change. */
  isExpanded(key: string): boolean;
  onToggle(key: string): void;
  /** Called by Enter or a double click on a group; toggles it by default. */
  onOpenGroup?(group: Group): void;
  /** Called by Space on a group; toggles it by default. */
  onSpaceGroup?(group: Group): void;
}

/**
 * A virtualized table with collapsible groups; shown as cards on phones. As in `Table`, never mutate rows: when a row changes,
 * replace it and its group, and keep the other groups.
 */
export function GroupedTable<Group, Row>(props: GroupedTableProps<Group, Row>) {
  const { groups, columns, sort, isExpanded, onToggle, renderGroup, rowState, rowActions } = props;
  const { size } = useTheme();
  const isMobile = useIsMobile();
  const rowKey = useEvent(props.rowKey);
  const toggle = useEvent(onToggle);
  const [buildIncrementally] = useState(() => withPreviousResult(buildItems<Group, Row>));
  const items = useMemo(
    () => buildIncrementally({ groups, columns, sort, isExpanded, rowKey }).items,
    [buildIncrementally, groups, columns, sort, isExpanded, rowKey],
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
      const rowProps = { group, groupKey, open, isEmpty, columns, renderGroup, onToggle: toggle, ...placement };
      return <GroupRow key={key} isMobile={onMobile} {...rowProps} />;
    }
    const RowComponent = onMobile ? TableCard : TableRow;
    const rowProps = { row: item.row, columns, state: rowState?.(item.row), rowActions, level: 2, ...placement };
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

  function handleExpandedChange(item: Item<Group, Row>, open: boolean) {
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
      onExpandedChange={handleExpandedChange}
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
  /** By the key of the group. */
  sections: ReadonlyMap<string, Section<Group, Row>>;
}

/** The items of one group. */
interface Section<Group, Row> {
  source: TableGroup<Group, Row>;
  open: boolean;
  items: readonly Item<Group, Row>[];
  /** Index of its first item in the whole table. */
  startIndex: number;
}

/** Builds the items of the table. Reuses those of unchanged groups and rows, so that a change in a long list costs little. */
function buildItems<Group, Row>(
  input: ItemsInput<Group, Row>,
  previous: BuiltItems<Group, Row> | undefined,
): BuiltItems<Group, Row> {
  const { groups, columns, sort, isExpanded, rowKey } = input;
  const isSameOrder = previous?.columns === columns && previous.sort === sort && previous.rowKey === rowKey;
  const reusableSections = isSameOrder ? previous.sections : undefined;
  const sections = new Map<string, Section<Group, Row>>();
  const changed: Section<Group, Row>[] = [];
  let startIndex = 0;
  let hasMoved = reusableSections?.size !== groups.length;
  for (const source of groups) {
    const open = isExpanded(source.key);
    const old = reusableSections?.get(source.key);
    const isUnchanged = old?.source === source && old.open === open;
    const section = {
      source,
      open,
      startIndex,
      items: isUnchanged ? old.items : buildGroupItems(source, { ...input, open, previous: old }),
    };
    if (!isUnchanged) changed.push(section);
    hasMoved ||= old?.startIndex !== startIndex || old.items.length !== section.items.length;
    sections.set(source.key, section);
    startIndex += section.items.length;
  }
  const items =
    hasMoved || !previous ? [...sections.values()].flatMap((section) => section.items) : previous.items.slice();
  if (!hasMoved)
    for (const section of changed) items.splice(section.startIndex, section.items.length, ...section.items);
  return { ...input, items, sections };
}

interface GroupItemsInput<Group, Row> extends ItemsInput<Group, Row> {
  open: boolean;
  previous: Section<Group, Row> | undefined;
}

function buildGroupItems<Group, Row>(
  { key: groupKey, group, rows }: TableGroup<Group, Row>,
  { columns, sort, rowKey, open, previous }: GroupItemsInput<Group, Row>,
): Item<Group, Row>[] {
  const groupItem: Item<Group, Row> = {
    kind: "group",
    key: groupItemKey(groupKey),
    groupKey,
    group,
    open,
    isEmpty: rows.length === 0,
  };
  if (!open) return [groupItem];
  const sorted = sortRows({ rows, columns, sort });
  const rowItems = sorted.map((row, index): Item<Group, Row> => {
    const old = previous?.items[index + 1];
    return old?.kind === "row" && old.row === row ? old : { kind: "row", key: rowKey(row), groupKey, row };
  });
  return [groupItem, ...rowItems];
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
  /** The group has no rows, so it cannot be expanded. */
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
        const index = columns.findIndex((column) => column.key === cell.column);
        const { span = 1, align } = cell;
        return (
          <Cell
            key={cell.column}
            $align={align}
            $column={`${index + 1} / span ${span}`}
            $offset={span === 1 ? layout.offsets[index] : undefined}
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
