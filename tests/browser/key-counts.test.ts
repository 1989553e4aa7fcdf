// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { expectFocused, keepToasts, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createCountingPress } from "../harness/key-count.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const { portal, admin, createPlot, createSchedule } = await openSharedHarness();

/** The longest kind of house number: four characters without the hyphen, typed as "b125". */
const { HouseNo, PlotID } = await createPlot({ HouseNo: "B-125", OwnerName: "Muhammad Aslam" });
await createPlot({ HouseNo: "B-126" });
await createSchedule({ plots: [PlotID] });

test("at most seven keys mark the oldest open installment of a house as paid from any screen, and one undoes it", async () => {
  const { page, press, consoleErrors } = await openReport();
  await selectHouse(page, press);
  await press("ArrowRight");
  await page.getByRole("option", { name: /^Mark January .*paid/ }).waitFor();
  await press("Space");
  await page.getByText(`House ${HouseNo} marked as Paid`).waitFor();
  expect(press.count).toBeLessThanOrEqual(7);
  await expect.poll(countPaid).toBe(1);

  await press("Control+z");
  await expect.poll(countPaid).toBe(0);
  expect(press.count).toBeLessThanOrEqual(8);
  await press("Control+z");
  await page.getByText(/^Nothing to undo/).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("at most eight keys record a receipt for a house with a number of four characters from any screen, and at most six open the page of the house", async () => {
  const { page, press, consoleErrors } = await openReport();
  await selectHouse(page, press);
  await press("ArrowRight");
  await page.getByRole("option", { name: /^Add receipt/, selected: true }).waitFor();
  await press("Enter");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await expectFocused(form.getByLabel("Amount"));
  await form.getByText(/^Settles /).waitFor();
  await press("Enter");
  await page.getByText("Payment receipt added").waitFor();
  expect(press.count).toBeLessThanOrEqual(8);
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(1);

  const countBefore = press.count;
  await selectHouse(page, press);
  await press("Enter");
  await page.waitForURL(`**/house/${HouseNo}`);
  expect(press.count - countBefore).toBeLessThanOrEqual(6);
  expect(consoleErrors).toEqual([]);
});

test("at most six keys open the form of an expense from any screen, two tabs lead to its amount and one more to Paid", async () => {
  const { page, press, consoleErrors } = await openReport();
  await press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await press(..."exp");
  await page.getByRole("option", { name: /^Expenses/, selected: true }).waitFor();
  await press("Enter");
  await page.getByRole("button", { name: "Add Expense" }).first().waitFor();
  await press("n");
  const form = page.getByRole("dialog", { name: "Add Expense" });
  await expectFocused(form.getByLabel("Expense Type"));
  expect(press.count).toBeLessThanOrEqual(6);
  await page.keyboard.type("Repairs");
  await press("Tab");
  await page.keyboard.type("Water pump");
  await press("Tab");
  await expectFocused(form.getByLabel("Amount"));
  await page.keyboard.type("3500");
  expect(press.count).toBeLessThanOrEqual(8);
  await press("Tab", "Space");
  await form.getByLabel("Paid On").waitFor();
  await press("Enter");
  await page.getByText("Item added successfully").waitFor();
  expect(press.count).toBeLessThanOrEqual(11);
  expect((await admin.list(expenses)).map(({ Amount, IsPaid }) => [Amount, IsPaid])).toEqual([[3_500, 1]]);
  expect(consoleErrors).toEqual([]);
});

test("at most three keys besides the receipt number lead from any screen to the reason of a void", async () => {
  const receipt = await createReceipt(admin, { HouseNo: "B-126", AmountPaid: 500 });
  const name = receiptName(receipt);
  const { page, press, consoleErrors } = await openReport();
  await press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await press(...name.toLowerCase().replace("-", ""));
  await page.getByRole("option", { name: new RegExp(`^${name}`), selected: true }).waitFor();
  await page.getByRole("option", { name: /^Void receipt/ }).waitFor();
  await press("ArrowDown", "Enter");
  const dialog = page.getByRole("alertdialog");
  await expectFocused(dialog.getByLabel("Reason"));
  expect(press.count).toBeLessThanOrEqual(3 + name.length - 1);
  await page.keyboard.type("Wrong house");
  await press("Enter");
  await page.getByText("Receipt deleted").waitFor();
  expect(await admin.list(paymentReceipt, `?ReceiptNo=${receipt.ReceiptNo}`)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

/** A window on a screen that has nothing to do with houses; `press` counts the keys. */
async function openReport() {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  await waitUntilLive(page);
  await keepToasts(page);
  return { page, press: createCountingPress(page), consoleErrors };
}

async function selectHouse(page: Page, press: (...keys: string[]) => Promise<void>): Promise<void> {
  await press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await press(..."b125");
  await page.getByRole("option", { name: new RegExp(`^${HouseNo}`), selected: true }).waitFor();
}

async function countPaid(): Promise<number> {
  return (await admin.list(paymentSchedule, `?plot=${PlotID}`)).filter(({ IsPaid }) => IsPaid).length;
}
