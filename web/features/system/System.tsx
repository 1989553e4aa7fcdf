import { lazy } from "react";
import { TabPage } from "../../TabPage.tsx";

const screens = {
  action: lazy(async () => ({ default: (await import("./Actions.tsx")).Actions })),
  menu: lazy(async () => ({ default: (await import("./Menus.tsx")).Menus })),
  "map-menu-actions": lazy(async () => ({ default: (await import("./MenuActions.tsx")).MenuActions })),
  role: lazy(async () => ({ default: (await import("./Roles.tsx")).Roles })),
  permissions: lazy(async () => ({ default: (await import("./Permissions.tsx")).Permissions })),
  mails: lazy(async () => ({ default: (await import("./Mails.tsx")).Mails })),
  displays: lazy(async () => ({ default: (await import("./Displays.tsx")).Displays })),
  audit: lazy(async () => ({ default: (await import("./Audit.tsx")).Audit })),
};

/** Who may do what. */
export function System() {
  return <TabPage title="System Management" screens={screens} />;
}
