import { type PageEntry, pages } from "../../shared/pages.ts";

export interface Screen {
  /** Also the name of its image file. */
  name: string;
  path: string;
  /** Reachable without a session; the other screens are shown to an administrator. */
  isPublic?: true;
}

/** Every screen of the portal; `houseNo` and `paymentPlanId` select the records of the detail pages. */
export function listScreens({ houseNo, paymentPlanId }: { houseNo: string; paymentPlanId: number }): Screen[] {
  const allPages: readonly PageEntry[] = pages;
  const leaves = allPages.filter(({ path }) => !allPages.some(({ parent }) => parent === path));
  return [
    { name: "login", path: "/login", isPublic: true },
    { name: "signup", path: "/signup", isPublic: true },
    { name: "forgot-password", path: "/forgot-password", isPublic: true },
    { name: "reset-password", path: "/reset-password?token=1.x", isPublic: true },
    { name: "verify-email", path: "/verify-email?token=1.x", isPublic: true },
    { name: "check", path: "/check", isPublic: true },
    ...leaves.map(({ path }) => ({ name: toScreenName(path), path })),
    { name: "wall", path: "/?display=wall" },
    { name: "house", path: `/house/${encodeURIComponent(houseNo)}` },
    { name: "plan", path: `/payment-plan-details-view?PaymentPlanID=${paymentPlanId}` },
    { name: "account", path: "/account" },
    { name: "guide", path: "/guide" },
    { name: "self-test", path: "/test-screens" },
    { name: "unauthorized", path: "/unauthorized" },
    { name: "not-found", path: "/nowhere" },
  ];
}

/** `/payment-management?tab=payment-plans` → payment-plans. */
function toScreenName(path: string): string {
  return path.split("tab=")[1] ?? (path.slice(1) || "dashboard");
}
