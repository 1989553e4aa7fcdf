// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const receiptsPath = "/payment-management?tab=payment-receipt&year=2026";

test("the society requires payment details, and the audit names the rule", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/system-management?tab=society`, "admin");
  await page.getByRole("switch", { name: "Require payment details" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Society updated successfully").waitFor();
  await page.getByRole("switch", { name: "Require payment details", checked: true }).waitFor();

  await goTo(page, "/system-management?tab=audit");
  await page.getByText("Require payment details: Yes").waitFor();

  await goTo(page, receiptsPath);
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("House Number").fill("A-1");
  await form.getByLabel("Amount").fill("2500");
  await form.getByLabel("Payment Date").fill("2026-11-14");
  await form.getByLabel("Payment Method").selectOption("Cheque");
  await form.getByRole("button", { name: "Create Receipt" }).click();
  for (const message of ["Cheque number is required", "Bank is required", "Cheque date is required"])
    await form.getByText(message).waitFor();
  await form.getByLabel("Cheque No").fill("105186");
  await form.getByLabel("Bank").fill("HBL");
  await form.getByLabel("Cheque Date").fill("2026-11-10");
  await form.getByRole("button", { name: "Create Receipt" }).click();
  const row = page.getByRole("row").filter({ hasText: "R-1" });
  await row.getByText("HBL, 105186, 10/11/2026").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a receipt without payment details is marked; the details and the house can be corrected in its row", async () => {
  const { portal, admin } = await openHarness();
  await createReceipt(admin, { HouseNo: "A-1", PaymentMethod: "Online" });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  const row = page.getByRole("row").filter({ hasText: "R-1" });
  await row.getByText("Details missing").waitFor();

  await page.getByRole("button", { name: "Edit R-1" }).click();
  await page.getByLabel("House", { exact: true }).fill("A-2");
  await page.getByRole("button", { name: "Payment details" }).click();
  const details = page.getByRole("dialog", { name: "Payment details" });
  await details.getByLabel("Reference").fill("TX-9");
  await details.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save R-1" }).click();
  await row.getByText("A-2").first().waitFor();
  await row.getByText("TX-9").waitFor();

  assertOk(await admin.put("/society", { Name: "S", Limits: { RequirePaymentDetails: true } }));
  await page.getByRole("button", { name: "Edit R-1" }).click();
  await page.getByLabel("Method", { exact: true }).selectOption("Bank Transfer");
  await page.getByRole("button", { name: "Save R-1" }).click();
  await details.getByText("Bank is required").waitFor();
  await details.getByLabel("Bank").fill("Meezan");
  await details.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save R-1" }).click();
  await row.getByText("Meezan, TX-9").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a payment that is entered twice needs a confirmation; a void needs a reason, and its row shows who voided the receipt", async () => {
  const { portal, admin } = await openHarness();
  await createReceipt(admin, { HouseNo: "A-1", PaymentMethod: "Online", Reference: "TX-9" });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("House Number").fill("A-2");
  await form.getByLabel("Amount").fill("2500");
  await form.getByLabel("Payment Date").fill("2026-11-14");
  await form.getByLabel("Payment Method").selectOption("Online");
  await form.getByLabel("Reference").fill("tx-9");
  await form.getByRole("button", { name: "Create Receipt" }).click();
  await page.getByRole("alertdialog").getByText("Already entered as R-1").waitFor();
  await page.getByRole("button", { name: "Record anyway" }).click();
  await page.getByRole("row").filter({ hasText: "R-2" }).waitFor();

  await page.getByRole("button", { name: "Void R-2" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("Typed twice");
  await question.getByRole("button", { name: /Delete|Void/ }).click();
  await page.getByRole("row").filter({ hasText: "R-2" }).waitFor({ state: "detached" });
  await goTo(page, `${receiptsPath}&voided=1`);
  const voided = page.getByRole("row").filter({ hasText: "R-2" });
  await voided.getByText("Typed twice").waitFor();
  await voided.getByText(/^manager, \d\d\/\d\d\/\d{4}/).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("on phones the Received screen shows received amounts and the society's form fits; a resident sees a failed mail as pending", async () => {
  const { portal, admin, transaction, createSchedule } = await openHarness();
  await createSchedule();
  const { PaymentReceiptID } = await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 1_000 });
  await transaction(async (tx) => {
    const house = await tx.findFirst(plot, { HouseNo: "A-1" });
    if (house) tx.update(plot, house, { EmailID: "ali@example.org" });
    const receipt = await tx.get(paymentReceipt, PaymentReceiptID);
    tx.update(paymentReceipt, receipt, { MailError: "550 Mailbox unavailable" });
  });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, "/finance-management?tab=received&year=2026&month=all&sort=MonthYear");
  await page.getByText("Received 1,000.00").first().waitFor();
  await goTo(page, "/system-management?tab=society");
  await page.getByRole("switch", { name: "Require payment details" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await goTo(page, "/payment-management?tab=payment-receipt&year=2026");
  await page.getByText("Failed").first().waitFor();

  const resident = await browser.openSignedIn(`${portal.url()}/house/A-1?tab=receipts`, "ali");
  await resident.page.getByRole("row").filter({ hasText: "R-1" }).getByText("Pending", { exact: true }).waitFor();
  expect(await resident.page.getByText("Failed").count()).toBe(0);
});

test("the form of a receipt says which payment details are missing", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const hint = form.getByText(/^Missing: .+ You can save the receipt and add them later\.$/);
  await form.getByLabel("Payment Method").selectOption("Cheque");
  await form.getByText("Missing: Cheque No, Bank, Cheque Date. You").waitFor();
  await form.getByLabel("Bank").fill("HBL");
  await form.getByText("Missing: Cheque No, Cheque Date. You").waitFor();
  await form.getByLabel("Payment Method").selectOption("Cash");
  await hint.waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});
