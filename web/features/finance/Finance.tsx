import { lazy } from "react";
import { TabPage } from "../../TabPage.tsx";

const screens = { expenses: lazy(async () => ({ default: (await import("./Expenses.tsx")).Expenses })) };

/** What the society spends. */
export function Finance() {
  return <TabPage title="Finance Management" screens={screens} />;
}
