import { useCallback, useMemo } from "react";
import styled from "styled-components";
import { formatActionName } from "../../domain/permissionNames.ts";
import { t, translateName } from "../../i18n/t.ts";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { BaseTableProps, Column, GroupCell } from "../../ui/table/tableTypes.ts";
import { MetaText } from "../../ui/text/Text.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionCheckbox, PermissionGroupCheckbox } from "./PermissionCheckbox.tsx";
import { formatAllowedCount, type MenuGroup, type MenuRow, type PermissionCell } from "./permissionMatrix.ts";
import { useGroupExpansion } from "./useGroupExpansion.ts";

interface ActionColumn {
  ActionID: number;
  ActionName: string;
}

interface PermissionGridProps
  extends Pick<BaseTableProps<MenuRow>, "rowState" | "onSpace" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
  actions: readonly ActionColumn[];
}

/** The permissions of a role on desktops: a column for each action, a group of rows for each top-level menu. */
export function PermissionGrid({ groups, actions, onSpace, ...tableProps }: PermissionGridProps) {
  const expansion = useGroupExpansion({ initiallyExpanded: true });
  const columns = useMemo(() => buildGridColumns(actions), [actions]);
  const renderGroup = useCallback((group: MenuGroup) => buildGridGroupCells(group, actions), [actions]);
  const tableGroups = useMemo(
    () => groups.map((group) => ({ key: String(group.topRow.menu.MenuID), group, rows: group.rows })),
    [groups],
  );

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={tableGroups}
      columns={columns}
      rowKey={({ menu }) => `menu ${menu.MenuID}`}
      renderGroup={renderGroup}
      hasTallHead
      {...expansion}
      onSpaceGroup={onSpace && (({ topRow, cells }) => onSpace({ menu: topRow.menu, cells }))}
      onSpace={onSpace}
      {...tableProps}
    />
  );
}

function buildGridColumns(actions: readonly ActionColumn[]): readonly Column<MenuRow>[] {
  return [
    {
      key: "toggle",
      title: t("Expand or collapse"),
      isTitleHidden: true,
      width: 3.4,
      sticky: true,
      render: () => null,
    },
    {
      key: "menu",
      title: t("Menu"),
      width: 23.5,
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
        width: widthOf(shortActionName(ActionName)),
        grow: 1,
        align: "center",
        render: ({ cells }, { tabIndex }) => (
          <PermissionCheckbox permission={findCell(cells, ActionID)} tabIndex={tabIndex} />
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
          <PermissionGroupCheckbox cells={cells} name={translateName(topRow.menu.MenuName)} />
          <GroupName>{translateName(topRow.menu.MenuName)}</GroupName>
        </GroupHeader>
      ),
    },
    { column: "allowed", content: <MetaText>{formatAllowedCount(cells)}</MetaText> },
    ...actions.map(
      ({ ActionID }): GroupCell => ({
        column: String(ActionID),
        align: "center",
        content: <PermissionCheckbox permission={findCell(topRow.cells, ActionID)} />,
      }),
    ),
  ];
}

function findCell(cells: readonly PermissionCell[], ActionID: number): PermissionCell | undefined {
  return cells.find((cell) => cell.ActionID === ActionID);
}

/** Shortens a built-in action's name to fit a narrow column: "GeneratePaymentPlan" becomes "Gen. plan". */
function shortActionName(actionName: string): string {
  if (translateName(actionName) !== actionName) return translateName(actionName);
  return formatActionName(actionName)
    .replace("Generate ", "Gen. ")
    .replace("Payment ", "")
    .replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase())
    .replace(/^./, (letter) => letter.toUpperCase());
}

/** The width of a column, in digits, that fits its title in two lines. The title's letters are smaller than digits. */
function widthOf(title: string): number {
  const longestWordLength = Math.max(...title.split(" ").map((word) => word.length));
  return Math.max(6, 0.85 * longestWordLength, 1 + 0.35 * title.length);
}

const GroupHeader = styled.span`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const GroupName = styled.span`
  ${typography("strong")}
  ${ellipsis}
`;

const NestedName = styled.span`
  padding-inline-start: calc(${({ theme }) => theme.size.checkbox}px + ${({ theme }) => theme.space.s});
`;
