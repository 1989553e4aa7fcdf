import { messages } from "../../shared/messages.ts";
import { action } from "../../shared/resources/action.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { menus } from "../../shared/resources/menus.ts";
import { defineFeature } from "../kernel/feature.ts";
import { invalid } from "../kernel/refusal.ts";

export const menuActionsMapFeature = defineFeature(menuActionsMap, {
  check: async (tx, { after }) => {
    const menu = await tx.get(menus, after.MenuID);
    const { ActionName } = await tx.get(action, after.ActionID);
    if (menu.ParentMenuID === 0 && ActionName !== "View")
      throw invalid(messages.topLevelOnlyView, { ActionID: messages.topLevelOnlyView });
  },
});
