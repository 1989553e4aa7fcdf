// @module-tag browser
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { keepToasts, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const harness = await openSharedHarness();
const { portal, admin, createPlot, createSchedule } = harness;
await createSchedule();
const receiptsUrl = "/payment-management?tab=payment-receipt&year=2026";

test("the keyboard alone edits a receipt and undoes the edit", async () => {
  const { HouseNo } = await createPlot({});
  await createReceipt(admin, { HouseNo, AmountPaid: 1_200 });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsUrl}&q=${HouseNo}`, "manager");
  await expectAmount(page, "1,200.00");
  await keepToasts(page);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1300");
  await page.keyboard.press("Enter");
  await page.getByText("Receipt updated", { exact: true }).waitFor();
  await expectAmount(page, "1,300.00");

  await page.keyboard.press("Control+z");
  await expectAmount(page, "1,200.00");
  expect(consoleErrors).toEqual([]);
});

test("Ctrl+Z in a text field undoes the typing, not the last change of a receipt", { tags: "matrix" }, async () => {
  const { HouseNo } = await createPlot({});
  await createReceipt(admin, { HouseNo, AmountPaid: 1_500 });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsUrl}&q=${HouseNo}`, "manager");
  await expectAmount(page, "1,500.00");
  await keepToasts(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1600");
  await page.keyboard.press("Enter");
  await page.getByText("Receipt updated", { exact: true }).waitFor();

  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await page.keyboard.press("/");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await expectAmount(page, "1,600.00");
  expect(sent.filter((method) => method !== "GET")).toEqual([]);
});

test("sending the email of a receipt does not highlight its row", { tags: "matrix" }, async () => {
  const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
  await createReceipt(admin, { HouseNo, AmountPaid: 1_700 });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsUrl}&q=${HouseNo}`, "manager");
  const row = page.getByRole("row").filter({ hasText: "1,700.00" });
  await row.getByText("Pending").waitFor();
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("1 receipt to 1 house; oldest").waitFor();
  await dialog.getByText("Preview of the first email").click();
  await dialog.getByText("owner@example.org").waitFor();
  await dialog.getByRole("button", { name: "Save 1 email" }).click();
  await row.getByText("Pending").waitFor({ state: "detached" });
  await row.getByText("Saved as file").waitFor();
});

test("on phones a toolbar takes two lines and the page does not scroll horizontally", { tags: "matrix" }, async () => {
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(receiptsUrl);
  const toolbar = page.getByRole("group", { name: "Search and filter receipts" });
  await toolbar.getByRole("button", { name: "Add Receipt" }).waitFor();
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(120);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("on desktops the toolbar of the receipts takes one line", { tags: "matrix" }, async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsUrl}`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  const toolbar = page.getByRole("group", { name: "Search and filter receipts" });
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(60);
});

async function expectAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole("gridcell", { name: amount, exact: true }).waitFor();
}
