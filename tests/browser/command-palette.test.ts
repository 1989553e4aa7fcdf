// @module-tag browser
// @module-tag matrix
import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import {
  expectFocused,
  expectValue,
  goTo,
  openScreen,
  setUpBrowser,
  signInByForm,
  waitUntilLive,
} from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, createPlot, createSchedule, grant } = await openSharedHarness();
const house = await createPlot({ HouseNo: "B-203", OwnerName: "احمد علی" });
await createSchedule({ plots: [house.PlotID] });
await grant({ role: "Clerk", page: "/", action: "View" });

const plotsPath = "/society-management?tab=plots";
const overdueText = /^Rs\s[\d,]+\.\d\d overdue$/;

describe("the command palette", () => {
  test("finds a house by its owner's Urdu name typed with Arabic letters and in another word order, shows its dues and opens it with Enter", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "علي احمد");
    const option = page.getByRole("option", { name: /^B-203\b/, selected: true });
    await option.getByText(overdueText).waitFor();
    await option.getByText(/overdue, oldest/).waitFor();

    await page.keyboard.press("Enter");
    await page.waitForURL("**/house/B-203");
    await paletteOn(page).waitFor({ state: "detached" });
    expect(consoleErrors).toEqual([]);
  });

  test("on phones aligns an owner's Urdu name with the hint below it, not with the end of the row", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await page.setViewportSize({ width: 390, height: 844 });
    await search(page, "B-203");
    const option = optionOn(page, "B-203");
    const hintLeft = await readTextLeft(option.getByText(/overdue, oldest/));
    expect(await readTextLeft(option.getByText("احمد علی"))).toBeCloseTo(hintLeft, 0);
  });

  test("includes an overdue charge in the overdue amount of a house", async () => {
    const { PlotID, HouseNo } = await createPlot({ HouseNo: "B-90" });
    const charge = { Kind: "charge", PlotID, Amount: 1_234, Date: "2026-01-01", Reason: "Broken gate" };
    assertOk(await admin.post("/adjustment", charge));
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, HouseNo);
    await optionOn(page, HouseNo)
      .getByText(/^Rs\s1,234\.00 overdue$/)
      .waitFor();
    await optionOn(page, HouseNo)
      .getByText(/^1 overdue, /)
      .waitFor();
  });

  test("shows the overdue amounts of the last time until new ones are loaded", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "B-203");
    await optionOn(page, "B-203").getByText(overdueText).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await paletteOn(page).waitFor({ state: "detached" });
    await page.route("**/api/plot-balances", () => undefined);
    await search(page, "B-203");
    await optionOn(page, "B-203").getByText(overdueText).waitFor();
  });

  test("opens the list of all houses that match, if it does not show them all", async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => createPlot({ HouseNo: `L-70${index}` })));
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "l70");
    await page.getByRole("option", { name: /^All 6 houses/ }).click();
    await page.waitForURL((url) => url.searchParams.get("tab") === "plots" && url.searchParams.get("q") === "l70");
    await page.getByText("6 of").waitFor();
    await page.getByRole("row").filter({ hasText: "L-705" }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  test("does not offer the list of houses for a part of a name that only the palette finds", async () => {
    for (const HouseNo of ["M-1", "M-2", "M-3", "M-4", "M-5"]) await createPlot({ HouseNo, OwnerName: "Qureshi" });
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "uresh");
    await page.getByText("4 of 5").waitFor();
    expect(await optionOn(page, "All").count()).toBe(0);
    await inputOn(page).fill("quresh");
    await optionOn(page, "All 5 houses").waitFor();
  });

  test("asks for the reason of a void before the list of receipts is loaded", async () => {
    const { HouseNo } = await createPlot({ HouseNo: "V-1" });
    const name = receiptName(await createReceipt(admin, { HouseNo, AmountPaid: 500 }));
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await page.route("**/api/payment-receipt?year=*", () => undefined);
    await search(page, name);
    await page.getByRole("option", { name: /^Void receipt asks/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").fill("Wrong house");
    await page.keyboard.press("Enter");
    await page.getByText("Receipt deleted").waitFor();
    expect(consoleErrors).toEqual([]);
  });

  test("voids the receipt chosen last, although one that was chosen before it is loaded later", async () => {
    const { HouseNo } = await createPlot({ HouseNo: "V-2" });
    const first = await createReceipt(admin, { HouseNo });
    const last = await createReceipt(admin, { HouseNo });
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await page.route("**/api/payment-receipt?year=*", () => undefined);
    const reads: Route[] = [];
    await page.route(`**/api/payment-receipt/${first.PaymentReceiptID}`, (route) => void reads.push(route));
    for (const receipt of [first, last]) {
      await search(page, receiptName(receipt));
      await page.getByRole("option", { name: /^Void receipt asks/ }).click();
      await expect.poll(() => reads.length).toBe(1);
    }
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await reads[0]?.continue();
    await question.getByLabel("Reason").fill("Wrong house");
    await page.keyboard.press("Enter");
    await page.getByText("Receipt deleted").waitFor();
    const notVoided = await admin.list(paymentReceipt, `?plot=${first.PlotID}`);
    expect(notVoided.map(({ ReceiptNo }) => ReceiptNo)).toEqual([first.ReceiptNo]);
    expect(consoleErrors).toEqual([]);
  });

  test("says that a receipt was voided meanwhile, after which the shortcuts of the page work", async () => {
    const { HouseNo } = await createPlot({ HouseNo: "V-3" });
    const receipt = await createReceipt(admin, { HouseNo });
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await page.route("**/api/payment-receipt?year=*", () => undefined);
    const reads: Route[] = [];
    await page.route(`**/api/payment-receipt/${receipt.PaymentReceiptID}`, (route) => void reads.push(route));
    await search(page, receiptName(receipt));
    const option = page.getByRole("option", { name: /^Void receipt asks/ });
    while ((await option.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => reads.length).toBe(1);
    await voidReceipt(admin, receipt);
    await reads[0]?.continue();
    await page.getByText(`${receiptName(receipt)} is already voided`).waitFor();
    await page.keyboard.press("/");
    await expectFocused(page.getByRole("searchbox"));
  });

  test("finds a house by its number in different spellings", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    for (const typed of ["b203", "B 20", "203", "b۲۰۳"]) {
      await search(page, typed);
      await optionOn(page, "B-203").waitFor();
      await page.keyboard.press("Escape");
      await paletteOn(page).waitFor({ state: "detached" });
    }
  });

  test("opens the receipt form with the house and its outstanding amount filled in", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "b-203");
    const overdueLabel = await optionOn(page, "B-203").getByText(overdueText).innerText();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /^Add receipt\b/, selected: true }).waitFor();
    await page.keyboard.press("Enter");

    const form = page.getByRole("dialog", { name: "Add Receipt" });
    await form.waitFor();
    await expectValue(form.getByLabel("House Number"), "B-203");
    const readAmount = async () => Number(await form.getByLabel("Amount").inputValue());
    await expect.poll(readAmount).toBe(Number(overdueLabel.replace(/[^\d.]/g, "")));
    await paletteOn(page).waitFor({ state: "detached" });
    await expectFocused(form);
    await page.waitForURL(/\?tab=payment-receipt$/);
    expect(consoleErrors).toEqual([]);
  });

  test("offers the actions of one house only: the one opened with the right arrow or with its button", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    for (const HouseNo of ["K-61", "K-62", "K-63"]) await createPlot({ HouseNo });
    await search(page, "k-6");
    await optionOn(page, "K-63").waitFor();
    expect(await optionOn(page, "Add receipt").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /^K-63\b/, selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("option", { name: /^Add receipt\b/, selected: true }).waitFor();
    expect(await optionOn(page, "K-61").count()).toBe(0);
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("option", { name: /^K-63\b/, selected: true }).waitFor();
    await optionOn(page, "K-62").locator("[data-actions]").click();
    await page.getByRole("option", { name: /^Add receipt\b/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expectValue(page.getByRole("dialog", { name: "Add Receipt" }).getByLabel("House Number"), "K-62");
    expect(consoleErrors).toEqual([]);
  });

  test("shows the keys of a house's actions only after the right arrow, when they work", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    await createPlot({ HouseNo: "K-81" });
    await search(page, "k-81");
    await optionOn(page, "Add receipt").waitFor();
    const keyHint = optionOn(page, "Add receipt").getByText("n", { exact: true });
    expect(await keyHint.count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await keyHint.waitFor();
    await page.keyboard.press("n");
    await expectValue(page.getByRole("dialog", { name: "Add Receipt" }).getByLabel("House Number"), "K-81");
    expect(consoleErrors).toEqual([]);
  });

  test("finds a house by its mobile number, opens again while it closes, and offers the houses opened last", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    // An empty search lists all houses while there are no more than four.
    for (const HouseNo of ["K-72", "K-73", "K-74"]) await createPlot({ HouseNo });
    await createPlot({ HouseNo: "K-71", MobileNo: "0345-1122334" });
    for (const typed of ["0345 1122", "+92 345 1122334"]) {
      await search(page, typed);
      await optionOn(page, "K-71").waitFor();
      await page.keyboard.press("Escape");
    }
    await search(page, "k-999");
    await page.getByText("No house found").waitFor();
    await inputOn(page).fill("k-71");
    await page.getByRole("option", { name: /^K-71\b/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/house/K-71");
    await paletteOn(page).waitFor({ state: "detached" });
    await search(page, "");
    await paletteOn(page).getByText("Recent houses").waitFor();
    await page.getByRole("option", { name: /^K-71\b/, selected: true }).waitFor();
    expect(await optionOn(page, "Payment Schedule").count()).toBe(0);
  });

  test("marks the oldest unpaid installment of a house as paid", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    const { PlotID } = await createPlot({ HouseNo: "B-77" });
    await createSchedule({ plots: [PlotID], StartYear: 2025, EndYear: 2025 });
    await search(page, "b-77");
    await optionOn(page, "Mark January 2025 paid").click();
    await paletteOn(page).waitFor({ state: "detached" });
    await page.getByText("House B-77 marked as Paid").waitFor();
    await page.getByText(/^January 2025 · Rs\s[\d,]+$/).waitFor();
    await search(page, "b-77");
    await optionOn(page, "Mark February 2025 paid").waitFor();
  });

  test("finds a receipt by its number with and without R, and by its amount", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    const { HouseNo } = await createPlot({ HouseNo: "B-88" });
    const { ReceiptNo } = await createReceipt(admin, { HouseNo, AmountPaid: 4_321 });
    for (const typed of [`r-${ReceiptNo}`, String(ReceiptNo), "4,321"]) {
      await search(page, typed);
      await optionOn(page, `R-${ReceiptNo}`).getByText("B-88").waitFor();
      await page.keyboard.press("Escape");
      await paletteOn(page).waitFor({ state: "detached" });
    }
  });

  test("selects one item at a time if the text finds both a receipt to void and the command that asks for its number", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    const { HouseNo } = await createPlot({ HouseNo: "B-89" });
    // The hint of the command contains R-1477, so the command is found by each number that is a part of 1477.
    let receiptNo = 0;
    while (!"1477".includes(String(receiptNo))) receiptNo = (await createReceipt(admin, { HouseNo })).ReceiptNo;
    await search(page, String(receiptNo));
    await page.getByRole("option", { name: /^Void receipt type its number/ }).waitFor();
    await page.getByRole("option", { name: /^Void receipt asks for the reason/ }).hover();
    const selected = page.getByRole("option", { selected: true });
    await selected.getByText("asks for the reason").waitFor();
    expect(await selected.count()).toBe(1);
  });

  test("keeps what is typed while its code is loaded", async () => {
    const { page, continueLoading } = await openWithoutPaletteCode();
    for (const key of ["Control+k", ..."b-20", "Backspace", ..."03"]) await page.keyboard.press(key);
    await continueLoading();
    await expectValue(inputOn(page), "b-203");
    await optionOn(page, "B-203").waitFor();
  });

  test("opens the house if Enter is pressed while its code is loaded, also if the houses are loaded before", async () => {
    for (const path of ["/", plotsPath]) {
      const { page, continueLoading } = await openWithoutPaletteCode(path);
      if (path === plotsPath) await page.getByText("B-203", { exact: true }).first().waitFor();
      for (const key of ["Control+k", ..."b203", "Enter"]) await page.keyboard.press(key);
      await continueLoading();
      await page.waitForURL("**/house/B-203");
    }
  });

  test("opens the receipt form if the right arrow and Enter are pressed while its code is loaded", async () => {
    const { page, continueLoading } = await openWithoutPaletteCode();
    for (const key of ["Control+k", ..."b203", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await continueLoading();
    await expectValue(page.getByRole("dialog", { name: "Add Receipt" }).getByLabel("House Number"), "B-203");
  });

  test("opens nothing if its text is changed after Enter, or the selection is moved before it, while its code is loaded", async () => {
    for (const keys of [
      ["Enter", "3"],
      ["ArrowDown", "3", "Enter"],
    ]) {
      const { page, continueLoading } = await openWithoutPaletteCode();
      for (const key of ["Control+k", ..."b20", ...keys]) await page.keyboard.press(key);
      await continueLoading();
      await expectValue(inputOn(page), "b203");
      await optionOn(page, "B-203").waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    }
  });

  test("does not open if Escape is pressed, or a field of the page clicked, while its code is loaded", async () => {
    const { page, continueLoading } = await openWithoutPaletteCode(plotsPath);
    const searchBox = page.getByRole("searchbox");
    await searchBox.waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expectFocused(searchBox);
    await page.keyboard.press("Control+k");
    await searchBox.click();
    await page.keyboard.type("b-2");
    await expectValue(searchBox, "b-2");
    await continueLoading();
    // The list of shortcuts is in the same code: once it opens, the palette would have opened too.
    await page.getByRole("button", { name: "Shortcuts" }).click();
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    expect(await paletteOn(page).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor({ state: "detached" });
    expect(await paletteOn(page).count()).toBe(0);
  });

  test("leaves the shortcuts to the page if its code cannot be loaded", async () => {
    const { page, failLoading } = await openWithoutPaletteCode(plotsPath);
    const searchBox = page.getByRole("searchbox");
    await searchBox.waitFor();
    await page.keyboard.press("Control+k");
    await failLoading();
    await page.getByRole("alert").waitFor();
    await page.keyboard.press("/");
    await expectFocused(searchBox);
  });

  test("opens the house if Enter is pressed before the houses are loaded", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    const requests = await holdPlotRequests(page);
    await search(page, "b-203");
    await expect.poll(() => requests.length).toBe(1);
    await page.keyboard.press("Enter");
    await requests[0]?.continue();
    await page.waitForURL("**/house/B-203");
    expect(consoleErrors).toEqual([]);
  });

  test("opens the item that is selected with the arrow key after Enter was pressed before the houses are loaded", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    const requests = await holdPlotRequests(page);
    await search(page, "b-203");
    await expect.poll(() => requests.length).toBe(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /^Payment Receipt searched for/, selected: true }).waitFor();
    await requests[0]?.continue();
    await page.waitForURL("**/payment-management?tab=payment-receipt&q=b-203");
    expect(consoleErrors).toEqual([]);
  });

  test("opens nothing if it is closed after Enter was pressed before the houses are loaded", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    const requests = await holdPlotRequests(page);
    await search(page, "b-203");
    await expect.poll(() => requests.length).toBe(1);
    await page.keyboard.press("Enter");
    await fadeSlowly(page);
    await page.keyboard.press("Escape");
    await requests[0]?.continue();
    const panel = page.locator("[role=dialog][data-state=closed]");
    await panel.getByText("B-203", { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("opens the actions of the house if the right arrow is pressed before the houses are loaded", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    const requests: Route[] = [];
    let holdsRequests = true;
    await page.route("**/api/plot", (route) => (holdsRequests ? void requests.push(route) : route.continue()));
    await search(page, "b-203");
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    await page.keyboard.press("ArrowRight");
    holdsRequests = false;
    for (const request of requests) await request.continue();
    await page.getByRole("option", { name: /^Add receipt\b/, selected: true }).waitFor();
    expect(await page.getByRole("option", { name: /searched for/ }).count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  });

  test("opens the receipt form if the right arrow and Enter are pressed before the houses are loaded", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
    const requests = await holdPlotRequests(page);
    await search(page, "b-203");
    await expect.poll(() => requests.length).toBe(1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await requests[0]?.continue();
    await page.unroute("**/api/plot");
    await expectValue(page.getByRole("dialog", { name: "Add Receipt" }).getByLabel("House Number"), "B-203");
    expect(consoleErrors).toEqual([]);
  });

  test("shows a clerk only the permitted pages and commands", async () => {
    const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "clerk");
    await search(page, "b-203");
    await page.getByRole("option", { name: /^Payment Schedule searched for/ }).waitFor();
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    await inputOn(page).fill("");
    await optionOn(page, "Sign out").waitFor();
    const names = await page.getByRole("option").locator("[dir=auto]").allInnerTexts();
    expect(names).toEqual([
      expect.stringMatching(/theme$/),
      "اردو",
      "Collapse or expand the sidebar",
      "Show all shortcuts",
      "Sign out",
    ]);
    expect(consoleErrors).toEqual([]);
  });

  test("shows a resident only their own houses", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "ali");
    await search(page, "");
    await optionOn(page, "A-1").waitFor();
    await inputOn(page).fill("b-203");
    await page
      .getByRole("option", { name: /searched for/ })
      .first()
      .waitFor();
    expect(await optionOn(page, "B-203").count()).toBe(0);
  });

  test("offers a search for a phone number only on the page that finds it, and opens a page with its search in a new tab", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "0300 1234567");
    const searches = page.getByRole("option", { name: /searched for/ });
    await expect.poll(() => searches.allInnerTexts()).toEqual([expect.stringMatching(/^Plots/)]);
    await inputOn(page).fill("b-203");
    const option = page.getByRole("option", { name: /^Plots searched for/ });
    while ((await option.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    const opening = page.context().waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    const tab = await opening;
    await tab.waitForURL(`**${plotsPath}&q=b-203`);
    await tab.getByText("احمد علی").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("opens a page with its create form", async () => {
    const { page } = await browser.openSignedIn(portal.url(), "manager");
    await search(page, "add exp");
    await optionOn(page, "Add Expense").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add Expense" }).waitFor();
  });

  test("restores the focus when it closes, and does not open over a form", async () => {
    const { page } = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "manager");
    const searchBox = page.getByRole("searchbox");
    await searchBox.click();
    for (const closingKey of ["Escape", "Control+k"]) {
      await page.keyboard.press("Control+k");
      await inputOn(page).waitFor();
      await page.keyboard.press(closingKey);
      await paletteOn(page).waitFor({ state: "detached" });
      await expectFocused(searchBox);
    }
    await page.getByRole("button", { name: "Add Plot" }).first().click();
    await page.getByRole("dialog", { name: "Add Plot" }).waitFor();
    await page.keyboard.press("Control+k");
    expect(await paletteOn(page).count()).toBe(0);
  });
});

test("? and the sidebar open the list of shortcuts, and the shortcuts work in a list", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "manager");
  await page.getByText("B-203", { exact: true }).first().waitFor();
  const shortcutList = page.getByRole("dialog", { name: "Shortcuts" });
  await page.keyboard.press("?");
  await shortcutList.getByText("Go to the search box").waitFor();
  await page.keyboard.press("Escape");
  await shortcutList.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await shortcutList.waitFor();
  await page.keyboard.press("Escape");
  await shortcutList.waitFor({ state: "detached" });

  await page.keyboard.press("/");
  await page.keyboard.type("b-203?n");
  await expectValue(page.getByRole("searchbox"), "b-203?n");
  await page.keyboard.press("Escape");
  await expectValue(page.getByRole("searchbox"), "");
  await page.getByText("B-203", { exact: true }).first().waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Edit Plot" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Edit Plot" }).waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Add Plot" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Add Plot" }).waitFor({ state: "detached" });
  await goTo(page, "/payment-management?tab=payment-schedule&view=all");
  await page.getByText("B-203", { exact: true }).first().waitFor();
  await page.getByRole("treegrid").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText(/^House .* marked as (Paid|Unpaid)$/).waitFor();
  await page.keyboard.press("Control+b");
  await page.getByRole("button", { name: "Expand", exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a shortcut pressed while a dialog fades out keeps the focus that it sets", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "manager");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("searchbox").waitFor();
  const shortcutList = page.getByRole("dialog", { name: "Shortcuts" });
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await shortcutList.waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await shortcutList.waitFor({ state: "detached" });
  // The dialog restores the focus by a timer that starts when it is removed.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expectFocused(page.getByRole("searchbox"));
});

test("the command palette and the shortcuts have no accessibility violations in both themes", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await search(page, "b-203");
  await optionOn(page, "B-203").getByText(overdueText).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await paletteOn(page).waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

/** Opens the path in a window that gets the code of the palette only when the test lets it. */
async function openWithoutPaletteCode(path = "/") {
  const page = await browser.openWindow(portal.url());
  const requests: Route[] = [];
  await page.route("**/assets/CommandPalette-*.js", (route) => void requests.push(route));
  await goTo(page, "/login");
  await signInByForm(page, { username: "manager" });
  if (path !== "/") await openScreen(page, path);
  await expect.poll(() => requests.length).toBe(1);
  return {
    page,
    continueLoading: () => requests[0]?.continue(),
    failLoading: async () => {
      await page.route("**/assets/CommandPalette-*.js", (route) => route.abort());
      await requests[0]?.abort();
    },
  };
}

/** Holds the requests for the houses until the test continues them. They are added to the returned list. */
async function holdPlotRequests(page: Page): Promise<readonly Route[]> {
  // A list that is requested before the live connection is requested once more.
  await waitUntilLive(page);
  const requests: Route[] = [];
  await page.route("**/api/plot", (route) => void requests.push(route));
  return requests;
}

/** Makes animations take a minute, so that a dialog that closes is still in the page when the test looks at it. */
async function fadeSlowly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { animation-duration: 60s !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** The left edge in pixels of the text itself, which can be narrower than its element. */
function readTextLeft(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().x;
  });
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await inputOn(page).fill(text);
}

function paletteOn(page: Page): Locator {
  return page.getByRole("dialog", { name: "Command palette" });
}

function inputOn(page: Page): Locator {
  return paletteOn(page).getByRole("combobox");
}

function optionOn(page: Page, start: string): Locator {
  return page.getByRole("option", { name: new RegExp(`^${start}\\b`) });
}
