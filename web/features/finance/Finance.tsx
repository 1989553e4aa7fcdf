import { lazy } from "react";
import { TabPage } from "../../TabPage.tsx";

const screens = {
  expenses: lazy(async () => ({ default: (await import("./Expenses.tsx")).Expenses })),
  ageing: lazy(async () => ({ default: (await import("./Ageing.tsx")).Ageing })),
  received: lazy(async () => ({ default: (await import("./Received.tsx")).Received })),
};

/** What the society spends, and what comes in. */
export function Finance() {
  return <TabPage title="Finance Management" screens={screens} />;
}
