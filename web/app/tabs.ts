// Written by `npm run fix` from what shared/resources and shared/pages.ts declare. Not to be changed by hand.
import { type ComponentType, lazy } from "react";

/** What each tab shows, by the path of its page; its code comes with its first visit. */
export const tabs: Readonly<Record<string, ComponentType>> = {
  "/society-management?tab=plots": lazy(async () => ({ default: (await import("../features/plot/Plots.tsx")).Plots })),
  "/society-management?tab=plot-users": lazy(async () => ({ default: (await import("../features/users/Users.tsx")).Users })),
  "/society-management?tab=plot-category": lazy(async () => ({ default: (await import("../features/plot-category/PlotCategories.tsx")).PlotCategories })),
  "/society-management?tab=plot-type": lazy(async () => ({ default: (await import("../features/plot-type/PlotTypes.tsx")).PlotTypes })),
  "/society-management?tab=plot-floors": lazy(async () => ({ default: (await import("../features/plot-floor/PlotFloors.tsx")).PlotFloors })),
  "/payment-management?tab=service-charges": lazy(async () => ({ default: (await import("../features/service-rate/ServiceRates.tsx")).ServiceRates })),
  "/payment-management?tab=payment-plans": lazy(async () => ({ default: (await import("../features/payment-plan/PaymentPlans.tsx")).PaymentPlans })),
  "/payment-management?tab=payment-schedule": lazy(async () => ({ default: (await import("../features/payment-schedule/PaymentSchedule.tsx")).PaymentSchedule })),
  "/payment-management?tab=payment-receipt": lazy(async () => ({ default: (await import("../features/payment-receipt/PaymentReceipts.tsx")).PaymentReceipts })),
  "/finance-management?tab=expenses": lazy(async () => ({ default: (await import("../features/expenses/Expenses.tsx")).Expenses })),
  "/finance-management?tab=received": lazy(async () => ({ default: (await import("../features/receivables/Receivables.tsx")).Receivables })),
  "/finance-management?tab=ageing": lazy(async () => ({ default: (await import("../features/ageing/Ageing.tsx")).Ageing })),
  "/system-management?tab=action": lazy(async () => ({ default: (await import("../features/action/Actions.tsx")).Actions })),
  "/system-management?tab=menu": lazy(async () => ({ default: (await import("../features/menus/Menus.tsx")).Menus })),
  "/system-management?tab=map-menu-actions": lazy(async () => ({ default: (await import("../features/menuactionsmap/MenuActions.tsx")).MenuActions })),
  "/system-management?tab=role": lazy(async () => ({ default: (await import("../features/role/Roles.tsx")).Roles })),
  "/system-management?tab=permissions": lazy(async () => ({ default: (await import("../features/role-permissions/Permissions.tsx")).Permissions })),
  "/system-management?tab=audit": lazy(async () => ({ default: (await import("../features/audit/Audit.tsx")).Audit })),
  "/system-management?tab=displays": lazy(async () => ({ default: (await import("../features/display/Displays.tsx")).Displays })),
  "/system-management?tab=mails": lazy(async () => ({ default: (await import("../features/mails/Mails.tsx")).Mails })),
};
