import { useMemo } from "react";
import styled from "styled-components";
import { t, translateName } from "../../i18n/t.ts";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { BaseTableProps, Column, GroupCell } from "../../ui/table/tableTypes.ts";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionCheckbox, PermissionGroupCheckbox } from "./PermissionCheckbox.tsx";
import { formatAllowedCount, type MenuGroup, type MenuRow, type PermissionCell } from "./permissionMatrix.ts";
import { useGroupExpansion } from "./useGroupExpansion.ts";

interface PermissionCardsProps
  extends Pick<BaseTableProps<PermissionCell>, "rowState" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
}

/**
 * The permissions of a role on phones: each menu expands to its actions, each with a checkbox at the end of the row. The
 * count and the checkbox of a top-level menu include its sub-menus.
 */
export function PermissionCards({ groups, ...tableProps }: PermissionCardsProps) {
  const expansion = useGroupExpansion({ initiallyExpanded: false });
  const columns = useMemo(buildCardColumns, []);
  const tableGroups = useMemo(
    () =>
      groups
        .flatMap(({ topRow, rows, cells }) => [
          { menu: topRow.menu, cells, ownCells: topRow.cells },
          ...rows.map((row) => ({ ...row, ownCells: row.cells })),
        ])
        .map(({ ownCells, ...group }) => ({ key: String(group.menu.MenuID), group, rows: ownCells })),
    [groups],
  );

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={tableGroups}
      columns={columns}
      rowKey={({ key }) => key}
      renderGroup={buildCardGroupCells}
      {...expansion}
      {...tableProps}
    />
  );
}

function buildCardColumns(): readonly Column<PermissionCell>[] {
  return [
    { key: "name", title: t("Permission"), width: 30, mobileSlot: "title", render: ({ name }) => name },
    {
      key: "allowed",
      title: t("Allowed"),
      width: 8,
      mobileSlot: "action",
      render: (cell, { tabIndex }) => <PermissionCheckbox permission={cell} tabIndex={tabIndex} fillCell />,
    },
  ];
}

function buildCardGroupCells({ menu, cells }: MenuRow): readonly GroupCell[] {
  return [
    {
      column: "name",
      mobileSlot: "title",
      content: <CardMenuName $topLevel={menu.ParentMenuID === 0}>{translateName(menu.MenuName)}</CardMenuName>,
    },
    { column: "allowed", mobileSlot: "meta", content: formatAllowedCount(cells) },
    {
      column: "all",
      mobileSlot: "amount",
      content: <PermissionGroupCheckbox cells={cells} name={translateName(menu.MenuName)} />,
    },
  ];
}

const CardMenuName = styled.span<{ $topLevel: boolean }>`
  ${typography("textMobile")}
  font-weight: ${({ $topLevel }) => ($topLevel ? 600 : 400)};
  padding-inline-start: ${({ theme, $topLevel }) => ($topLevel ? 0 : theme.space.l)};
`;
