// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a display shows new receipts, reconnects after a restart and is cleared when it is switched off", async () => {
  const { portal, manager, createSchedule } = await openHarness();
  await createSchedule();
  const { url: proxyUrl } = await FaultyProxy.open(portal.url);
  const { page: adminPage } = await browser.openSignedIn(proxyUrl, "admin");
  await goTo(adminPage, "/system-management?tab=displays");
  await adminPage.getByRole("button", { name: "Add Display" }).first().click();
  await adminPage.getByRole("dialog").getByLabel("Name").fill("Lobby");
  await adminPage.getByRole("dialog").getByRole("button", { name: "Add Display" }).click();
  const link = await adminPage.getByRole("textbox", { name: "The display's link" }).inputValue();
  expect(link.startsWith(`${proxyUrl}/wall/`)).toBe(true);
  await adminPage.keyboard.press("Escape");

  const display = await browser.openWindow(proxyUrl);
  const pageErrors: string[] = [];
  display.on("pageerror", ({ message }) => pageErrors.push(message));
  await goTo(display, link);
  await display.getByText("No receipts yet.").waitFor();
  await expectLive(display);
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-15" });
  await display.getByRole("listitem").filter({ hasText: "A-1" }).filter({ hasText: "2,500" }).waitFor();
  expect(await display.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();

  await portal.restart();
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 1250, PaymentDate: "2026-11-15" });
  await display.getByRole("listitem").filter({ hasText: "1,250" }).waitFor();

  await goTo(adminPage, "/system-management?tab=displays");
  await adminPage.getByRole("button", { name: "Switch off Lobby" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await display.getByRole("heading", { name: "This display has been switched off" }).waitFor();
  await display.getByText("A-1").first().waitFor({ state: "detached" });
  expect(pageErrors).toEqual([]);
});

test("a display shows the day of the server's clock, although that of the device is two weeks ahead, and does not fetch its figures again", async () => {
  const { portal, manager } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await goTo(page, "/?display=wall");
  await page.getByText("No receipts yet.").waitFor();
  await expectLive(page);
  await page.clock.install({ time: browserNow() });
  await page.reload();
  await page.getByText("No receipts yet.").waitFor();
  await expectLive(page);
  await page.getByText("Sun 15/11/2026").waitFor();
  let fetchCount = 0;
  await page.route("**/api/dashboard/summary", (route) => {
    fetchCount++;
    return route.continue();
  });
  await page.clock.runFor(31_000);
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-15" });
  await page.getByRole("listitem").filter({ hasText: "A-1" }).waitFor();
  expect(fetchCount).toBe(0);
});

test("a display whose first requests after a lost connection fail repeats them, and shows what was recorded meanwhile", async () => {
  const { portal, manager, clock, createSchedule } = await openHarness();
  clock.set(browserNow().toISOString());
  await createSchedule();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await goTo(page, "/?display=wall");
  await page.getByText("No receipts yet.").waitFor();
  await expectLive(page);
  const amount = page.getByRole("definition").first();
  const readColor = () => amount.evaluate((element) => getComputedStyle(element).color);
  const liveColor = await readColor();
  await page.context().setOffline(true);
  await page.getByText(/^\d+ sec old$/).waitFor();
  expect(await readColor()).not.toBe(liveColor);
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-15" });
  const refusal = { success: false, message: "Answered by the test" };
  for (const path of ["dashboard/summary", "wall/receipts"])
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 503, json: refusal }), { times: 1 });
  await page.context().setOffline(false);
  await expectLive(page);
  await page.getByRole("listitem").filter({ hasText: "2,500" }).waitFor();
  await page.getByRole("definition").filter({ hasText: "2,500" }).first().waitFor();
});

test("the dashboard shows other users' actions live, and Esc leaves the wall display", async () => {
  const { portal, manager, admin, createExpense, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  await page.getByText("No activity yet.").waitFor({ state: "detached" });
  const activity = page.getByRole("region", { name: "Activity" });
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 3500, PaymentDate: "2026-11-15" });
  const firstEntry = activity.getByRole("listitem").first();
  await firstEntry.getByText("manager added receipt R-1").waitFor();
  await firstEntry.getByText("Rs 3,500").waitFor();
  await createExpense({ ExpenseTitle: "Lamps" });
  await firstEntry.getByText("Lamps").waitFor();
  await activity.getByRole("link", { name: "A-1" }).waitFor();

  const category = await admin.post("/plot-category", { CategoryName: "Commercial" });
  const { PlotID } = await createPlot({ CategoryID: parseRecord(plotCategory, category).CategoryID });
  assertOk(await admin.post("/adjustment", adjustmentForm({ PlotID })));
  await goTo(page, "/?display=wall");
  await page.getByRole("heading", { name: "Last ten receipts" }).waitFor();
  await page.getByRole("region", { name: "November by category" }).getByText("Commercial", { exact: true }).waitFor();
  await page.getByRole("navigation").first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

async function expectLive(display: Page): Promise<void> {
  await display.getByText("Live", { exact: true }).waitFor();
}
