import { useMemo } from "react";
import styled from "styled-components";
import { pageByNumber } from "../../../shared/pages.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { say, sayName } from "../../lib/language.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { MenuFields } from "./MenuFields.tsx";
import { type MenuRecord, useMenus } from "./menuNames.ts";

/** The entries of everybody's menu, in two levels. */
export function Menus() {
  const all = useMenus();
  const columns = useMemo(() => columnsFor(all), [all]);
  return (
    <ResourceScreen
      resource={menus}
      title={say("Menus")}
      nouns={[say("menu"), say("menus")]}
      columns={columns}
      sort="Order"
      blank={blank}
      fields={(record) => <MenuFields menuId={record?.MenuID} />}
      empty={{ title: say("No menus yet."), text: say("Each opens a page, and shows to the roles that may view it.") }}
      deleteText={say("It goes from everybody's menu. A menu with sub-menus or actions stays.")}
    />
  );
}

const blank = {
  MenuName: "",
  MenuURL: undefined,
  IsTopLevel: false,
  ParentMenuID: undefined,
  Position: undefined,
  Icon: "",
};

function columnsFor(all: readonly MenuRecord[]): readonly Column<MenuRecord>[] {
  const names = new Map(all.map(({ MenuID, MenuName }) => [MenuID, sayName(MenuName)]));
  const places = new Map(all.map(({ MenuID }, at) => [MenuID, at]));
  return [
    {
      key: "Order",
      title: say("Menu"),
      width: 26,
      grow: 1,
      phone: "title",
      render: (menu) => (
        <Name $below={menu.ParentMenuID !== 0}>
          <Icon name={menu.Icon || (pageByNumber(menu.MenuURL)?.icon ?? "")} />
          {sayName(menu.MenuName)}
        </Name>
      ),
      renderPhone: ({ MenuName }) => sayName(MenuName),
      sortValue: ({ MenuID }) => places.get(MenuID),
      value: ({ MenuName }) => sayName(MenuName),
    },
    {
      key: "MenuURL",
      title: say("Page"),
      width: 38,
      grow: 1,
      phone: "meta",
      render: ({ MenuURL }) => <bdi dir="ltr">{pageByNumber(MenuURL)?.path ?? "—"}</bdi>,
      sortValue: ({ MenuURL }) => pageByNumber(MenuURL)?.path,
    },
    {
      key: "ParentMenuID",
      title: say("Parent menu"),
      width: 22,
      phone: "sub",
      render: ({ ParentMenuID }) => names.get(ParentMenuID) ?? say("Top level"),
      sortValue: ({ ParentMenuID }) => names.get(ParentMenuID),
    },
    {
      key: "Position",
      title: say("Position"),
      width: 9,
      align: "end",
      phone: "hidden",
      render: ({ Position }) => Position,
      sortValue: ({ Position }) => Position,
    },
  ];
}

const Name = styled.span<{ $below: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding-inline-start: ${({ theme, $below }) => ($below ? theme.space.xl : 0)};
`;
