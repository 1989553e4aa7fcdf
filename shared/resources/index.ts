import type { AnyResource, Resource, StoredRow } from "../registry.ts";
import { action } from "./action.ts";
import { display } from "./display.ts";
import { expenses } from "./expenses.ts";
import { importRuns } from "./imports.ts";
import { mails } from "./mails.ts";
import { menuActionsMap } from "./menuactionsmap.ts";
import { menus } from "./menus.ts";
import { paymentPlan } from "./payment-plan.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { paymentSchedule } from "./payment-schedule.ts";
import { plot } from "./plot.ts";
import { plotCategory } from "./plot-category.ts";
import { plotFloor } from "./plot-floor.ts";
import { plotType } from "./plot-type.ts";
import { receivables } from "./receivables.ts";
import { role } from "./role.ts";
import { rolePermissions } from "./role-permissions.ts";
import { serviceRate } from "./service-rate.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

/** Every resource of the portal. */
export const resources: readonly Resource<StoredRow, object, Readonly<Record<string, unknown>>>[] = [
  plotCategory,
  plotType,
  plotFloor,
  plot,
  serviceRate,
  paymentPlan,
  paymentSchedule,
  paymentReceipt,
  receivables,
  expenses,
  menus,
  action,
  menuActionsMap,
  role,
  rolePermissions,
  users,
  sessions,
  display,
  mails,
  importRuns,
];

// A view refers to nothing by itself: its source does.
const kept = resources.filter(({ viewOf }) => !viewOf);

const referrers = new Map(
  resources.map((target) => [
    target.name,
    kept.filter((resource) => [...resource.fields.values()].some((field) => field.target?.name === target.name)),
  ]),
);

/** The resources with a field that refers to this one. */
export function referrersOf(target: { name: string }): readonly AnyResource[] {
  return referrers.get(target.name) ?? [];
}
