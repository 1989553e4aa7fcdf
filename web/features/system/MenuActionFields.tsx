import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type PageEntry, pageByNumber } from "../../../shared/pages.ts";
import { action } from "../../../shared/resources/action.ts";
import { say, sayName } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { fullName, useMenus } from "./menuNames.ts";

/** A menu and one of the actions that it can have: at the top level that is View alone. */
export function MenuActionFields() {
  const all = useMenus();
  const { rows } = useResource(action);
  const { getValues, setValue } = useFormContext();
  const menuId: unknown = useWatch({ name: "MenuID" });
  const menu = all.find(({ MenuID }) => MenuID === menuId);
  const page: PageEntry | undefined = menu && pageByNumber(menu.MenuURL);
  const own: readonly string[] = page?.actions ?? [];
  const viewOnly = menu?.ParentMenuID === 0;
  const offered = rows.filter(({ ActionName }) => !viewOnly || ActionName === "View" || own.includes(ActionName));
  const fits = offered.some(({ ActionID }) => ActionID === getValues("ActionID"));

  useEffect(() => {
    if (menu && !fits) setValue("ActionID", undefined);
  }, [menu, fits, setValue]);

  return (
    <>
      <SelectField
        name="MenuID"
        label={say("Menu")}
        placeholder={say("Select menu")}
        options={all.map((each) => ({ value: each.MenuID, label: fullName(each, all) }))}
      />
      <SelectField
        name="ActionID"
        label={say("Action")}
        placeholder={say("Select action")}
        hint={viewOnly ? say("A top-level menu takes only View") : undefined}
        options={offered.map(({ ActionID, ActionName }) => ({ value: ActionID, label: sayName(ActionName) }))}
      />
    </>
  );
}
