import { useEffect, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import styled from "styled-components";
import { pageById, pages } from "../../../shared/pages.ts";
import { menus } from "../../../shared/resources/menus.ts";
import type { MenuRecord } from "../../domain/menuTree.ts";
import { formatPageTitle } from "../../domain/permissionNames.ts";
import { useSortedMenus } from "../../domain/useSortedMenus.ts";
import { t, translateName } from "../../i18n/t.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { NumberField, SelectField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** Administration of the navigation menu, which has two levels. */
export function MenusScreen() {
  const allMenus = useSortedMenus();
  const columns = useMemo(() => buildColumns(allMenus), [allMenus]);
  return (
    <ResourceScreen
      resource={menus}
      title={t("Menus")}
      nouns={[t("menu"), t("menus")]}
      columns={columns}
      defaultValues={defaultValues}
      fields={(record) => <MenuFields menuId={record?.MenuID} />}
      empty={{
        title: t("No menus yet."),
        text: t("Each menu opens a page and is shown to the roles that may view it."),
      }}
      deleteText={t("The menu disappears for everyone. A menu with sub-menus or actions cannot be deleted.")}
    />
  );
}

const defaultValues = {
  MenuName: "",
  MenuURL: undefined,
  IsTopLevel: false,
  ParentMenuID: undefined,
  Position: undefined,
  Icon: "",
};

function buildColumns(allMenus: readonly MenuRecord[]): readonly Column<MenuRecord>[] {
  const menuNames = new Map(allMenus.map(({ MenuID, MenuName }) => [MenuID, translateName(MenuName)]));
  const ranks = new Map(allMenus.map(({ MenuID }, index) => [MenuID, index]));
  return [
    {
      key: "Order",
      title: t("Menu"),
      width: 26,
      grow: 1,
      mobileSlot: "title",
      render: (menu) => (
        <MenuLabel $nested={menu.ParentMenuID !== 0}>
          <Icon name={menu.Icon || (pageById(menu.MenuURL)?.icon ?? "")} />
          {translateName(menu.MenuName)}
        </MenuLabel>
      ),
      renderMobile: ({ MenuName }) => translateName(MenuName),
      sortValue: ({ MenuID }) => ranks.get(MenuID),
      exportValue: ({ MenuName }) => translateName(MenuName),
    },
    {
      key: "MenuURL",
      title: t("Page"),
      width: 38,
      grow: 1,
      mobileSlot: "meta",
      render: ({ MenuURL }) => <bdi dir="ltr">{pageById(MenuURL)?.path ?? "—"}</bdi>,
      sortValue: ({ MenuURL }) => pageById(MenuURL)?.path,
    },
    {
      key: "ParentMenuID",
      title: t("Parent menu"),
      width: 22,
      mobileSlot: "sub",
      render: ({ ParentMenuID }) => menuNames.get(ParentMenuID) ?? t("Top level"),
      sortValue: ({ ParentMenuID }) => menuNames.get(ParentMenuID),
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

const MenuLabel = styled.span<{ $nested: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding-inline-start: ${({ theme, $nested }) => ($nested ? theme.space.xl : 0)};
`;

/** The fields of a menu; `menuId` is undefined for a new one. */
function MenuFields({ menuId }: { menuId: number | undefined }) {
  const allMenus = useSortedMenus();
  const { getValues, setValue } = useFormContext();
  const isTopLevel: unknown = useWatch({ name: "IsTopLevel" });
  const parents = allMenus.filter(({ MenuID, ParentMenuID }) => ParentMenuID === 0 && MenuID !== menuId);

  // A top-level menu has parent 0; for a sub-menu the user has to choose one.
  useEffect(() => {
    const parentId: unknown = getValues("ParentMenuID");
    if (isTopLevel && parentId !== 0) setValue("ParentMenuID", 0);
    if (!isTopLevel && parentId === 0) setValue("ParentMenuID", undefined);
  }, [isTopLevel, getValues, setValue]);

  return (
    <>
      <TextField name="MenuName" label={t("Menu Name")} />
      <SelectField
        name="MenuURL"
        label={t("Page")}
        placeholder={t("Select page")}
        options={pages.map((page) => ({ value: page.id, label: formatPageTitle(page) }))}
      />
      <SwitchField
        name="IsTopLevel"
        label={t("Top-level entry")}
        hint={t("Shown at the first level of the menu")}
        fullWidth
      />
      {!isTopLevel && (
        <SelectField
          name="ParentMenuID"
          label={t("Parent Menu")}
          placeholder={t("Select parent menu")}
          options={parents.map(({ MenuID, MenuName }) => ({ value: MenuID, label: translateName(MenuName) }))}
        />
      )}
      <NumberField name="Position" label={t("Position")} hint={t("Menus with smaller numbers come first")} />
      <SelectField
        name="Icon"
        label={t("Icon")}
        placeholder={t("The page's own")}
        options={icons.map((icon) => ({ value: icon, label: translateName(icon.replaceAll("-", " ")) }))}
      />
    </>
  );
}

const icons = [...new Set(pages.map(({ icon }) => icon))];
