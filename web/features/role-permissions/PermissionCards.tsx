import { useCallback, useMemo, useState } from "react";
import styled from "styled-components";
import { t, translateName } from "../../i18n/t.ts";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { BaseTableProps, Column, GroupCell } from "../../ui/table/tableTypes.ts";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionGroupTick, PermissionTick } from "./PermissionTick.tsx";
import { formatAllowedCount, type MenuGroup, type MenuRow, type PermissionCell } from "./permissionMatrix.ts";

interface PermissionCardsProps
  extends Pick<BaseTableProps<PermissionCell>, "rowState" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
}

/** A role's permissions on the phone: each menu opens into its actions, the tick under the thumb. */
export function PermissionCards({ groups, ...parts }: PermissionCardsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(buildCardColumns, []);
  const expanded = useCallback((key: string) => open.has(key), [open]);
  const shown = useMemo(
    () =>
      groups
        .flatMap(({ topRow, rows }) => [topRow, ...rows])
        .map((line) => ({ key: String(line.menu.MenuID), group: line, rows: line.cells })),
    [groups],
  );

  function handleToggle(key: string) {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  }

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={shown}
      columns={columns}
      rowKey={({ key }) => key}
      renderGroup={buildCardGroupCells}
      isExpanded={expanded}
      onToggle={handleToggle}
      {...parts}
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
      render: (box, { tabIndex }) => <PermissionTick permission={box} tabIndex={tabIndex} cell />,
    },
  ];
}

function buildCardGroupCells({ menu, cells }: MenuRow): readonly GroupCell[] {
  return [
    {
      column: "name",
      mobileSlot: "title",
      content: <CardMenuName $top={menu.ParentMenuID === 0}>{translateName(menu.MenuName)}</CardMenuName>,
    },
    { column: "allowed", mobileSlot: "meta", content: formatAllowedCount(cells) },
    {
      column: "all",
      mobileSlot: "amount",
      content: <PermissionGroupTick cells={cells} name={translateName(menu.MenuName)} />,
    },
  ];
}

const CardMenuName = styled.span<{ $top: boolean }>`
  ${typography("mobile")}
  font-weight: ${({ $top }) => ($top ? 600 : 400)};
  padding-inline-start: ${({ theme, $top }) => ($top ? 0 : theme.space.l)};
`;
