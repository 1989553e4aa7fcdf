import { lazy } from "react";
import { TabPage } from "../../TabPage.tsx";

const screens = {
  "service-charges": lazy(async () => ({ default: (await import("./ServiceCharges.tsx")).ServiceCharges })),
  "payment-plans": lazy(async () => ({ default: (await import("./PaymentPlans.tsx")).PaymentPlans })),
  "payment-receipt": lazy(async () => ({ default: (await import("./Receipts.tsx")).Receipts })),
  "payment-schedule": lazy(async () => ({ default: (await import("./Schedule.tsx")).Schedule })),
};

/** What houses are charged, when, and what they have paid. */
export function Payments() {
  return <TabPage title="Payment Management" screens={screens} />;
}
