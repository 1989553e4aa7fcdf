import { useMemo } from "react";
import styled from "styled-components";
import { pageByNumber } from "../../../shared/pages.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { type MenuRecord, useSortedMenus } from "../../domain/menuTree.ts";
import { t, translateName } from "../../i18n/t.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { MenuFields } from "./MenuFields.tsx";

/** The entries of everybody's menu, in two levels. */
export function Menus() {
  const all = useSortedMenus();
  const columns = useMemo(() => buildColumns(all), [all]);
  return (
    <ResourceScreen
      resource={menus}
      title={t("Menus")}
      nouns={[t("menu"), t("menus")]}
      columns={columns}
      defaultSort="Order"
      defaultValues={blank}
      fields={(record) => <MenuFields menuId={record?.MenuID} />}
      empty={{ title: t("No menus yet."), text: t("Each opens a page, and shows to the roles that may view it.") }}
      deleteText={t("It goes from everybody's menu. A menu with sub-menus or actions stays.")}
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

function buildColumns(all: readonly MenuRecord[]): readonly Column<MenuRecord>[] {
  const names = new Map(all.map(({ MenuID, MenuName }) => [MenuID, translateName(MenuName)]));
  const places = new Map(all.map(({ MenuID }, at) => [MenuID, at]));
  return [
    {
      key: "Order",
      title: t("Menu"),
      width: 26,
      grow: 1,
      mobileSlot: "title",
      render: (menu) => (
        <Name $nested={menu.ParentMenuID !== 0}>
          <Icon name={menu.Icon || (pageByNumber(menu.MenuURL)?.icon ?? "")} />
          {translateName(menu.MenuName)}
        </Name>
      ),
      renderMobile: ({ MenuName }) => translateName(MenuName),
      sortValue: ({ MenuID }) => places.get(MenuID),
      exportValue: ({ MenuName }) => translateName(MenuName),
    },
    {
      key: "MenuURL",
      title: t("Page"),
      width: 38,
      grow: 1,
      mobileSlot: "meta",
      render: ({ MenuURL }) => <bdi dir="ltr">{pageByNumber(MenuURL)?.path ?? "—"}</bdi>,
      sortValue: ({ MenuURL }) => pageByNumber(MenuURL)?.path,
    },
    {
      key: "ParentMenuID",
      title: t("Parent menu"),
      width: 22,
      mobileSlot: "sub",
      render: ({ ParentMenuID }) => names.get(ParentMenuID) ?? t("Top level"),
      sortValue: ({ ParentMenuID }) => names.get(ParentMenuID),
    },
    {
      key: "Position",
      title: t("Position"),
      width: 9,
      align: "end",
      mobileSlot: "hidden",
      render: ({ Position }) => Position,
      sortValue: ({ Position }) => Position,
    },
  ];
}

const Name = styled.span<{ $nested: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding-inline-start: ${({ theme, $nested }) => ($nested ? theme.space.xl : 0)};
`;
