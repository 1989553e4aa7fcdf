// @module-tag browser
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import {
  expectFocused,
  expectValue,
  goTo,
  keepToasts,
  loseAnswer,
  openScreen,
  setUpBrowser,
  waitUntilLive,
} from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createCountingPress } from "../harness/key-count.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser({ reusesWindows: false });
const { portal, admin, clock, society, createPlot, createSchedule } = await openSharedHarness();
// The form proposes the browser's day.
clock.set(browserNow().toISOString());
await createSchedule();

test("at most eight keys record the usual receipt from any screen; it names the owner and what is settled, and offers Print and Undo", async () => {
  const { HouseNo, PlotID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  await waitUntilLive(page);
  await keepToasts(page);
  const press = createCountingPress(page);
  await press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await press(..."a1");
  await page.getByRole("option", { name: new RegExp(`^${HouseNo}`), selected: true }).waitFor();
  await press("ArrowRight");
  await page.getByRole("option", { name: /^Add receipt/, selected: true }).waitFor();
  await press("Enter");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form
    .getByRole("region", { name: `House ${HouseNo}` })
    .getByText(society.aliPlot.OwnerName)
    .waitFor();
  await expectFocused(form.getByLabel("Amount"));
  await form.getByText(/^Settles Jan–/).waitFor();
  await press("Enter");
  const toast = page.getByText("Payment receipt added").locator("xpath=ancestor::li");
  await toast.getByRole("button", { name: "Print" }).waitFor();
  await toast.getByText(new RegExp(`^R-\\d+: Rs [\\d,]+ from ${HouseNo}$`)).waitFor();
  expect(press.count).toBeLessThanOrEqual(8);
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(1);

  await toast.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(/ Due again: \d+ installments\. /).waitFor();
  await expectFocused(dialog.getByLabel("Reason"));
  await dialog.getByLabel("Reason").fill("Wrong house");
  await dialog.getByRole("button", { name: "Void receipt" }).click();
  await expect.poll(() => admin.list(paymentReceipt, `?plot=${PlotID}`)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("text typed before a dialog of the command palette is open goes into its field: the amount of a receipt, the reason of a void", async () => {
  const { HouseNo, PlotID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  const palette = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await waitUntilLive(page);
  await page.keyboard.press("Control+k");
  await palette.fill("a1");
  await page.getByRole("option", { name: new RegExp(`^${HouseNo}`), selected: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("option", { name: /^Add receipt/, selected: true }).waitFor();
  for (const key of ["Enter", ..."5000"]) await page.keyboard.press(key);
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await expectValue(form.getByLabel("Amount"), "5000");
  await expectValue(form.getByLabel("House Number"), HouseNo);
  await page.keyboard.press("Enter");
  await page.getByText("Payment receipt added").waitFor();
  const [receipt] = await admin.list(paymentReceipt, `?plot=${PlotID}`);
  expect(receipt).toMatchObject({ AmountPaid: 5_000 });

  await goTo(page, `${portal.url()}/generate-report`);
  await waitUntilLive(page);
  await page.keyboard.press("Control+k");
  await palette.fill(`r${receipt?.ReceiptNo}`);
  await page.getByRole("option", { name: new RegExp(`^R-${receipt?.ReceiptNo}`), selected: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: /^Void receipt/, selected: true }).waitFor();
  for (const key of ["Enter", ..."no"]) await page.keyboard.press(key);
  const confirmation = page.getByRole("alertdialog");
  await expectValue(confirmation.getByLabel("Reason"), "no");
  await confirmation.getByRole("button", { name: "Void receipt" }).click();
  await confirmation.getByText("Reason must have at least 3 characters").waitFor();
  for (const key of "ne") await page.keyboard.press(key);
  await expectValue(confirmation.getByLabel("Reason"), "none");
  await page.keyboard.press("Enter");
  await page.getByText(`Receipt R-${receipt?.ReceiptNo}`, { exact: true }).waitFor();
  await expect.poll(() => admin.list(paymentReceipt, `?plot=${PlotID}`)).toEqual([]);

  await page.getByText("1 voided receipt matches the search.").waitFor();
  await page.getByRole("button", { name: "Show voided receipts" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: `R-${receipt?.ReceiptNo}` })
    .getByText("none")
    .waitFor();
  expect(consoleErrors).toEqual([]);
});

test("Enter in the house field moves to the proposed amount, and only the next Enter records the receipt", async () => {
  const { HouseNo, PlotID } = society.aliPlot;
  const countBefore = (await admin.list(paymentReceipt, `?plot=${PlotID}`)).length;
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt`,
    "manager",
  );
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill(HouseNo.toLowerCase());
  await form.getByText(/^Settles /).waitFor();
  await page.keyboard.press("Enter");
  await expectFocused(form.getByLabel("Amount"));
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(countBefore);
  await page.keyboard.press("Enter");
  await page.getByText("Payment receipt added").waitFor();
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(countBefore + 1);
  expect(consoleErrors).toEqual([]);
});

test("a proposed amount that arrives late leaves the focus on the field that the cashier has moved to", async () => {
  const { HouseNo } = society.sanaPlot;
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  const requests: Route[] = [];
  await page.route("**/api/plot/*/balance", (route) => void requests.push(route));
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill(HouseNo);
  await page.keyboard.press("Tab");
  await expectFocused(form.getByLabel("Amount"));
  await expect.poll(() => requests.length).toBe(1);
  const save = form.getByRole("button", { name: "Create Receipt" });
  const readTop = () => save.evaluate((button) => button.getBoundingClientRect().top);
  const top = await readTop();

  await pauseTimers(page);
  await requests[0]?.continue();
  await expect.poll(() => form.getByLabel("Amount").inputValue()).not.toBe("");
  await form.getByText(/overdue, oldest/).waitFor();
  expect(await readTop()).toBe(top);
  await page.keyboard.press("Tab");
  await page.clock.resume();
  await form.getByText(/^Settles /).waitFor();
  await expectFocused(form.getByLabel("Payment Date"));
});

test("the amount proposed for one house is not kept for another whose balance is not loaded yet", async () => {
  const { HouseNo, PlotID } = await createPlot({ HouseNo: "RF-1" });
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill(society.sanaPlot.HouseNo);
  await expect.poll(() => form.getByLabel("Amount").inputValue()).not.toBe("");
  const requests: Route[] = [];
  await page.route(`**/api/plot/${PlotID}/balance`, (route) => void requests.push(route));
  await form.getByLabel("House Number").fill(HouseNo);
  await expect.poll(() => requests.length).toBe(1);
  await expectValue(form.getByLabel("Amount"), "");
});

test("the amount proposed for one house is replaced by that of another also if the house field was emptied between", async () => {
  const { HouseNo, PlotID } = await createPlot({ HouseNo: "RF-2" });
  const charge = { Kind: "charge", PlotID, Amount: 1_234, Date: "2026-01-01", Reason: "Broken gate" };
  assertOk(await admin.post("/adjustment", charge));
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const amount = form.getByLabel("Amount");
  await form.getByLabel("House Number").fill(society.sanaPlot.HouseNo);
  await expect.poll(() => amount.inputValue()).not.toBe("");
  await form.getByLabel("House Number").fill("");
  await form.getByLabel("House Number").fill(HouseNo);
  await expectValue(amount, "1234");
});

test("what is typed right after Enter in the house field is the amount", async () => {
  const { HouseNo } = society.sanaPlot;
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill(HouseNo);
  await form.getByText(/^Settles /).waitFor();
  await pauseTimers(page);
  for (const key of ["Enter", ..."5000"]) await page.keyboard.press(key);
  await expectValue(form.getByLabel("Amount"), "5000");
  await expectValue(form.getByLabel("House Number"), HouseNo);
});

test("the proposed amount follows a colleague's payment; a typed amount stays, with a warning above the amount due", async () => {
  const { HouseNo } = society.sanaPlot;
  const { page } = await browser.openSignedIn(`${portal.url()}/house/${HouseNo}`, "manager");
  await page.getByRole("button", { name: "Add receipt" }).waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog");
  const amount = form.getByLabel("Amount");
  await expectFocused(amount);
  await expect.poll(() => amount.inputValue()).not.toBe("");
  const due = Number(await amount.inputValue());
  await createReceipt(admin, { HouseNo, AmountPaid: 2_500 });
  await expectValue(amount, String(due - 2_500));
  await amount.fill("27900");
  await form.getByText(/more than what is due\. Settles Feb–Dec 2026; Rs 400 stays as credit$/).waitFor();
  await createReceipt(admin, { HouseNo, AmountPaid: 2_500 });
  await form.getByText(/Settles Mar–Dec 2026; Rs 2,900 stays as credit$/).waitFor();
  await expectValue(amount, "27900");
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

test("a receipt whose answer is lost is recorded once, also if other values are refused before it is sent again", async () => {
  const { HouseNo, PlotID } = society.sanaPlot;
  const countBefore = (await admin.list(paymentReceipt, `?plot=${PlotID}`)).length;
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const house = form.getByLabel("House Number");
  const save = form.getByRole("button", { name: "Create Receipt" });
  await house.fill(HouseNo);
  await form.getByText(/^Settles /).waitFor();
  await form.getByLabel("Amount").fill("1200");
  await page.route("**/api/payment-receipt", loseAnswer);
  await save.click();
  await form.getByRole("alert").waitFor();
  await page.unroute("**/api/payment-receipt");
  await house.fill("Z-9");
  await save.click();
  await expect.poll(() => house.getAttribute("aria-invalid")).toBe("true");
  await house.fill(HouseNo);
  await save.click();
  await page.getByText("Payment receipt added").waitFor();
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(countBefore + 1);
});

test("Undo in the toast of a new receipt asks for the reason of the void also after a change of the screen", async () => {
  const { HouseNo, PlotID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/house/${HouseNo}`, "manager");
  const voidAfterChangeOfScreen = async () => {
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await openScreen(page, "/society-management?tab=plots");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("alertdialog").getByLabel("Reason").fill("Wrong house");
    await page.getByRole("alertdialog").getByRole("button", { name: "Void receipt" }).click();
    await page.getByText("Receipt deleted").waitFor();
  };
  await page.getByRole("button", { name: "Add receipt" }).waitFor();
  await keepToasts(page);
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByLabel("Amount").fill("1300");
  await page.getByRole("dialog").getByRole("button", { name: "Create Receipt" }).click();
  await voidAfterChangeOfScreen();

  await goTo(page, "/counter");
  // The print dialog of the browser would hold the page.
  await page.getByLabel("Print receipts").selectOption({ label: "Do not print" });
  await page.getByRole("combobox", { name: "House number, owner, phone or CNIC" }).fill(HouseNo);
  await page.getByRole("option", { name: new RegExp(HouseNo) }).waitFor();
  await keepToasts(page);
  await page.keyboard.press("Enter");
  await page.getByLabel("Amount").fill("1400");
  await page.getByRole("button", { name: "Record receipt" }).click();
  await voidAfterChangeOfScreen();
  const voided = await admin.list(paymentReceipt, `?voided=1&plot=${PlotID}`);
  expect(voided.map(({ AmountPaid }) => AmountPaid)).toEqual(expect.arrayContaining([1300, 1400]));
  expect(consoleErrors).toEqual([]);
});

/** Pauses the timers of the page: on a busy machine, they can run after the user's next keys. */
async function pauseTimers(page: Page): Promise<void> {
  await page.clock.install({ time: browserNow() });
  await page.clock.pauseAt(browserNow().getTime() + 60_000);
}
