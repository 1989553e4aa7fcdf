import { type PageEntry, pages } from "../shared/pages.ts";

export interface Screen {
  name: string;
  address: string;
  /** For passers-by; all others are shown to an administrator. */
  open?: true;
}

/** Every screen that the portal has, by its address; `house` and `plan` are those whose pages are shown. */
export function screensOf({ house, plan }: { house: string; plan: number }): Screen[] {
  const catalogue: readonly PageEntry[] = pages;
  const leaves = catalogue.filter(({ path }) => !catalogue.some(({ parent }) => parent === path));
  return [
    { name: "login", address: "/login", open: true },
    { name: "signup", address: "/signup", open: true },
    { name: "forgot-password", address: "/forgot-password", open: true },
    { name: "reset-password", address: "/reset-password?token=1.x", open: true },
    ...leaves.map(({ path }) => ({ name: nameOf(path), address: path })),
    { name: "wall", address: "/?display=wall" },
    { name: "house", address: `/house/${encodeURIComponent(house)}` },
    { name: "plan", address: `/payment-plan-details-view?PaymentPlanID=${plan}` },
    { name: "account", address: "/account" },
    { name: "self-test", address: "/test-screens" },
    { name: "unauthorized", address: "/unauthorized" },
    { name: "not-found", address: "/nowhere" },
  ];
}

/** `/payment-management?tab=payment-plans` → payment-plans. */
function nameOf(path: string): string {
  return path.split("tab=")[1] ?? (path.slice(1) || "dashboard");
}
