import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { pages } from "../../../shared/pages.ts";
import { useSortedMenus } from "../../domain/menuTree.ts";
import { t, translateName } from "../../i18n/t.ts";
import { NumberField, TextField } from "../../ui/form/FormFields.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";

/** The fields of a menu; `menuId` is undefined for a new one. */
export function MenuFields({ menuId }: { menuId: number | undefined }) {
  const all = useSortedMenus();
  const { getValues, setValue } = useFormContext();
  const topLevel: unknown = useWatch({ name: "IsTopLevel" });
  const taken = new Set(all.filter(({ MenuID }) => MenuID !== menuId).map(({ MenuURL }) => MenuURL));
  const free = pages.filter(({ number }) => !taken.has(number));
  const parents = all.filter(({ MenuID, ParentMenuID }) => ParentMenuID === 0 && MenuID !== menuId);

  // A top-level entry has parent 0; one that is moved below another has still to be told which.
  useEffect(() => {
    const parent: unknown = getValues("ParentMenuID");
    if (topLevel && parent !== 0) setValue("ParentMenuID", 0);
    if (!topLevel && parent === 0) setValue("ParentMenuID", undefined);
  }, [topLevel, getValues, setValue]);

  return (
    <>
      <TextField name="MenuName" label={t("Menu Name")} />
      <SelectField
        name="MenuURL"
        label={t("Page")}
        placeholder={t("Select page")}
        hint={free.length === 0 ? t("Every page has its menu; delete one to give its page another") : undefined}
        options={free.map(({ number, path }) => ({ value: number, label: formatPageTitle(path) }))}
      />
      <SwitchField
        name="IsTopLevel"
        label={t("Top-level entry")}
        hint={t("Stands in the menu itself, below no other")}
        fullWidth
      />
      {!topLevel && (
        <SelectField
          name="ParentMenuID"
          label={t("Parent Menu")}
          placeholder={t("Select parent menu")}
          options={parents.map(({ MenuID, MenuName }) => ({ value: MenuID, label: translateName(MenuName) }))}
        />
      )}
      <NumberField name="Position" label={t("Position")} hint={t("Smaller comes first")} />
      <SelectField name="Icon" label={t("Icon")} placeholder={t("The page's own")} options={iconOptions()} />
    </>
  );
}

const icons = [...new Set(pages.map(({ icon }) => icon))];

function iconOptions() {
  return icons.map((icon) => ({ value: icon, label: translateName(icon.replaceAll("-", " ")) }));
}

/** A tab with the page that it is on. */
function formatPageTitle(path: string): string {
  const page = pages.find((each) => each.path === path);
  const parent = page && pages.find((each) => each.path === page.parent);
  const title = translateName(page?.title ?? path);
  return parent ? `${translateName(parent.title)} / ${title}` : title;
}
