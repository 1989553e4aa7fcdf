// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { account } from "../../shared/resources/account.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { receiptName } from "../../shared/resources/payment-receipt.ts";
import { expectFocused, hasSelection, keepToasts, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createJpeg } from "../harness/images.ts";
import { createReceipt } from "../harness/receipts.ts";
import { parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, createSchedule } = await openSharedHarness();
await createSchedule();

test("a service charge is added and edited, with and without a penalty, and other windows show the changes", async () => {
  const address = `${portal.url()}/payment-management?tab=service-charges`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "admin");
  const other = await browser.openSignedIn(address, "manager");
  await page.getByRole("button", { name: /Add Service Charge/ }).click();
  const form = page.getByRole("dialog");
  const save = form.getByRole("button", { name: "Create Service Charge" });
  await save.click();
  for (const field of ["Start Month", "Start Year", "End Month", "End Year", "Type", "Category", "Floor"])
    await form.getByText(`${field} is required`, { exact: true }).waitFor();
  await form.getByText("Per Floor Rate is required").waitFor();
  await expectFocused(form.getByLabel("Start Month"));

  const penalty = form.getByLabel("Penalty Amount");
  expect(await penalty.count()).toBe(0);
  await form.getByRole("switch", { name: "Apply Penalty" }).click();
  await penalty.fill("200");
  await form.getByLabel("Grace Period Days").fill("5");

  await form.getByLabel("Start Month").selectOption({ label: "January" });
  await form.getByLabel("Start Year").click();
  const yearList = page.getByRole("listbox", { name: "Years" });
  const lastYear = Number(await yearList.getByRole("option").last().innerText());
  await yearList.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await yearList.getByRole("option", { name: String(lastYear + 1) }).click();
  await form.getByLabel("End Month").selectOption({ label: "June" });
  await form.getByLabel("End Year").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => form.getByLabel("End Year").innerText()).toBe(String(lastYear + 1));
  await form.getByLabel("Type").selectOption({ label: "Commercial" });
  await form.getByLabel("Category").selectOption({ label: "B" });
  await form.getByLabel("Floor", { exact: true }).selectOption({ label: "Ground" });
  await form.getByLabel("Per Floor Rate").fill("4000.50");
  await form.getByLabel("Due On Day").fill("32");
  await save.click();
  await form.getByText("Due Day must be less than 31").waitFor();
  await form.getByLabel("Due On Day").fill("15");
  await save.click();
  await page.getByText("Item added successfully").waitFor();

  const otherRow = other.page.getByRole("row").filter({ hasText: "Commercial" });
  await otherRow.getByText("4,000.50").waitFor();
  await otherRow.getByText(/200\.00 after 5 days/).waitFor();
  const ownRow = page.getByRole("row").filter({ hasText: "Commercial" });
  await ownRow.getByRole("button", { name: /^Edit/ }).click();
  await form.getByRole("switch", { name: "Apply Penalty" }).click();
  await penalty.waitFor({ state: "detached" });
  await form.getByLabel("Per Floor Rate").fill("4100");
  await form.getByRole("button", { name: "Update Service Charge" }).click();
  await otherRow.getByText("4,100.00").waitFor();
  await otherRow.getByText("None", { exact: true }).waitFor();

  await ownRow.getByRole("switch").click();
  await otherRow.getByText("Status: In-Active").waitFor();
  await ownRow.getByRole("switch").click();
  await otherRow.getByText("Status: Active").waitFor();
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([]);
});

test("a paid expense is added, and every window updates the total", async () => {
  const address = `${portal.url()}/finance-management?tab=expenses`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "manager");
  const other = await browser.openSignedIn(address, "admin");
  await other.page.getByText("No expenses found.").first().waitFor();
  await page.getByRole("button", { name: "Add Expense" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Create Expense" }).click();
  for (const message of ["Expense type is required", "Expense title is required", "Amount must be a positive number"])
    await form.getByText(message).waitFor();
  await expectFocused(form.getByLabel("Expense Type"));
  expect(await form.getByLabel("Paid On").count()).toBe(0);
  expect(await form.getByLabel("Paid from account").count()).toBe(0);

  await form.getByLabel("Expense Type").fill("Water");
  await form.getByLabel("Expense Title").fill("ٹینکر کا پانی");
  await form.getByLabel("Description").fill("Two tankers");
  await form.getByLabel("Amount").fill("7500.25");
  await form.getByRole("switch", { name: "Paid" }).click();
  await form.getByLabel("Paid On").fill("2026-11-14");
  const billPhoto = { name: "bill.jpg", mimeType: "image/jpeg", buffer: createJpeg(40, 30) };
  await form.getByLabel("Photo of the bill").setInputFiles(billPhoto);
  await form.getByRole("button", { name: "Create Expense" }).click();
  await page.getByText("Item added successfully").waitFor();
  await page.getByText("Expense ٹینکر کا پانی, Rs 7,500.25").waitFor();
  await page.getByText("File attached to ٹینکر کا پانی").waitFor();
  await other.page.getByRole("button", { name: "Download the attachment of ٹینکر کا پانی" }).waitFor();
  const row = other.page.getByRole("row").filter({ hasText: "ٹینکر کا پانی" });
  await row.getByText("7,500.25").waitFor();
  await row.getByText("14/11/2026").waitFor();
  await other.page.getByRole("row").filter({ hasText: "Total" }).getByText("7,500.25").waitFor();
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([]);
});

test("a chosen photo of a bill counts as unsaved input, and a failed upload leaves the expense saved and can be repeated", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses`, "manager");
  await keepToasts(page);
  await page.getByRole("button", { name: "Add Expense" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Expense" });
  const photo = form.getByLabel("Photo of the bill");
  await photo.setInputFiles({ name: "bill.jpg", mimeType: "image/jpeg", buffer: createJpeg(40, 30) });
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });

  const uploads: Route[] = [];
  await page.route("**/api/expenses/*/attachment", (route) => void uploads.push(route));
  await form.getByLabel("Expense Type").fill("Repairs");
  await form.getByLabel("Expense Title").fill("Gate hinge");
  await form.getByLabel("Amount").fill("900");
  await form.getByRole("button", { name: "Create Expense" }).click();
  await expect.poll(() => uploads.length).toBe(1);
  expect(await photo.isDisabled()).toBe(true);
  expect(await page.getByText("Item added successfully").count()).toBe(0);
  await uploads[0]?.abort();
  await page.getByText("The file was not attached").waitFor();
  await page.getByText("Item added successfully").waitFor();
  await form.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => uploads.length).toBe(2);
  await uploads[1]?.continue();
  await page.getByText("File attached to Gate hinge").waitFor();
});

test("choosing the cash account clears the account of an expense; an unpaid expense has no account and no payment date", async () => {
  const secondTill = {
    AccountName: "Second till",
    Kind: "cash",
    OpeningBalance: 0,
    OpeningDate: "2026-01-01",
    IsActive: 1,
  };
  const { AccountID } = parseRecord(account, await admin.post("/account", secondTill));
  const values = { ExpenseType: "Repairs", ExpenseTitle: "Lamp", Month: "11", Year: "2026", Amount: 80 };
  const body = { ...values, IsPaid: 1, PaidOnDate: "2026-11-14", AccountID };
  const { ExpenseID } = parseRecord(expenses, await admin.post("/expenses", body));
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses`, "manager");
  await page.getByRole("button", { name: "Edit Lamp" }).click();
  const form = page.getByRole("dialog", { name: "Edit Expense" });
  // Typing at once must not replace a stored value.
  await expectFocused(form.getByLabel("Expense Type"));
  expect(await form.getByLabel("Expense Type").evaluate(hasSelection)).toBe(false);
  await form.getByLabel("Paid from account").selectOption({ label: "Cash account" });
  await form.getByRole("button", { name: "Update Expense" }).click();
  await form.waitFor({ state: "detached" });
  const readStored = async () => parseRecord(expenses, await admin.get(`/expenses/${ExpenseID}`));
  expect(await readStored()).toMatchObject({ IsPaid: 1, PaidOnDate: "2026-11-14", AccountID: null });

  await page.getByRole("button", { name: "Edit Lamp" }).click();
  await form.getByRole("switch", { name: "Paid" }).click();
  await form.getByRole("button", { name: "Update Expense" }).click();
  await form.waitFor({ state: "detached" });
  expect(await readStored()).toMatchObject({ IsPaid: 0, PaidOnDate: null, AccountID: null });

  const unpaid = { ...values, ExpenseTitle: "Bulb", IsPaid: 0, AccountID };
  parseRecord(expenses, await admin.post("/expenses", unpaid));
  await page.getByRole("button", { name: "Edit Bulb, Rs 80" }).click();
  const accountField = form.getByLabel("Paid from account");
  await accountField.focus();
  await accountField.selectOption({ label: "Cash account" });
  await expectFocused(accountField);
  expect(await form.getByLabel("Paid On").count()).toBe(0);
  await form.getByRole("switch", { name: "Paid" }).click();
  await form.getByRole("switch", { name: "Paid" }).click();
  await accountField.waitFor({ state: "detached" });
});

test("an expense keeps an account and a year that are not offered any more", async () => {
  const oldBank = { AccountName: "Old bank", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
  const stored = parseRecord(account, await admin.post("/account", { ...oldBank, IsActive: 1 }));
  const { AccountID } = stored;
  const values = { ExpenseType: "Repairs", ExpenseTitle: "Pump", Month: "11", Year: "2023", Amount: 90 };
  const body = { ...values, IsPaid: 1, PaidOnDate: "2026-11-14", AccountID };
  const { ExpenseID } = parseRecord(expenses, await admin.post("/expenses", body));
  parseRecord(account, await admin.put(`/account/${AccountID}`, { ...stored, IsActive: 0 }));
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses&year=all`, "manager");
  await page.getByRole("button", { name: "Edit Pump" }).click();
  const form = page.getByRole("dialog", { name: "Edit Expense" });
  const readChosen = (label: string) =>
    form.getByLabel(label).evaluate((field) => field instanceof HTMLSelectElement && field.selectedOptions[0]?.label);
  await expect.poll(() => readChosen("Paid from account")).toBe("Old bank");
  expect(await readChosen("Year")).toBe("2023");
  for (const label of ["Paid from account", "Year"]) {
    await form.getByLabel(label).focus();
    await page.keyboard.press("Tab");
  }
  await form.getByLabel("Expense Title").fill("Water pump");
  await form.getByRole("button", { name: "Update Expense" }).click();
  await form.waitFor({ state: "detached" });
  expect(parseRecord(expenses, await admin.get(`/expenses/${ExpenseID}`))).toMatchObject({
    ExpenseTitle: "Water pump",
    Year: "2023",
    AccountID,
  });
});

test("undo marks an installment as unpaid again in every window", async () => {
  const address = `${portal.url()}/payment-management?tab=payment-schedule&year=2026`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "clerk");
  const other = await browser.openSignedIn(address, "manager");
  const name = "March 2026 of A-2 paid";
  await keepToasts(page);
  await page.getByRole("checkbox", { name }).click();
  await page.getByText("House A-2 marked as Paid").waitFor();
  await other.page.getByRole("checkbox", { name, checked: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("House A-2 marked as Unpaid").waitFor();
  // An undo cannot be undone.
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  for (const window of [page, other.page]) await window.getByRole("checkbox", { name, checked: false }).waitFor();

  const [earlierMark, laterMark] = ["April 2026 of A-1 paid", "April 2026 of A-2 paid"];
  await page.getByRole("checkbox", { name: earlierMark }).click();
  await page.getByText("House A-1 marked as Paid").waitFor();
  await page.getByRole("checkbox", { name: laterMark }).click();
  await page.getByText("House A-2 marked as Paid").waitFor();
  await page.getByText("House A-1 marked as Paid").waitFor();
  await page.keyboard.press("Control+z");
  for (const window of [page, other.page]) {
    await window.getByRole("checkbox", { name: laterMark, checked: false }).waitFor();
    await window.getByRole("checkbox", { name: earlierMark, checked: true }).waitFor();
  }
  // Settled months of the past are shown too.
  await page.reload();
  await page.getByRole("checkbox", { name: earlierMark, checked: true }).waitFor();
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([]);
});

test("an installment that a receipt has paid cannot be unmarked, and the row names the receipt", async () => {
  const receipt = await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 2_500 });
  const { page } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule&view=all&year=2026&month=1`,
    "admin",
  );
  const january = page.getByRole("checkbox", { name: "January 2026 of A-1 paid" });
  await january.click();
  await page
    .getByText(`Settled by receipt ${receiptName(receipt)}. Void the receipt first.`)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Show receipts" }).waitFor();
  expect(await january.getAttribute("aria-checked")).toBe("true");
});
