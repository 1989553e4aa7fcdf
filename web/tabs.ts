// Written by `npm run fix` from what shared/resources and shared/pages.ts declare. Not to be changed by hand.
import { type ComponentType, lazy } from "react";

/** What each tab shows, by the path of its page; its code comes with its first visit. */
export const tabs: Readonly<Record<string, ComponentType>> = {
  "/society-management?tab=plots": lazy(async () => ({ default: (await import("./features/society/Plots.tsx")).Plots })),
  "/society-management?tab=plot-users": lazy(async () => ({ default: (await import("./features/society/PlotUsers.tsx")).Users })),
  "/society-management?tab=plot-category": lazy(async () => ({ default: (await import("./features/society/PlotCategories.tsx")).PlotCategories })),
  "/society-management?tab=plot-type": lazy(async () => ({ default: (await import("./features/society/PlotTypes.tsx")).PlotTypes })),
  "/society-management?tab=plot-floors": lazy(async () => ({ default: (await import("./features/society/PlotFloors.tsx")).PlotFloors })),
  "/payment-management?tab=service-charges": lazy(async () => ({ default: (await import("./features/payments/ServiceCharges.tsx")).ServiceRates })),
  "/payment-management?tab=payment-plans": lazy(async () => ({ default: (await import("./features/payments/PaymentPlans.tsx")).PaymentPlans })),
  "/payment-management?tab=payment-schedule": lazy(async () => ({ default: (await import("./features/payments/Schedule.tsx")).PaymentSchedule })),
  "/payment-management?tab=payment-receipt": lazy(async () => ({ default: (await import("./features/payments/Receipts.tsx")).PaymentReceipts })),
  "/finance-management?tab=expenses": lazy(async () => ({ default: (await import("./features/finance/Expenses.tsx")).Expenses })),
  "/finance-management?tab=received": lazy(async () => ({ default: (await import("./features/finance/Received.tsx")).Receivables })),
  "/finance-management?tab=ageing": lazy(async () => ({ default: (await import("./features/finance/Ageing.tsx")).Ageing })),
  "/system-management?tab=action": lazy(async () => ({ default: (await import("./features/system/Actions.tsx")).Actions })),
  "/system-management?tab=menu": lazy(async () => ({ default: (await import("./features/system/Menus.tsx")).Menus })),
  "/system-management?tab=map-menu-actions": lazy(async () => ({ default: (await import("./features/system/MenuActions.tsx")).MenuActions })),
  "/system-management?tab=role": lazy(async () => ({ default: (await import("./features/system/Roles.tsx")).Roles })),
  "/system-management?tab=permissions": lazy(async () => ({ default: (await import("./features/system/Permissions.tsx")).Permissions })),
  "/system-management?tab=audit": lazy(async () => ({ default: (await import("./features/system/Audit.tsx")).Audit })),
  "/system-management?tab=displays": lazy(async () => ({ default: (await import("./features/system/Displays.tsx")).Displays })),
  "/system-management?tab=mails": lazy(async () => ({ default: (await import("./features/system/Mails.tsx")).Mails })),
};
