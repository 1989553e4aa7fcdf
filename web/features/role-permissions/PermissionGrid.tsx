import { useCallback, useMemo, useState } from "react";
import styled from "styled-components";
import { t, translateName } from "../../i18n/t.ts";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { BaseTableProps, Column, GroupCell } from "../../ui/table/tableTypes.ts";
import { MetaText } from "../../ui/text/MetaText.ts";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionGroupTick, PermissionTick } from "./PermissionTick.tsx";
import { formatAllowedCount, type MenuGroup, type MenuRow, type PermissionCell } from "./permissionMatrix.ts";

export interface ActionColumn {
  ActionID: number;
  ActionName: string;
}

interface PermissionGridProps
  extends Pick<BaseTableProps<MenuRow>, "rowState" | "onSpace" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
  actions: readonly ActionColumn[];
}

/** A role's permissions on the desk: a column for each action, a group for each top-level menu. */
export function PermissionGrid({ groups, actions, onSpace, ...parts }: PermissionGridProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => buildGridColumns(actions), [actions]);
  const expanded = useCallback((key: string) => !closed.has(key), [closed]);
  const renderGroup = useCallback((group: MenuGroup) => buildGridGroupCells(group, actions), [actions]);
  const shown = useMemo(
    () => groups.map((group) => ({ key: String(group.topRow.menu.MenuID), group, rows: group.rows })),
    [groups],
  );

  function handleToggle(key: string) {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  }

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={shown}
      columns={columns}
      rowKey={({ menu }) => `menu ${menu.MenuID}`}
      renderGroup={renderGroup}
      isExpanded={expanded}
      onToggle={handleToggle}
      onSpaceGroup={onSpace && (({ topRow, cells }) => onSpace({ menu: topRow.menu, cells }))}
      onSpace={onSpace}
      {...parts}
    />
  );
}

function buildGridColumns(actions: readonly ActionColumn[]): readonly Column<MenuRow>[] {
  return [
    { key: "fold", title: "", width: 3.4, sticky: true, render: () => null },
    {
      key: "menu",
      title: t("Menu"),
      width: 27,
      sticky: true,
      render: ({ menu }) => <NestedName>{translateName(menu.MenuName)}</NestedName>,
    },
    {
      key: "allowed",
      title: t("Allowed"),
      width: 9.5,
      render: ({ cells }) => <MetaText>{formatAllowedCount(cells)}</MetaText>,
    },
    ...actions.map(
      ({ ActionID, ActionName }): Column<MenuRow> => ({
        key: String(ActionID),
        title: shortActionName(ActionName),
        width: Math.max(6, shortActionName(ActionName).length),
        grow: 1,
        align: "center",
        render: ({ cells }, { tabIndex }) => (
          <PermissionTick permission={findCell(cells, ActionID)} tabIndex={tabIndex} />
        ),
      }),
    ),
  ];
}

function buildGridGroupCells({ topRow, cells }: MenuGroup, actions: readonly ActionColumn[]): readonly GroupCell[] {
  return [
    {
      column: "menu",
      content: (
        <GroupHeader>
          <PermissionGroupTick cells={cells} name={translateName(topRow.menu.MenuName)} />
          <GroupName>{translateName(topRow.menu.MenuName)}</GroupName>
        </GroupHeader>
      ),
    },
    { column: "allowed", content: <MetaText>{formatAllowedCount(cells)}</MetaText> },
    ...actions.map(
      ({ ActionID }): GroupCell => ({
        column: String(ActionID),
        align: "center",
        content: <PermissionTick permission={findCell(topRow.cells, ActionID)} />,
      }),
    ),
  ];
}

function findCell(boxes: readonly PermissionCell[], ActionID: number): PermissionCell | undefined {
  return boxes.find((box) => box.ActionID === ActionID);
}

/** Names of two words and more, as they fit over a tick. */
function shortActionName(actionName: string): string {
  const said = translateName(actionName);
  if (said !== actionName) return said;
  return actionName
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace("Generate ", "Gen. ")
    .replace("Payment ", "")
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());
}

const GroupHeader = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const GroupName = styled.span`
  ${typography("strong")}
`;

const NestedName = styled.span`
  padding-inline-start: calc(${({ theme }) => theme.size.checkbox}px + ${({ theme }) => theme.space.s});
`;
