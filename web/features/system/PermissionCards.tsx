import { useCallback, useMemo, useState } from "react";
import styled from "styled-components";
import { say, sayName } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { GroupedTable } from "../../ui/GroupedTable.tsx";
import type { Column, GroupCell, TableParts } from "../../ui/TableTypes.ts";
import { PermissionsTick, PermissionTick } from "./PermissionTick.tsx";
import { allowedText, type Box, type Group, type Line } from "./permissionBoxes.ts";

interface CardsProps extends Pick<TableParts<Box>, "rowState" | "loading" | "empty" | "footer" | "announce"> {
  groups: readonly Group[];
}

/** A role's permissions on the phone: each menu opens into its actions, the tick under the thumb. */
export function PermissionCards({ groups, ...parts }: CardsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(columnsOf, []);
  const expanded = useCallback((key: string) => open.has(key), [open]);
  const shown = useMemo(
    () =>
      groups
        .flatMap(({ top, lines }) => [top, ...lines])
        .map((line) => ({ key: String(line.menu.MenuID), group: line, rows: line.boxes })),
    [groups],
  );

  function handleToggle(key: string) {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  }

  return (
    <GroupedTable
      label={say("Permissions")}
      groups={shown}
      columns={columns}
      rowKey={({ key }) => key}
      renderGroup={cellsOf}
      expanded={expanded}
      onToggle={handleToggle}
      {...parts}
    />
  );
}

function columnsOf(): readonly Column<Box>[] {
  return [
    { key: "name", title: say("Permission"), width: 30, phone: "title", render: ({ name }) => name },
    {
      key: "allowed",
      title: say("Allowed"),
      width: 8,
      phone: "action",
      render: (box, { tabIndex }) => <PermissionTick box={box} tabIndex={tabIndex} cell />,
    },
  ];
}

function cellsOf({ menu, boxes }: Line): readonly GroupCell[] {
  return [
    { column: "name", phone: "title", content: <Name $top={menu.ParentMenuID === 0}>{sayName(menu.MenuName)}</Name> },
    { column: "allowed", phone: "meta", content: allowedText(boxes) },
    { column: "all", phone: "amount", content: <PermissionsTick boxes={boxes} name={sayName(menu.MenuName)} /> },
  ];
}

const Name = styled.span<{ $top: boolean }>`
  ${type("phone")}
  font-weight: ${({ $top }) => ($top ? 600 : 400)};
  padding-inline-start: ${({ theme, $top }) => ($top ? 0 : theme.space.l)};
`;
