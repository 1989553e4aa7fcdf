// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { openScreen, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const { portal, createSchedule } = await openSharedHarness();
await createSchedule();

/** With the request that fails, and the message of the screen if it shows its own instead of the server's. */
const screens: readonly { path: string; api: string; error?: string }[] = [
  { path: "/society-management?tab=plots", api: "plot" },
  { path: "/payment-management?tab=payment-schedule", api: "payment-schedule" },
  { path: "/payment-management?tab=payment-receipt", api: "payment-receipt", error: "Failed to load payment receipts" },
  { path: "/finance-management?tab=ageing", api: "ageing" },
  { path: "/finance-management?tab=cash-book", api: "cash-book" },
  { path: "/generate-report", api: "generate-report", error: "Failed to generate report" },
  { path: "/house/A-1?tab=changes", api: "plot/*/history" },
  { path: "/system-management?tab=mails", api: "mails" },
  { path: "/system-management?tab=audit", api: "audit" },
  { path: "/system-management?tab=society", api: "society" },
  { path: "/system-management?tab=verification", api: "verification" },
  { path: "/system-management?tab=permissions", api: "role-permissions" },
  { path: "/", api: "activity", error: "Failed to load the activity" },
  { path: "/", api: "dashboard/summary" },
  { path: "/payment-plan-details-view?PaymentPlanID=1", api: "payment-plan-full/*" },
];

const serverMessage = "Answered by the test";

test.each(screens)(
  "$path offers to load $api again only after an error that may pass",
  async ({ path, api, error }) => {
    const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
    const message = page.getByText(error ?? serverMessage).first();
    const retry = page.getByRole("button", { name: "Try again" });
    let status = 409;
    const url = new RegExp(`/api/${api.replace("*", "[^/]+")}([?].*)?$`);
    await page.route(url, (route) => route.fulfill({ status, json: { success: false, message: serverMessage } }));
    await openScreen(page, path);
    await message.waitFor();
    expect(await retry.count()).toBe(0);

    status = 503;
    await openScreen(page, "/guide");
    await openScreen(page, path);
    await message.waitFor();
    await page.unroute(url);
    await retry.first().click();
    await message.waitFor({ state: "detached" });
    await expect.poll(() => retry.count()).toBe(0);
  },
);
