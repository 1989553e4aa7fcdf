// @module-tag browser
import type { Locator, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, societyDayAt } from "../../shared/dates.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import {
  expectFocused,
  expectValue,
  goTo,
  keepToasts,
  leaveAndAgeDrafts,
  loseAnswer,
  openScreen,
  setUpBrowser,
} from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const harness = await openSharedHarness();
const { portal, admin, manager, clock, createPlot, createSchedule } = harness;
// The counter records payments of the browser's day.
clock.set(browserNow().toISOString());
const { rate, plan } = await createSchedule();

test("at most six keys record, print and close the usual receipt, and the search has the focus for the next person", async () => {
  const house = await createHouse({ HouseNo: "C-12", OwnerName: "Bilal Khan" });
  const { page, consoleErrors } = await openCounter("manager");
  await keepToasts(page);
  const readPrints = await recordPrints(page);
  const due = await readAmountDue(house.PlotID);

  await page.keyboard.type("c12");
  await page.getByRole("option", { name: /C-12/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expectFocused(page.getByLabel("Amount"));
  await expectValue(page.getByLabel("Amount"), String(due));
  await page.keyboard.press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();

  await expectFocused(searchBox(page));
  const [receipt] = await receiptsOf(house.PlotID);
  expect(receipt).toMatchObject({ AmountPaid: due, PaymentMethod: "Cash" });
  await expect.poll(readPrints).toMatchObject([{ text: expect.stringContaining(`R-${receipt?.ReceiptNo}`) }]);
  const [printed] = await readPrints();
  expect(printed?.text).toContain("Bilal Khan");
  expect(printed?.style).toMatch(/size:\s*80mm \d+mm/);
  await recentReceipts(page).getByText(`R-${receipt?.ReceiptNo}`, { exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("while the amount is typed, the form shows what it settles and what becomes credit, and warns above the amount due", {
  tags: "matrix",
}, async () => {
  const house = await createHouse({ HouseNo: "C-20" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c20");
  const amount = page.getByLabel("Amount");
  const status = page.getByRole("group", { name: "C-20" }).getByRole("status");
  await expectValue(amount, String(await readAmountDue(house.PlotID)));

  // The filled-in amount is selected.
  await page.keyboard.type("7500");
  await expectValue(amount, "7500");
  await expect.poll(() => status.innerText()).toBe("Settles Jan–Mar 2026");
  await amount.fill("6000");
  await expect.poll(() => status.innerText()).toBe("Settles Jan–Feb 2026, part of Mar 2026");
  await amount.fill("30400");
  await expect
    .poll(() => status.innerText())
    .toMatch(/^Rs [\d,]+ more than what is due\. Settles Jan–Dec 2026; Rs 400 stays as credit$/);
  await page.keyboard.press("ArrowUp");
  await expectValue(amount, "30000");
  await page.keyboard.press("ArrowUp");
  await expectValue(amount, "27500");
  await page.keyboard.press("ArrowDown");
  await expectValue(amount, "30000");
  await page.getByRole("button", { name: /^Feb 2026/ }).click();
  await expectValue(amount, "5000");
});

test("a payment method asks for its details, and an error is shown at its field", { tags: "matrix" }, async () => {
  const house = await createHouse({ HouseNo: "C-21" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c21");
  await page.getByLabel("Amount").fill("0");
  await page.keyboard.press("Enter");
  await page.getByText("Amount must be greater than 0").waitFor();
  await page.getByLabel("Amount").fill("2500");
  await page.keyboard.press("Tab");
  await page.keyboard.type("B");
  await page.getByLabel("Bank").fill("HBL");
  await page.getByLabel("Reference").fill("TX-77");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => receiptsOf(house.PlotID))
    .toMatchObject([{ PaymentMethod: "Bank Transfer", BankName: "HBL", Reference: "TX-77", AmountPaid: 2_500 }]);
});

test("two counters with one house open see each other, and a receipt at one of them updates the form at the other", async () => {
  const house = await createHouse({ HouseNo: "C-30" });
  const first = await openCounter("manager");
  const second = await openCounter("admin");
  await openHouse(first.page, "c30");
  const due = await readAmountDue(house.PlotID);
  await expectValue(first.page.getByLabel("Amount"), String(due));

  await second.page.keyboard.type("c30");
  await second.page.getByRole("option", { name: /Open at the counter of manager/ }).waitFor();
  await second.page.keyboard.press("Enter");
  await second.page.getByText("manager has C-30 open at another counter").waitFor();
  await first.page.getByText("admin has C-30 open at another counter").waitFor();

  await expectValue(second.page.getByLabel("Amount"), String(due));
  await second.page.keyboard.press("Enter");
  await second.page.getByText(/^R-\d+ saved$/).waitFor();
  await expectValue(first.page.getByLabel("Amount"), "");
  await first.page.getByText(/Already paid by admin/).waitFor();
  await first.page.getByText("admin has C-30 open at another counter").waitFor({ state: "detached" });
  const [receipt] = await receiptsOf(house.PlotID);
  await recentReceipts(first.page).getByText(`R-${receipt?.ReceiptNo}`, { exact: true }).waitFor();
  expect(await receiptsOf(house.PlotID)).toHaveLength(1);
  expect([...first.consoleErrors, ...second.consoleErrors]).toEqual([]);
});

test("the toast of a receipt that stays as credit names the payment of a colleague from before the house was chosen", async () => {
  const { HouseNo, PlotID } = await createHouse({ HouseNo: "C-36" });
  const { page, consoleErrors } = await openCounter("manager");
  await keepToasts(page);
  const PaymentDate = societyDayAt(browserNow());
  const { ReceiptNo } = await createReceipt(admin, { HouseNo, AmountPaid: 30_000, PaymentDate });
  await recentReceipts(page).getByText(`R-${ReceiptNo}`, { exact: true }).waitFor();
  await openHouse(page, "c36");
  await page.getByLabel("Amount").fill("700");
  await page.keyboard.press("Enter");
  await page.getByText(/^R-\d+ saved\. Already paid by admin, .*credit of C-36$/).waitFor();
  expect(await receiptsOf(PlotID)).toHaveLength(2);
  expect(consoleErrors).toEqual([]);
});

test("two windows of one cashier with one house open see each other", { tags: "matrix" }, async () => {
  await createHouse({ HouseNo: "C-35" });
  const first = await openCounter("manager");
  const second = await openCounter("manager");
  await openHouse(first.page, "c35");
  await second.page.keyboard.type("c35");
  await second.page.getByRole("option", { name: /Open in your other window/ }).waitFor();
  await second.page.keyboard.press("Enter");
  for (const { page } of [first, second]) await page.getByText("You have C-35 open in another window").waitFor();
  await second.page.keyboard.press("Escape");
  await first.page.getByText("You have C-35 open in another window").waitFor({ state: "detached" });
});

test("a receipt whose response is lost is recorded once, also after a reload", { tags: "matrix" }, async () => {
  const house = await createHouse({ HouseNo: "C-40" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c40");
  await page.getByLabel("Amount").fill("2500");
  await page.getByLabel("Remarks").fill("for October");
  await page.route("**/api/payment-receipt", loseAnswer);
  await page.getByLabel("Amount").press("Enter");
  await page.getByText("Waiting for the connection").waitFor();
  await expect.poll(() => receiptsOf(house.PlotID)).toHaveLength(1);
  await page.reload();
  await page.getByText("Waiting for the connection").waitFor();
  await expectValue(page.getByLabel("Remarks"), "for October");
  await keepToasts(page);
  await page.unroute("**/api/payment-receipt");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await receiptsOf(house.PlotID)).toMatchObject([{ AmountPaid: 2_500, Remarks: "for October" }]);
});

test("a receipt without an answer is not sent again under its idempotency key after 23 hours, and the counter says when it was sent", {
  tags: "matrix",
}, async () => {
  const house = await createHouse({ HouseNo: "C-44" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c44");
  await page.getByLabel("Amount").fill("2500");
  await page.route("**/api/payment-receipt", loseAnswer);
  await page.getByLabel("Amount").press("Enter");
  await page.getByText("Waiting for the connection").waitFor();
  const address = await leaveAndAgeDrafts(page);
  const sentAfterReload: string[] = [];
  page.on("request", (request) => sentAfterReload.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(address);
  await page.getByText("The receipt may be recorded already").waitFor();
  await page.getByText(/^Sent on .* without an answer\. Look at the last receipts first\.$/).waitFor();
  await expectValue(page.getByLabel("Amount"), "2500");
  const attempt = "POST /api/payment-receipt";
  expect(sentAfterReload).not.toContain(attempt);
  await page.unroute("**/api/payment-receipt");
  expect(await receiptsOf(house.PlotID)).toHaveLength(1);
  // Recorded once more, because the cashier has been warned.
  await page.getByLabel("Amount").press("Enter");
  await expect.poll(() => receiptsOf(house.PlotID)).toHaveLength(2);
  expect(sentAfterReload).toContain(attempt);
});

test("after a lost answer, a refusal that says nothing of the first attempt leaves the warning that the receipt may be recorded", {
  tags: "matrix",
}, async () => {
  const house = await createHouse({ HouseNo: "C-45" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c45");
  await page.getByLabel("Amount").fill("2500");
  const refuseWith = (status: number) => (route: Route) =>
    route.fulfill({ status, json: { success: false, message: `Refused with ${status}` } });
  const answers = [loseAnswer, refuseWith(429), refuseWith(403)];
  await page.route("**/api/payment-receipt", (route) => answers.shift()?.(route) ?? route.continue());
  await page.getByLabel("Amount").press("Enter");
  await page.getByText("Refused with 403").waitFor();
  await page.getByText("The receipt may be recorded already").waitFor();
  await keepToasts(page);
  await page.getByLabel("Amount").press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await receiptsOf(house.PlotID)).toHaveLength(1);
});

test("without a connection a receipt waits, keeps what was typed, and is sent when the connection returns", {
  tags: "matrix",
}, async () => {
  const house = await createHouse({ HouseNo: "C-41" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c41");
  await page.getByRole("list", { name: "Outstanding items, oldest first" }).waitFor();
  await page.getByLabel("Amount").fill("1200");
  const buttons = ["Cancel", "Record receipt"].map((name) => page.getByRole("button", { name, exact: true }));
  const readPositions = () => Promise.all(buttons.map((button) => button.boundingBox()));
  const positions = await readPositions();
  await page.context().setOffline(true);
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the connection").waitFor();
  expect(await readPositions()).toEqual(positions);
  await expectValue(page.getByLabel("Amount"), "1200");
  await page.context().setOffline(false);
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await receiptsOf(house.PlotID)).toHaveLength(1);
});

test("a user who leaves the counter while a receipt waits for the connection is told, and the counter saves it later", {
  tags: "matrix",
}, async () => {
  const house = await createHouse({ HouseNo: "C-49" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c49");
  await page.getByRole("list", { name: "Outstanding items, oldest first" }).waitFor();
  await page.getByLabel("Amount").fill("1200");
  await page.route("**/api/payment-receipt", (route) => route.abort());
  await keepToasts(page);
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for the connection").waitFor();
  await openScreen(page, "/society-management?tab=plots");
  const toast = page.getByText("The receipt of C-49 is not saved yet").locator("xpath=ancestor::li");
  await page.unroute("**/api/payment-receipt");
  await toast.getByRole("button", { name: "Counter" }).click();
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await receiptsOf(house.PlotID)).toHaveLength(1);
});

test("an entered amount survives a reload", { tags: "matrix" }, async () => {
  await createHouse({ HouseNo: "C-42" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c42");
  await page.getByLabel("Amount").fill("1234");
  await page.reload();
  await expectValue(page.getByLabel("Amount"), "1234");
  await page.keyboard.press("Escape");
  await expectFocused(searchBox(page));
});

test("the payment date is the day on which the receipt is recorded, also of a house that is open since yesterday", async () => {
  const house = await createHouse({ HouseNo: "C-43" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c43");
  await page.getByLabel("Amount").fill("2500");
  // As the draft would be if it was stored yesterday.
  await page.evaluate(
    (yesterday) => {
      for (const [key, text] of Object.entries(sessionStorage)) {
        const draft = JSON.parse(text);
        if (!key.startsWith("counter:")) continue;
        draft.values.PaymentDate = yesterday;
        sessionStorage.setItem(key, JSON.stringify(draft));
      }
    },
    addDays(societyDayAt(browserNow()), -1),
  );
  await page.reload();
  await expectValue(page.getByLabel("Amount"), "2500");
  await page.getByLabel("Amount").press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await receiptsOf(house.PlotID)).toMatchObject([{ PaymentDate: societyDayAt(browserNow()) }]);
});

test("the payment date is the day of the server's clock, although that of the browser is two weeks ahead", {
  tags: "matrix",
}, async () => {
  const { admin, portal, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  const { page } = await browser.openSignedIn(`${portal.url()}/counter`, "manager");
  await expectFocused(searchBox(page));
  await openHouse(page, HouseNo);
  await page.getByLabel("Amount").fill("2500");
  await page.getByLabel("Amount").press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toMatchObject([{ PaymentDate: "2026-11-15" }]);
});

test("Ctrl+Z in the empty search voids the last receipt with a reason", async () => {
  const house = await createHouse({ HouseNo: "C-50" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c50");
  await page.getByLabel("Amount").fill("2500");
  await page.keyboard.press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  await expectFocused(searchBox(page));
  await page.keyboard.press("Control+z");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("Wrong house");
  await dialog.getByRole("button", { name: "Void receipt" }).click();
  await expect.poll(() => receiptsOf(house.PlotID)).toEqual([]);
  const voided = await admin.list(paymentReceipt, `?voided=1&plot=${house.PlotID}`);
  expect(voided).toMatchObject([{ VoidReason: "Wrong house" }]);
  await recentReceipts(page).getByText(`R-${voided[0]?.ReceiptNo}`, { exact: true }).waitFor({ state: "detached" });
  await dialog.waitFor({ state: "detached" });
  await expectFocused(searchBox(page));
  await page.keyboard.press("Control+z");
  await page.keyboard.type("c50");
  await page.getByRole("option", { name: /C-50/ }).waitFor();
  expect(await dialog.count()).toBe(0);
});

test("Ctrl+Z shows the last receipt as a colleague has corrected it", async () => {
  const house = await createHouse({ HouseNo: "C-51" });
  const { page } = await openCounter("manager");
  await openHouse(page, "c51");
  await page.getByLabel("Amount").fill("2500");
  await page.keyboard.press("Enter");
  await page.getByText(/^R-\d+ saved$/).waitFor();
  const [receipt] = await receiptsOf(house.PlotID);
  await admin.put(`/payment-receipt/${receipt?.PaymentReceiptID}`, { ...receipt, AmountPaid: 3100 });
  await recentReceipts(page).getByText("3,100").waitFor();
  await expectFocused(searchBox(page));
  await page.keyboard.press("Control+z");
  await page.getByRole("alertdialog").getByText("Rs 3,100.00").waitFor();
});

test("a house is found by the CNIC of its owner, but only by users who may view CNICs", {
  tags: "matrix",
}, async () => {
  await createHouse({ HouseNo: "C-60", OwnerName: "Hina", CNIC: "35202-1234567-4" });
  const viewCnic = { role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" } as const;
  await harness.revoke(viewCnic);
  const [{ page }, { page: managerPage }] = [await openCounter("admin"), await openCounter("manager")];
  await page.keyboard.type("3520212345674");
  await page.getByRole("option", { name: /C-60/ }).waitFor();
  await managerPage.keyboard.type("3520212345674");
  await managerPage.getByText("No house found").waitFor();
  await harness.grant(viewCnic);
  await managerPage.getByRole("option", { name: /C-60/ }).waitFor();
});

test("typed text goes to the search also after the focus was lost", async () => {
  await createHouse({ HouseNo: "C-77", OwnerName: "Hina Butt" });
  const { page } = await openCounter("manager");
  await page.evaluate(() => document.querySelector<HTMLElement>(":focus")?.blur());
  await page.keyboard.type("c77");
  await page.getByRole("option", { name: /C-77/, selected: true }).waitFor();
});

test("the receipts can be refreshed after the counter was open", { tags: "matrix" }, async () => {
  const { page } = await openCounter("manager");
  await openScreen(page, "/payment-management?tab=payment-receipt");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("Successfully Refreshed").or(page.getByText("Failed to load payment receipts")).waitFor();
  expect(await page.getByText("Successfully Refreshed").count()).toBe(1);
});

test("the counter needs its own permission", { tags: "matrix" }, async () => {
  const { portal: ownPortal, revoke } = await openHarness();
  await revoke({ role: "Manager", page: "/counter", action: "View" });
  const { page } = await browser.openSignedIn(ownPortal.url(), "manager");
  await goTo(page, "/counter");
  await page.waitForURL("**/unauthorized");
});

test("the number of a receipt stays on one line beside a long name", { tags: "matrix" }, async () => {
  const { HouseNo } = await createHouse({ HouseNo: "C-75", OwnerName: "Muhammad Abdul Rehman Siddiqui" });
  const { page } = await openCounter("manager");
  await page.setViewportSize({ width: 1280, height: 800 });
  const { ReceiptNo } = await createReceipt(admin, { HouseNo, AmountPaid: 44_700 });
  const number = recentReceipts(page).getByText(`R-${ReceiptNo}`, { exact: true });
  const lines = await number.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test("on a phone in Urdu a long English name of a payer is cut off at its end", { tags: "matrix" }, async () => {
  const name = "Muhammad Ghulam Rasool Chaudhry";
  await createHouse({ HouseNo: "C-71", OwnerName: name });
  await createReceipt(admin, { HouseNo: "C-71", AmountPaid: 500 });
  const { page } = await browser.openSignedIn(`${portal.url()}/counter`, { username: "manager", language: "ur" });
  await page.setViewportSize({ width: 390, height: 844 });
  const payer = page.getByRole("listitem").getByText(name);
  const readIndent = () =>
    payer.evaluate((text) => text.getBoundingClientRect().x - (text.parentElement?.getBoundingClientRect().x ?? 0));
  await expect.poll(readIndent).toBeGreaterThanOrEqual(0);
});

test("on phones the counter does not scroll horizontally, and has no accessibility violations in both themes and languages", {
  tags: "matrix",
}, async () => {
  await createHouse({ HouseNo: "C-70" });
  await createReceipt(admin, { HouseNo: "C-70", AmountPaid: 500 });
  for (const language of ["en", "ur"] as const) {
    const { page } = await browser.openSignedIn(`${portal.url()}/counter`, { username: "manager", language });
    await page.setViewportSize({ width: 390, height: 844 });
    await openHouse(page, "c70");
    await page.locator("input[name=AmountPaid]").waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  }
});

type NewPlot = Parameters<typeof createPlot>[0];

/** A house with the installments of 2026, Rs 2,500 a month. */
async function createHouse(values: NewPlot & { CNIC?: string }) {
  const house = await createPlot(values);
  const { RateID } = rate;
  const { PaymentPlanID } = plan;
  await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs: [house.PlotID] });
  return house;
}

/** Opens the counter and waits until the search takes what is typed. */
async function openCounter(username: "manager" | "admin") {
  const counter = await browser.openSignedIn(`${portal.url()}/counter`, username);
  await expectFocused(searchBox(counter.page));
  return counter;
}

function searchBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "House number, owner, phone or CNIC" });
}

async function openHouse(page: Page, typed: string): Promise<void> {
  await page.locator("[cmdk-input]").fill(typed);
  await page.locator("[cmdk-item][aria-selected=true]").waitFor();
  await page.keyboard.press("Enter");
}

/** What the house owes until today, in rupees. */
async function readAmountDue(PlotID: number): Promise<number> {
  const { data } = (await manager.get(`/plot/${PlotID}/balance`)).body as {
    data: { items: { DueDate: string; Due: number }[] };
  };
  const today = societyDayAt(browserNow());
  return data.items.filter(({ DueDate }) => DueDate <= today).reduce((sum, { Due }) => sum + Due, 0);
}

function receiptsOf(PlotID: number) {
  return admin.list(paymentReceipt, `?plot=${PlotID}`);
}

function recentReceipts(page: Page): Locator {
  return page.getByRole("region", { name: "Last ten receipts" });
}

/** Replaces the print dialog. Returns a function that reads the text and the `@page` rules of what was printed. */
async function recordPrints(page: Page) {
  await page.evaluate(() => {
    const printed: { text: string; style: string }[] = [];
    Reflect.set(window, "printed", printed);
    window.print = () => {
      const text = document.querySelector("[data-printout]")?.textContent ?? "";
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
      printed.push({ text, style: rules.filter((rule) => rule.startsWith("@page")).join("\n") });
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "printed") as { text: string; style: string }[]);
}
