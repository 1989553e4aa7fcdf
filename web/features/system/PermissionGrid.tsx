import { useCallback, useMemo, useState } from "react";
import styled from "styled-components";
import { say, sayName } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { GroupedTable } from "../../ui/GroupedTable.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import type { Column, GroupCell, TableParts } from "../../ui/TableTypes.ts";
import { PermissionsTick, PermissionTick } from "./PermissionTick.tsx";
import { allowedText, type Box, type Group, type Line } from "./permissionBoxes.ts";

export interface ActionColumn {
  ActionID: number;
  ActionName: string;
}

interface GridProps
  extends Pick<TableParts<Line>, "rowState" | "onSpace" | "loading" | "empty" | "footer" | "announce"> {
  groups: readonly Group[];
  actions: readonly ActionColumn[];
}

/** A role's permissions on the desk: a column for each action, a group for each top-level menu. */
export function PermissionGrid({ groups, actions, onSpace, ...parts }: GridProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => columnsFor(actions), [actions]);
  const expanded = useCallback((key: string) => !closed.has(key), [closed]);
  const renderGroup = useCallback((group: Group) => cellsOf(group, actions), [actions]);
  const shown = useMemo(
    () => groups.map((group) => ({ key: String(group.top.menu.MenuID), group, rows: group.lines })),
    [groups],
  );

  function handleToggle(key: string) {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  }

  return (
    <GroupedTable
      label={say("Permissions")}
      groups={shown}
      columns={columns}
      rowKey={({ menu }) => `menu ${menu.MenuID}`}
      renderGroup={renderGroup}
      expanded={expanded}
      onToggle={handleToggle}
      onSpaceGroup={onSpace && (({ top, boxes }) => onSpace({ menu: top.menu, boxes }))}
      onSpace={onSpace}
      {...parts}
    />
  );
}

function columnsFor(actions: readonly ActionColumn[]): readonly Column<Line>[] {
  return [
    { key: "fold", title: "", width: 3.4, sticky: true, render: () => null },
    {
      key: "menu",
      title: say("Menu"),
      width: 27,
      sticky: true,
      render: ({ menu }) => <Below>{sayName(menu.MenuName)}</Below>,
    },
    { key: "allowed", title: say("Allowed"), width: 9.5, render: ({ boxes }) => <Quiet>{allowedText(boxes)}</Quiet> },
    ...actions.map(
      ({ ActionID, ActionName }): Column<Line> => ({
        key: String(ActionID),
        title: short(ActionName),
        width: Math.max(6, short(ActionName).length),
        grow: 1,
        align: "center",
        render: ({ boxes }, { tabIndex }) => <PermissionTick box={of(boxes, ActionID)} tabIndex={tabIndex} />,
      }),
    ),
  ];
}

function cellsOf({ top, boxes }: Group, actions: readonly ActionColumn[]): readonly GroupCell[] {
  return [
    {
      column: "menu",
      content: (
        <Head>
          <PermissionsTick boxes={boxes} name={sayName(top.menu.MenuName)} />
          <Name>{sayName(top.menu.MenuName)}</Name>
        </Head>
      ),
    },
    { column: "allowed", content: <Quiet>{allowedText(boxes)}</Quiet> },
    ...actions.map(
      ({ ActionID }): GroupCell => ({
        column: String(ActionID),
        align: "center",
        content: <PermissionTick box={of(top.boxes, ActionID)} />,
      }),
    ),
  ];
}

function of(boxes: readonly Box[], ActionID: number): Box | undefined {
  return boxes.find((box) => box.ActionID === ActionID);
}

/** Names of two words and more, as they fit over a tick. */
function short(actionName: string): string {
  const said = sayName(actionName);
  if (said !== actionName) return said;
  return actionName
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace("Generate ", "Gen. ")
    .replace("Payment ", "")
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());
}

const Head = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const Name = styled.span`
  ${type("strong")}
`;

const Below = styled.span`
  padding-inline-start: calc(${({ theme }) => theme.size.tick}px + ${({ theme }) => theme.space.s});
`;
