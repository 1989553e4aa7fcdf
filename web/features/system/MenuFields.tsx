import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { pages } from "../../../shared/pages.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { SwitchField } from "../../ui/FormSwitchField.tsx";
import { NumberField, TextField } from "../../ui/FormTextField.tsx";
import { useMenus } from "./menuNames.ts";

/** The fields of a menu; `menuId` is undefined for a new one. */
export function MenuFields({ menuId }: { menuId: number | undefined }) {
  const all = useMenus();
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
      <TextField name="MenuName" label="Menu Name" />
      <SelectField
        name="MenuURL"
        label="Page"
        placeholder="Select page"
        options={free.map(({ number, path }) => ({ value: number, label: pageName(path) }))}
      />
      <SwitchField name="IsTopLevel" label="Top-level entry" hint="Stands in the menu itself, below no other" wide />
      {!topLevel && (
        <SelectField
          name="ParentMenuID"
          label="Parent Menu"
          placeholder="Select parent menu"
          options={parents.map(({ MenuID, MenuName }) => ({ value: MenuID, label: MenuName }))}
        />
      )}
      <NumberField name="Position" label="Position" hint="Smaller comes first" />
      <SelectField name="Icon" label="Icon" placeholder="The page's own" options={icons} />
    </>
  );
}

const icons = [...new Set(pages.map(({ icon }) => icon))].map((icon) => ({
  value: icon,
  label: icon.replaceAll("-", " "),
}));

/** A tab with the page that it is on. */
function pageName(path: string): string {
  const page = pages.find((each) => each.path === path);
  if (!page || !("parent" in page)) return page?.title ?? path;
  return `${pages.find((each) => each.path === page.parent)?.title} / ${page.title}`;
}
