// @module-tag browser
// @module-tag matrix
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { adjustmentForm } from "../harness/adjustments.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createIndebtedPlots } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("the manager sees the overdue houses live and sends reminders, and the administrator finds the emails", async () => {
  const harness = await openHarness();
  const { admin, portal, createPlot, createSchedule, society } = harness;
  const { CategoryID } = society.categories.B;
  await createIndebtedPlots(
    harness,
    { HouseNo: "A-14", OwnerName: "Kashif Baig", MobileNo: "0300-1234567" },
    { HouseNo: "A-15", EmailID: "" },
  );
  const { PlotID } = await createPlot({ HouseNo: "B-7", CategoryID, EmailID: "b7@example.org" });
  await createSchedule({ plots: [PlotID], PlotCategoryID: CategoryID, FloorRate: 1_000 });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/finance-management?tab=ageing`,
    "manager",
  );

  const rowOf = (house: string) => page.getByRole("row").filter({ hasText: house });
  const ages = page.getByRole("group", { name: "By age", exact: true });
  const sums = page.getByRole("table", { name: "By age and category" });
  await rowOf("A-14").getByText("27,500.00", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Who has not paid", level: 1 }).waitFor();
  await ages.getByRole("button", { name: /^Over 90 days/ }).click();
  await page.waitForURL(/age=over90/);
  await ages.getByRole("button", { name: /^Over 90 days/ }).click();
  await page.getByRole("button", { name: "Categories" }).focus();
  await page.keyboard.press("Enter");
  await sums.getByText("66,000.00", { exact: true }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/category=A/);
  await rowOf("B-7").waitFor({ state: "detached" });
  await sums.getByRole("button", { name: "Category A", pressed: true }).click();
  const whatsAppLink = rowOf("A-14").getByRole("link", { name: "WhatsApp to A-14" });
  expect(await whatsAppLink.getAttribute("href")).toMatch(
    /^https:\/\/wa\.me\/923001234567\?text=Assalam.*27%2C500\.00/,
  );
  expect(await whatsAppLink.getAttribute("rel")).toContain("noopener");
  await rowOf("A-15").getByText("No email", { exact: true }).waitFor();
  expect(
    await rowOf("A-15")
      .getByRole("link", { name: /WhatsApp/ })
      .count(),
  ).toBe(0);

  const paisaCharge = { PlotID, Amount: 100.5, Date: "2026-11-01", DueDate: "2026-11-10" };
  assertOk(await admin.post("/adjustment", adjustmentForm(paisaCharge)));
  await rowOf("B-7").getByText("1,100.50", { exact: true }).waitFor();

  await page.getByRole("combobox", { name: "Category" }).selectOption("A");
  await rowOf("B-7").waitFor({ state: "detached" });
  await page.getByText("Select all", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Select all shown houses", checked: true }).waitFor();
  await page.getByRole("button", { name: "Send reminders" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Send reminders" });
  await dialog.getByText("1 reminder for Rs 27,500.00 overdue; oldest due 10/01/2026.").waitFor();
  await dialog.getByText("1 house has no email address and gets no reminder.").waitFor();
  await dialog.getByText("Preview of the first email").click();
  await dialog.getByText("Gulshan-e-Test: overdue amount for house A-14").waitFor();
  expect(await harness.readMails()).toEqual([]);
  await dialog.getByRole("button", { name: "Save 1 email" }).click();
  await page.getByText("Saving 1 email as a file. No valid email address: A-15.").waitFor();
  await rowOf("A-14").getByText("Saved as file", { exact: true }).waitFor();
  expect(await harness.readMails()).toMatchObject([{ subject: "Gulshan-e-Test: overdue amount for house A-14" }]);

  // After a payment in another window the house disappears and the sums are updated.
  await createReceipt(admin, { HouseNo: "A-14", AmountPaid: 11 * 2_500, PaymentDate: "2026-11-15" });
  await rowOf("A-14").waitFor({ state: "detached" });
  await sums.getByText("38,600.50", { exact: true }).waitFor();

  const adminWindow = await browser.openSignedIn(`${portal.url()}/system-management?tab=mails`, "admin");
  const mail = adminWindow.page.getByRole("row").filter({ hasText: "overdue amount for house A-14" });
  await mail.getByText("Saved as file", { exact: true }).waitFor();
  const downloading = adminWindow.page.waitForEvent("download");
  await mail.getByRole("button", { name: /^Download/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^reminder-\d+-2026-11-15-\w+\.eml$/);
  assertOk(await harness.anonymous.post("/reset-password", { email: "clerk@example.org" }));
  const resetMail = adminWindow.page.getByRole("row").filter({ hasText: "choose a new password" });
  await resetMail.getByText("Saved as file", { exact: true }).waitFor();
  expect(await resetMail.getByRole("button").count()).toBe(0);
  expect([...consoleErrors, ...adminWindow.consoleErrors]).toEqual([]);
});

test("a window of 1440 by 900 pixels shows 18 overdue houses and all columns, in both languages", async () => {
  const harness = await openHarness();
  await createIndebtedPlots(harness, ...Array.from({ length: 20 }, () => ({})));
  const windows = await Promise.all(
    (["en", "ur"] as const).map((language) =>
      browser.openSignedIn(`${harness.portal.url()}/finance-management?tab=ageing`, { username: "manager", language }),
    ),
  );
  for (const { page } of windows) {
    const rows = page
      .getByRole("grid")
      .getByRole("row")
      .filter({ has: page.getByRole("checkbox") });
    await expect.poll(() => rows.count()).toBeGreaterThan(18);
    const totals = page.getByRole("row").filter({ hasText: /Total|کل/ });
    const readTotalsTop = async () => (await totals.last().boundingBox())?.y ?? 0;
    await expect.poll(async () => countRowsAbove(rows, await readTotalsTop())).toBeGreaterThanOrEqual(18);
    expect(await page.locator("main [data-hidden-end]", { has: page.getByRole("grid") }).count()).toBe(0);
  }
});

/** The number of rows whose lower edge is above this y position of the window, in pixels. */
function countRowsAbove(rows: Locator, y: number): Promise<number> {
  return rows.evaluateAll(
    (elements, limit) => elements.filter((row) => row.getBoundingClientRect().bottom <= limit + 1).length,
    y,
  );
}
