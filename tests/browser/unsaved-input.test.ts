// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { account } from "../../shared/resources/account.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import {
  expectFocused,
  expectValue,
  goTo,
  hasSelection,
  openScreen,
  setUpBrowser,
  signInByForm,
  waitUntilLive,
} from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createJpeg } from "../harness/images.ts";
import { createReceipt, readReceipt, voidReceipt } from "../harness/receipts.ts";
import { parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, manager, createPlot } = await openSharedHarness();
const plotsPath = "/society-management?tab=plots";

test("a changed form asks before Esc closes it, and survives a reload", async () => {
  await createPlot({ HouseNo: "U-1", OwnerName: "Usman" });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${plotsPath}&q=U-1`, "admin");
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  const openForm = async () => {
    await page.getByRole("button", { name: "Edit U-1" }).click();
    await form.waitFor();
  };
  await openForm();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });

  await openForm();
  await form.getByLabel("Owner Name").fill("Usman Ghani");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  await expectValue(form.getByLabel("Owner Name"), "Usman Ghani");

  await page.reload();
  await openForm();
  await form.getByText("What you typed here and did not save is filled in again").waitFor();
  await expectValue(form.getByLabel("Owner Name"), "Usman Ghani");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });
  await openForm();
  await expectValue(form.getByLabel("Owner Name"), "Usman");
  expect(consoleErrors).toEqual([]);
});

test("houses that are selected for an adjustment are input that Esc asks about", async () => {
  const { HouseNo } = await createPlot({ HouseNo: "U-11" });
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=adjustments`, "admin");
  await page.getByRole("button", { name: "Several houses" }).click();
  const form = page.getByRole("dialog", { name: "Adjustment for several houses" });
  await form.getByRole("checkbox", { name: `Select ${HouseNo}` }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog", { name: "Discard your changes?" }).waitFor();
});

test("what was typed survives the Back button and the end of the session, but not a save", async () => {
  await createPlot({ HouseNo: "U-8", OwnerName: "Uroosa" });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-type`,
    "manager",
  );
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  const owner = form.getByLabel("Owner Name");
  const filledIn = form.getByText("What you typed here and did not save is filled in again");
  const openForm = () => page.getByRole("button", { name: "Edit U-8" }).click();
  await openScreen(page, `${plotsPath}&q=U-8`);
  await openForm();
  await owner.fill("Uroosa Shah");
  await page.goBack();
  await form.waitFor({ state: "detached" });
  await page.goForward();
  await openForm();
  await filledIn.waitFor();
  await expectValue(owner, "Uroosa Shah");

  await page.evaluate(() =>
    fetch("/api/logout", { method: "POST", headers: { authorization: `Bearer ${localStorage.auth_token}` } }),
  );
  await page.waitForURL("**/login");
  await signInByForm(page, { username: "manager" });
  await openForm();
  await filledIn.waitFor();
  await owner.press("Enter");
  await form.waitFor({ state: "detached" });
  await page.getByText("Uroosa Shah").waitFor();
  await page.goBack();
  await page.goForward();
  await openForm();
  await expectValue(owner, "Uroosa Shah");
  expect(await filledIn.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("a receipt that is saved after its form was left is not filled in again", async () => {
  await createPlot({ HouseNo: "U-9" });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-type`,
    "manager",
  );
  await openScreen(page, "/payment-management?tab=payment-receipt");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const amount = form.getByLabel("Amount");
  const openForm = () => page.getByRole("button", { name: "Add Receipt" }).first().click();
  await openForm();
  await form.getByLabel("House Number").fill("U-9");
  await amount.fill("5000");
  // The day of the server's clock.
  await form.getByLabel("Payment Date").fill("2026-11-15");
  const held: Route[] = [];
  // The write is to be held, not the list, which is read again on connecting.
  await waitUntilLive(page);
  await page.route("**/api/payment-receipt", (route) => void held.push(route));
  await amount.press("Enter");
  await expect.poll(() => held.length).toBe(1);
  await page.goBack();
  await form.waitFor({ state: "detached" });
  await held[0]?.continue();
  await page.getByText("Payment receipt added").waitFor();
  await page.goForward();
  await openForm();
  await expectValue(amount, "");
  expect(await form.getByText("What you typed here and did not save is filled in again").count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("the late answer of a form or question leaves the one that was opened after it open, with what was typed", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-type`,
    "admin",
  );
  await waitUntilLive(page);
  const held: Route[] = [];
  await page.route(/\/api\/plot-type/, (route) =>
    route.request().method() === "GET" ? route.continue() : void held.push(route),
  );
  const form = page.getByRole("dialog", { name: "Add Type" });
  const name = form.getByRole("textbox").first();
  const openForm = () => page.getByRole("button", { name: "Add Type" }).first().click();
  await openForm();
  await name.fill("Late type");
  await name.press("Enter");
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await openForm();
  await name.fill("Next type");
  await held.shift()?.continue();
  await page.getByText("Late type").first().waitFor();
  await expectValue(name, "Next type");
  await page.reload();
  await openForm();
  await expectValue(name, "Next type");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard", exact: true }).click();

  const question = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Delete Late type" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => held.length).toBe(1);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete Commercial" }).click();
  await held.shift()?.continue();
  await page.getByRole("row").filter({ hasText: "Late type" }).waitFor({ state: "detached" });
  await page.getByText("Item deleted successfully").waitFor();
  expect(await question.count()).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test("what depends on the kind and the house of an adjustment is filled in again after a reload", async () => {
  const house = await createPlot({ HouseNo: "U-10" });
  const bank = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01", IsActive: 1 };
  const { AccountID } = parseRecord(account, await admin.post("/account", bank));
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=adjustments`,
    "admin",
  );
  const form = page.getByRole("dialog", { name: "Add Adjustment" });
  const accountField = form.getByLabel("Paid from account");
  const openForm = () => page.getByRole("button", { name: "Add Adjustment" }).first().click();
  await openForm();
  await form.getByLabel("Kind").selectOption({ label: "Refund" });
  await form.getByLabel("House", { exact: true }).fill(house.HouseNo);
  await accountField.selectOption({ label: "HBL" });
  await form.getByLabel("Reason").fill("Moved out");
  await page.reload();
  await openForm();
  await form.getByText("What you typed here and did not save is filled in again").waitFor();
  await expectValue(form.getByLabel("House", { exact: true }), house.HouseNo);
  await expectValue(accountField, String(AccountID));
  await form.getByLabel("Kind").selectOption({ label: "Charge" });
  await form.getByLabel("Kind").selectOption({ label: "Refund" });
  await expectValue(accountField, "");
  expect(consoleErrors).toEqual([]);
});

test("a select that was emptied is empty again after a reload", async () => {
  const bank = { AccountName: "Wallet", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01", IsActive: 1 };
  const { AccountID } = parseRecord(account, await admin.post("/account", bank));
  const values = { ExpenseType: "Repairs", ExpenseTitle: "Fence", Month: "11", Year: "2026", Amount: 80 };
  const body = { ...values, IsPaid: 1, PaidOnDate: "2026-11-14", AccountID };
  const { ExpenseID } = parseRecord(expenses, await admin.post("/expenses", body));
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses`, "manager");
  const form = page.getByRole("dialog", { name: "Edit Expense" });
  const openForm = () => page.getByRole("button", { name: "Edit Fence" }).click();
  await openForm();
  await form.getByLabel("Paid from account").selectOption({ label: "Cash account" });
  await page.reload();
  await openForm();
  await form.getByText("What you typed here and did not save is filled in again").waitFor();
  await expectValue(form.getByLabel("Paid from account"), "");
  await form.getByRole("button", { name: "Update Expense" }).click();
  await form.waitFor({ state: "detached" });
  expect(parseRecord(expenses, await admin.get(`/expenses/${ExpenseID}`)).AccountID).toBe(null);
});

test("what was typed is filled in again after a change of the language", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/system-management?tab=society`, "admin");
  await page.getByLabel("Address").fill("12 Canal Road");
  await page.getByRole("banner").locator('button[aria-haspopup="menu"]').click();
  await page.getByRole("menuitem", { name: "اردو" }).click();
  await page.locator("html[lang=ur]").waitFor();
  await expectValue(page.getByLabel("پتا", { exact: true }), "12 Canal Road");
  expect(consoleErrors).toEqual([]);
});

test("an amount that is filled in again after a reload is not selected", async () => {
  await createPlot({ HouseNo: "U-4", OwnerName: "Uzair" });
  const { page } = await browser.openSignedIn(`${portal.url()}/house/U-4`, "manager");
  const amount = page.getByRole("dialog").getByLabel("Amount");
  const openForm = async () => {
    await page.getByRole("button", { name: "Add receipt" }).waitFor();
    await page.keyboard.press("n");
    await expectFocused(amount);
  };
  await openForm();
  await amount.fill("5000");
  await page.reload();
  await openForm();
  await expectValue(amount, "5000");
  expect(await amount.evaluate(hasSelection)).toBe(false);
});

test("what was typed for one house is not filled in for another after a reload", async () => {
  const { PlotID } = await createPlot({ HouseNo: "U-5" });
  await createPlot({ HouseNo: "U-6" });
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const amount = form.getByLabel("Amount");
  const openForm = async (HouseNo: string) => {
    await goTo(page, `/house/${HouseNo}`);
    await page.getByRole("button", { name: "Add receipt" }).waitFor();
    await page.keyboard.press("n");
    await expectFocused(amount);
    expect(await form.getByText("What you typed here and did not save is filled in again").count()).toBe(0);
    await expectValue(amount, "");
  };
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  await form.getByLabel("House Number").fill("U-5");
  await amount.fill("5000");
  await openForm("U-6");
  await amount.fill("4000");
  await openForm("U-5");
  await amount.fill("3000");
  // The day of the server's clock.
  await form.getByLabel("Payment Date").fill("2026-11-15");
  await amount.press("Enter");
  const readReceipts = () => admin.list(paymentReceipt, `?plot=${PlotID}`);
  await expect.poll(readReceipts).toMatchObject([{ AmountPaid: 3000 }]);
});

test("a chosen file is not kept over a reload, and its field says so until a file is chosen", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/finance-management?tab=expenses`,
    "manager",
  );
  const form = page.getByRole("dialog", { name: "Add Expense" });
  const photo = form.getByLabel("Photo of the bill");
  const bill = { name: "bill.jpg", mimeType: "image/jpeg", buffer: createJpeg(40, 30) };
  const lostText = form.getByText("bill.jpg was not kept. Choose it again.");
  const openForm = () => page.getByRole("button", { name: "Add Expense" }).first().click();
  await openForm();
  await form.getByLabel("Expense Title").fill("Gate hinge");
  await photo.setInputFiles(bill);
  for (const _reload of [1, 2]) {
    await page.reload();
    await openForm();
    await lostText.waitFor();
  }
  await expectValue(form.getByLabel("Expense Title"), "Gate hinge");
  await photo.setInputFiles(bill);
  await lostText.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });
  await openForm();
  await photo.waitFor();
  expect(await lostText.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("text that is filled in again after a reload does not overwrite a colleague's change", async () => {
  const house = await createPlot({ HouseNo: "U-3", OwnerName: "Uzma" });
  const { page } = await browser.openSignedIn(`${portal.url()}${plotsPath}&q=U-3`, "admin");
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  await page.getByRole("button", { name: "Edit U-3" }).click();
  await form.getByLabel("Owner Name").fill("Uzma Khan");
  await page.reload();
  await manager.put(`/plot/${house.PlotID}`, { ...house, OwnerName: "Uzma Bibi" });
  await page.getByRole("row", { name: /Uzma Bibi/ }).waitFor();

  await page.getByRole("button", { name: "Edit U-3" }).click();
  await expectValue(form.getByLabel("Owner Name"), "Uzma Khan");
  await form.getByRole("button", { name: "Update Plot" }).click();
  await page.getByRole("dialog", { name: "Plot U-3 changed while you were editing" }).waitFor();
});

test("a record that a colleague deletes stays in the open form, and the colleague is warned", async () => {
  const { PlotID } = await createPlot({ HouseNo: "U-2", OwnerName: "Umar" });
  const { page } = await browser.openSignedIn(`${portal.url()}${plotsPath}&q=U-2`, "manager");
  await page.getByRole("button", { name: "Edit U-2" }).click();
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  await form.getByLabel("Owner Name").fill("Umar Farooq");

  const colleague = await browser.openSignedIn(`${portal.url()}${plotsPath}&q=U-2`, "admin");
  await colleague.page.getByRole("button", { name: "Delete U-2" }).click();
  await colleague.page
    .getByRole("alertdialog")
    .getByText(/is editing this/)
    .waitFor();

  await page.setViewportSize({ width: 390, height: 700 });
  await form.getByLabel("Email ID").focus();
  await admin.delete(`/plot/${PlotID}`);
  const notice = form.getByText(/deleted this/);
  await notice.waitFor();
  const readTop = () => notice.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(readTop, { message: "notice in view" }).toBeGreaterThan(0);
  await expectValue(form.getByLabel("Owner Name"), "Umar Farooq");
  expect(await form.getByRole("button", { name: "Update Plot" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByText("Discard your changes?").waitFor();
});

test("the row of a receipt that is edited stays in view when a search or filter no longer matches it, until it is saved", async () => {
  const { HouseNo } = await createPlot({ HouseNo: "U-17" });
  const receipt = await createReceipt(admin, { HouseNo, AmountPaid: 500 });
  const other = await createReceipt(admin, { HouseNo, AmountPaid: 600, PaymentMethod: "Online" });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt&q=U-17`,
    "manager",
  );
  const remarks = page.locator("[role=row] input[name=Remarks]");
  const row = page.getByRole("row").filter({ hasText: receiptName(receipt) });
  const otherRow = page.getByRole("row").filter({ hasText: receiptName(other) });
  await page.getByRole("button", { name: `Edit ${receiptName(receipt)}` }).click();
  await remarks.fill("Paid by his brother");
  await page.getByRole("searchbox").fill("nothing like this");
  await otherRow.waitFor({ state: "detached" });
  await expectValue(remarks, "Paid by his brother");
  await page.getByRole("searchbox").fill("U-17");
  await page.getByRole("combobox", { name: /^Year/ }).selectOption({ label: "2025" });
  await otherRow.waitFor({ state: "detached" });
  await expectValue(remarks, "Paid by his brother");
  await remarks.press("Enter");
  await page.getByText("Receipt updated").waitFor();
  await row.waitFor({ state: "detached" });
  expect(await readReceipt(admin, receipt)).toMatchObject({ Remarks: "Paid by his brother" });
  expect(consoleErrors).toEqual([]);
});

test("what was typed in the row of a receipt survives a reload, and stays in a dialog when a colleague voids the receipt", async () => {
  const { HouseNo } = await createPlot({ HouseNo: "U-7" });
  const receipt = await createReceipt(admin, { HouseNo, AmountPaid: 500 });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt&q=U-7`,
    "manager",
  );
  const editButton = page.getByRole("button", { name: `Edit ${receiptName(receipt)}` });
  const remarks = page.locator("[role=row] input[name=Remarks]");
  await editButton.click();
  await remarks.fill("Paid by his brother");
  await page.reload();
  await editButton.click();
  await page.getByText("What you typed here and did not save is filled in again").waitFor();
  await expectValue(remarks, "Paid by his brother");

  await voidReceipt(admin, receipt);
  const dialog = page.getByRole("dialog", { name: `Edit Receipt ${receiptName(receipt)}` });
  await dialog.getByText(/deleted this/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep open" }).click();
  await expectValue(dialog.getByLabel("Remarks"), "Paid by his brother");
  expect(await dialog.getByRole("button", { name: "Update Receipt" }).isDisabled()).toBe(true);
  expect(consoleErrors).toEqual([]);
});
