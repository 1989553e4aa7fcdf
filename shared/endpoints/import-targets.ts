import type { ImportKind } from "../import-kinds.ts";
import { can, type Viewer } from "../permissions.ts";
import type { AnyResource, Guard } from "../registry.ts";
import { expenses } from "../resources/expenses.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { plot } from "../resources/plot.ts";

/** What the rows of a spreadsheet become, and all the flags that taking them in asks for: where it changes rows, that too. */
export const importTargets = {
  plots: { resource: plot, guards: [plot.guards.create, plot.guards.update] },
  receipts: { resource: paymentReceipt, guards: [paymentReceipt.guards.create] },
  expenses: { resource: expenses, guards: [expenses.guards.create, expenses.guards.update] },
} as const satisfies Record<ImportKind, { resource: AnyResource; guards: readonly Guard[] }>;

/** May they take such a spreadsheet in? Only who sees all rows may: those of a spreadsheet are of all houses. */
export function canImport({ permissions, scope }: Pick<Viewer, "permissions" | "scope">, name: ImportKind): boolean {
  return scope === "all" && importTargets[name].guards.every((guard) => can({ permissions }, guard));
}
