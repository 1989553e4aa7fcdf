import { messages } from "../../shared/messages.ts";
import type { RowOf } from "../../shared/registry.ts";
import { menus } from "../../shared/resources/menus.ts";
import { removeRefusals } from "../ground/permission-rows.ts";
import { overseen } from "../ground/rights.ts";
import { defineFeature } from "../kernel/feature.ts";
import { conflict, invalid } from "../kernel/refusal.ts";
import type { Transaction } from "../kernel/transaction.ts";

type Menu = RowOf<typeof menus>;

/** Entries of the menu: two levels, and a page that somebody is using does not go. */
export const menusFeature = defineFeature(menus, {
  compute: placed,
  check: (tx, { after }) => checkPlace(tx, after),
  update: (tx, { row, input }) =>
    overseen(tx, async () => {
      const after = tx.updateParsed(menus, row, { ...input, ...placed(input) });
      await checkPlace(tx, after);
      return after;
    }),
  checkRemove: async (tx, row) => {
    const child = await tx.first(menus, { ParentMenuID: row.MenuID });
    if (child) throw conflict(messages.inUse(menus.label, `${menus.label} ${child.MenuName}`));
    await overseen(tx, () => removeRefusals(tx, { label: menus.label, of: { MenuID: row.MenuID } }));
  },
});

/** A top-level entry has no parent, whatever the form sent along. */
function placed({ ParentMenuID, IsTopLevel }: Pick<Menu, "ParentMenuID" | "IsTopLevel">): Partial<Menu> {
  return { ParentMenuID: IsTopLevel === 1 ? 0 : ParentMenuID };
}

async function checkPlace(tx: Transaction, { MenuID, ParentMenuID }: Menu): Promise<void> {
  if (ParentMenuID === 0) return;
  await tx.hold(menus, [ParentMenuID], "ParentMenuID");
  const parent = await tx.get(menus, ParentMenuID);
  if (parent.ParentMenuID !== 0) throw atParent(messages.parentNotTopLevel);
  if (await tx.first(menus, { ParentMenuID: MenuID })) throw atParent(messages.hasSubMenus);
}

function atParent(message: string) {
  return invalid(message, { ParentMenuID: message });
}
