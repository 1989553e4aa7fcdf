// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { addDays, societyDayAt } from "../../shared/dates.ts";
import { setLimits } from "../harness/approvals.ts";
import { expectValue, goTo, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { lockOctober, openOctoberRecords } from "../harness/locked-month.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("an administrator locks a month after the checklist, and open screens of users who cannot view the month lock show it before they change anything", async () => {
  const { portal, revoke } = await openOctoberRecords();
  await revoke({ role: "Manager", page: "/finance-management?tab=month-lock", action: "View" });
  const monthLockUrl = `${portal.url()}/finance-management?tab=month-lock`;
  const { page, consoleErrors } = await browser.openSignedIn(monthLockUrl, "admin");
  const receipts = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  const schedule = await browser.openSignedIn(`${portal.url()}/house/A-1?tab=schedule`, "manager");
  await receipts.page.getByRole("button", { name: "Edit R-1" }).waitFor();
  await page.getByText("No month is locked").waitFor();
  await page.getByRole("button", { name: "Lock Month" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Receipts still to be emailed").waitFor();
  await dialog.getByLabel("Lock up to and including").selectOption({ label: "October 2026" });
  await dialog.getByRole("button", { name: "Lock Month" }).click();
  await page.getByText("Locked: all months up to October 2026").waitFor();
  await page.getByRole("row").filter({ hasText: "October 2026" }).getByText("Locked", { exact: true }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Locked report of October 2026 (PDF)" }).click();
  expect((await download).suggestedFilename()).toBe("report_10_2026.pdf");

  // The row, the form of a new receipt and the checkbox show the lock in windows that were open before.
  const lockedText = /10\/2026 is locked: admin locked it at/;
  await receipts.page.getByRole("row").filter({ hasText: "R-1" }).getByRole("button", { name: lockedText }).waitFor();
  expect(await receipts.page.getByRole("button", { name: "Edit R-1" }).count()).toBe(0);
  await receipts.page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = receipts.page.getByRole("dialog");
  await form.getByLabel("Payment Date").fill("2026-10-31");
  await form.getByRole("alert").getByText(lockedText).waitFor();
  expect(await form.getByRole("button", { name: "Create Receipt" }).isDisabled()).toBe(true);
  await form.getByLabel("Payment Date").fill("2026-11-01");
  await form.getByRole("alert").waitFor({ state: "detached" });
  expect(await form.getByRole("button", { name: "Create Receipt" }).isDisabled()).toBe(false);
  const tick = schedule.page.getByRole("checkbox", { name: "October 2026 of A-1 paid" });
  await expect.poll(() => tick.getAttribute("title")).toMatch(lockedText);
  expect(await tick.isDisabled()).toBe(true);

  await page.getByRole("button", { name: "Unlock October 2026" }).click();
  await dialog.getByLabel("Reason").fill("An expense is missing");
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("An expense is missing").waitFor();
  await expect.poll(() => tick.isDisabled()).toBe(false);
  expect([...consoleErrors, ...receipts.consoleErrors, ...schedule.consoleErrors]).toEqual([]);
});

test("the dialog that locks a month drops the chosen month when a colleague locks it", async () => {
  const { admin, portal } = await openOctoberRecords();
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=month-lock`, "manager");
  await page.getByRole("button", { name: "Lock Month" }).first().click();
  const dialog = page.getByRole("dialog");
  const month = dialog.getByLabel("Lock up to and including");
  await month.selectOption({ label: "August 2026" });
  assertOk(await admin.post("/month-lock", { Month: 9, Year: 2026 }));
  await expect.poll(() => month.locator("option").allInnerTexts()).toEqual(["Select", "October 2026"]);
  await expectValue(month, "");
  const submit = dialog.getByRole("button", { name: "Lock Month" });
  expect(await submit.isDisabled()).toBe(true);
  await month.selectOption({ label: "October 2026" });
  await dialog.getByText("Receipts still to be emailed").waitFor();
  expect(await submit.isDisabled()).toBe(false);

  assertOk(await lockOctober(admin));
  await dialog.getByText("All months that are over are locked.").waitFor();
  expect(await month.count()).toBe(0);
  expect(await submit.isDisabled()).toBe(true);
});

test("dialogs show before the request that a month is locked, or that a second person must approve", async () => {
  const { admin, clock, portal, october } = await openOctoberRecords();
  await setLimits(admin, { Unlock: true, Void: 1000, Refund: 500, BackdateDays: 3 });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule&month=10`,
    "manager",
  );
  const dialog = page.getByRole("dialog");
  const tick = page.getByRole("checkbox", { name: "October 2026 of A-1 paid" });
  const row = page.getByRole("row").filter({ has: tick });
  await row.getByRole("button", { name: "Withdraw" }).click();
  await dialog.getByLabel("Reason").fill("Charged by mistake");
  await lockOctober(admin);
  await dialog
    .getByRole("alert")
    .getByText(/10\/2026 is locked/)
    .waitFor();
  expect(await dialog.getByRole("button", { name: "Withdraw" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: /10\/2026 is locked/ }).waitFor();

  await goTo(page, `${portal.url()}/house/A-1?tab=adjustments`);
  const adjustmentRow = (name: string) => page.getByRole("row").filter({ hasText: name });
  await adjustmentRow("ADJ-1")
    .getByRole("button", { name: /10\/2026 is locked/ })
    .waitFor();
  await adjustmentRow("ADJ-2").getByRole("button", { name: "Void ADJ-2" }).waitFor();

  await goTo(page, `${portal.url()}/house/A-1`);
  await page.getByRole("button", { name: "Transfer" }).first().click();
  await dialog.getByLabel("First day of the next owner").fill(october.DueDate);
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await dialog.getByLabel("Transfer fee, Rs").fill("500");
  await dialog
    .getByRole("alert")
    .getByText(/10\/2026 is locked/)
    .waitFor();
  await dialog.getByLabel("Transfer fee, Rs").fill("");
  await dialog.getByRole("alert").waitFor({ state: "detached" });

  await goTo(page, `${portal.url()}/payment-management?tab=payment-receipt`);
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  await dialog.getByLabel("Payment Date").fill(addDays(societyDayAt(clock.now()), -3));
  expect(await dialog.getByText("A second person must approve this").count()).toBe(0);
  await dialog.getByLabel("Payment Date").fill(addDays(societyDayAt(clock.now()), -4));
  await dialog.getByText("The payment date is more than 3 days back.").waitFor();

  await goTo(page, `${portal.url()}/finance-management?tab=month-lock`);
  await page.getByRole("button", { name: "Unlock October 2026" }).click();
  await dialog.getByText("A second person must approve this").waitFor();
  await dialog.getByLabel("Reason").fill("An expense is missing");
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("Sent for approval. It takes effect when a second person approves it.").waitFor();
  await page.getByText("Locked: all months up to October 2026").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the live report of a locked month shows what was received after the lock", async () => {
  const { admin, portal } = await openOctoberRecords();
  await lockOctober(admin);
  const { page } = await browser.openSignedIn(`${portal.url()}/generate-report?month=10&year=2026`, "manager");
  await page.getByText("This month is locked: admin locked it at").waitFor();
  await page.getByText("Nothing has changed since then.").waitFor();
  await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 30_000, PaymentDate: "2026-11-15" });
  await page.getByText("Received since then: Rs 2,500").waitFor();
});

test("an open report learns that its month is locked, and that it is unlocked", async () => {
  const { admin, portal } = await openOctoberRecords();
  const { page } = await browser.openSignedIn(`${portal.url()}/generate-report?month=10&year=2026`, "manager");
  const notice = page.getByText("This month is locked: admin locked it at");
  await waitUntilLive(page);
  await page
    .getByRole("heading", { name: /October 2026/ })
    .first()
    .waitFor();
  await lockOctober(admin);
  await notice.waitFor();
  assertOk(await admin.post("/month-lock/unlock", { Month: 10, Year: 2026, Reason: "An expense is missing" }));
  await notice.waitFor({ state: "detached" });
});
