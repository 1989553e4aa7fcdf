import { useMemo } from "react";
import styled from "styled-components";
import { pageByNumber } from "../../../shared/pages.ts";
import { menus } from "../../../shared/resources/menus.ts";
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
      title="Menus"
      nouns={["menu", "menus"]}
      columns={columns}
      sort="Order"
      blank={blank}
      fields={(record) => <MenuFields menuId={record?.MenuID} />}
      empty={{ title: "No menus yet.", text: "Each opens a page, and shows to the roles that may view it." }}
      deleteText="It goes from everybody's menu. A menu with sub-menus or actions stays."
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
  const names = new Map(all.map(({ MenuID, MenuName }) => [MenuID, MenuName]));
  const places = new Map(all.map(({ MenuID }, at) => [MenuID, at]));
  return [
    {
      key: "Order",
      title: "Menu",
      width: 26,
      grow: 1,
      phone: "title",
      render: (menu) => (
        <Name $below={menu.ParentMenuID !== 0}>
          <Icon name={menu.Icon || (pageByNumber(menu.MenuURL)?.icon ?? "")} />
          {menu.MenuName}
        </Name>
      ),
      renderPhone: ({ MenuName }) => MenuName,
      sortValue: ({ MenuID }) => places.get(MenuID),
    },
    {
      key: "MenuURL",
      title: "Page",
      width: 38,
      grow: 1,
      phone: "meta",
      render: ({ MenuURL }) => <bdi dir="ltr">{pageByNumber(MenuURL)?.path ?? "—"}</bdi>,
      sortValue: ({ MenuURL }) => pageByNumber(MenuURL)?.path,
    },
    {
      key: "ParentMenuID",
      title: "Parent menu",
      width: 22,
      phone: "sub",
      render: ({ ParentMenuID }) => names.get(ParentMenuID) ?? "Top level",
      sortValue: ({ ParentMenuID }) => names.get(ParentMenuID),
    },
    {
      key: "Position",
      title: "Position",
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
