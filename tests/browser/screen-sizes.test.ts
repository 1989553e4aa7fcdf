// @module-tag browser
// @module-tag matrix
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { listScreens } from "../../scripts/lib/screens.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { createScheduleAndLimits, expectApprovalRequested } from "../harness/approvals.ts";
import { goTo, hoverForTitle, keepToasts, openScreen, setUpBrowser } from "../harness/browser.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { lockOctober } from "../harness/locked-month.ts";
import { createMail } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, society, admin, createSchedule, createExpense } = await openSharedHarness();
const { plan } = await createSchedule();
await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 3000 });
const screens = listScreens({ houseNo: society.aliPlot.HouseNo, paymentPlanId: plan.PaymentPlanID });

const listPaths = [
  "/payment-management?tab=payment-receipt",
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-plans",
  "/payment-management?tab=adjustments",
  "/payment-management?tab=withdrawn-installments",
  "/payment-management?tab=bills",
  "/payment-management?tab=claims",
  "/society-management?tab=plots",
  "/society-management?tab=plot-category",
  "/society-management?tab=certificates",
  "/finance-management?tab=expenses",
  "/finance-management?tab=received",
  "/finance-management?tab=ageing",
  "/finance-management?tab=accounts",
  "/finance-management?tab=other-income",
  "/finance-management?tab=cash-book&from=2026-01-01",
  "/finance-management?tab=drawers",
  "/finance-management?tab=month-lock",
  "/finance-management?tab=approvals",
  "/finance-management?tab=cheques",
  "/system-management?tab=role",
  "/system-management?tab=permissions",
  "/system-management?tab=displays",
  "/system-management?tab=mails",
  "/system-management?tab=verification",
];
const phone = { width: 390, height: 844 };

test("on phones a list takes at least 70 % of the screen", async () => {
  const windows = await Promise.all(
    (["en", "ur"] as const).map((language) => browser.openSignedIn(portal.url(), { username: "admin", language })),
  );
  for (const { page } of windows) {
    await page.setViewportSize(phone);
    for (const path of listPaths) {
      await openScreen(page, path);
      // The grid of an empty list has no height.
      await page.locator('main [role="grid"], main [role="treegrid"]').waitFor({ state: "attached" });
      await expect.poll(() => measureShareOutsideList(page), { message: path }).toBeLessThanOrEqual(0.3);
    }
  }
});

test("on phones a locked month and the result of a verification leave at least 70 % of the screen to the list", async () => {
  const harness = await openHarness();
  await lockOctober(harness.admin);
  assertOk(await harness.admin.post("/verification"));
  const { page } = await browser.openSignedIn(`${harness.portal.url()}/system-management?tab=verification`, "admin");
  await page.setViewportSize(phone);
  await page.getByText("Everything is as the portal has written it").click();
  await page.getByText("Head of the chain").waitFor();
  await page.getByText("Everything is as the portal has written it").click();
  await expect.poll(() => measureShareOutsideList(page)).toBeLessThanOrEqual(0.3);
  await openScreen(page, "/finance-management?tab=month-lock");
  await page.getByText("Locked: all months up to October 2026").waitFor();
  await expect.poll(() => measureShareOutsideList(page)).toBeLessThanOrEqual(0.3);
});

test("on phones the counter and the report leave at least 70 % of the screen to receipts and categories, in both languages", async () => {
  for (const language of ["en", "ur"] as const) {
    const { page } = await browser.openSignedIn(`${portal.url()}/`, { username: "admin", language });
    await page.setViewportSize(phone);
    await openScreen(page, "/generate-report");
    const main = page.getByRole("main");
    await expectSmallShareAround(main.getByRole("heading", { level: 3 }).first());
    await openScreen(page, "/counter");
    await expectSmallShareAround(main.getByRole("listitem").first());

    async function expectSmallShareAround(firstContent: Locator) {
      await expect
        .poll(async () => {
          const start = (await firstContent.boundingBox())?.y ?? phone.height;
          const menu = await page.getByRole("navigation").last().boundingBox();
          return (start + (menu?.height ?? phone.height)) / phone.height;
        })
        .toBeLessThanOrEqual(0.3);
    }
  }
});

test("on phones the cards of withdrawn installments and of requests for approval name the owner", async () => {
  const harness = await openHarness();
  const { OwnerName } = harness.society.aliPlot;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const { PaymentReceiptID } = await createReceipt(harness.admin, { HouseNo: "A-1", AmountPaid: 2000 });
  expectApprovalRequested(await harness.manager.delete(`/payment-receipt/${PaymentReceiptID}`));
  const { rows } = await harness.createSchedule({ StartMonth: 12, EndMonth: 12 });
  const PaymentScheduleIDs = rows.map(({ PaymentScheduleID }) => PaymentScheduleID);
  assertOk(await harness.admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs, Reason: "Moved out" }));
  const { page } = await browser.openSignedIn(`${harness.portal.url()}/`, "admin");
  await page.setViewportSize(phone);
  for (const path of ["/finance-management?tab=approvals", "/payment-management?tab=withdrawn-installments"]) {
    await openScreen(page, path);
    await page.getByRole("row").filter({ hasText: "A-1" }).getByText(OwnerName).first().waitFor();
  }
});

test("on phones the houses in the preview of a revision and of an adjustment for several houses name their owners", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=service-charges`, "admin");
  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Actions" }).first().click();
  await page.getByRole("menuitem", { name: /^Revise/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From month").selectOption({ label: "June" });
  await dialog.getByLabel("New amount a month, Rs").fill("3,000");
  await expectOwners();

  await goTo(page, "/payment-management?tab=adjustments");
  await page.getByRole("button", { name: "Several houses" }).click();
  await dialog.getByLabel("Amount for each house").fill("500");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await dialog.getByLabel("Reason").fill("Wedding hall");
  await dialog.getByRole("row").filter({ hasText: society.sanaPlot.HouseNo }).waitFor();
  await dialog.getByRole("checkbox", { name: "Select all shown houses" }).click();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Rs 1,000.00 in total").waitFor();
  await expectOwners();

  async function expectOwners() {
    for (const { HouseNo, OwnerName } of [society.aliPlot, society.sanaPlot])
      await dialog.getByRole("row").filter({ hasText: HouseNo }).getByText(OwnerName, { exact: true }).waitFor();
  }
});

test("on phones the card of an email ends before the edge of the screen", async () => {
  const harness = await openHarness();
  const To = "muhammad.ali.sheikh.siddiqui@example.org";
  await createMail(harness, { To, State: "sent", SentAt: harness.clock.now().toISOString() });
  for (const language of ["en", "ur"] as const) {
    const { page } = await browser.openSignedIn(harness.portal.url(), { username: "admin", language });
    await page.setViewportSize(phone);
    await openScreen(page, "/system-management?tab=mails");
    const state = page.getByRole("gridcell").filter({ hasText: To }).locator("svg").locator("..");
    const { x, width } = (await state.boundingBox()) ?? { x: 0, width: 0 };
    expect(Math.min(x, phone.width - x - width), language).toBeGreaterThanOrEqual(16);
  }
});

test("on phones one button opens all filters of a list and says how many are set", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize(phone);
  await goTo(page, "/payment-management?tab=payment-receipt");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByLabel("Method").selectOption("Cheque");
  await sheet.getByLabel("Month").selectOption({ label: "March" });
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Filters, 2 set" }).click();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters", exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a table shows a shadow at its end while columns are hidden there", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize({ width: 1024, height: 768 });
  await goTo(page, "/payment-management?tab=payment-receipt");
  const shadow = page.locator("main [data-hidden-end]", { has: page.getByRole("grid") });
  await shadow.waitFor();
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
  await shadow.waitFor({ state: "detached" });
});

test("the bar of tabs shows a shadow at each end where tabs are hidden", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=service-charges`, "admin");
  await page.setViewportSize({ width: 768, height: 900 });
  const tabs = page.getByRole("navigation", { name: "Sections" });
  const readHiddenEnds = () => tabs.locator("..").evaluate((frame) => Object.keys(frame.dataset).sort());
  await expect.poll(readHiddenEnds).toEqual(["hiddenEnd"]);
  await tabs.getByRole("link", { name: "Payment Receipt" }).click();
  await expect.poll(readHiddenEnds).toEqual(["hiddenEnd", "hiddenStart"]);
  await tabs.evaluate((bar) => bar.scrollTo({ left: bar.scrollWidth }));
  await expect.poll(readHiddenEnds).toEqual(["hiddenStart"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(readHiddenEnds).toEqual([]);
});

test("on a laptop no list scrolls sideways", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  for (const width of [1280, 1120]) {
    await page.setViewportSize({ width: width - scrollBarPx, height: 800 });
    // The width at the start decides whether the sidebar is open.
    await goTo(page, "/");
    for (const path of listPaths) {
      await openScreen(page, path);
      await page.locator('main [role="grid"], main [role="treegrid"]').waitFor({ state: "attached" });
      await expect.poll(() => measureHiddenWidth(page), { message: `${path} at ${width} px` }).toBe(0);
    }
  }
});

test("the permissions fit a window of 1440 px in Urdu", async () => {
  const { page } = await browser.openSignedIn(portal.url(), { username: "admin", language: "ur" });
  await page.setViewportSize({ width: 1440 - scrollBarPx, height: 900 });
  await openScreen(page, "/system-management?tab=permissions");
  await page.getByRole("treegrid").waitFor();
  await expect.poll(() => measureHiddenWidth(page)).toBe(0);
});

test("at 768 px the schedule of a house does not scroll sideways, nor does a report with adjustments", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize({ width: 768, height: 900 });
  await openScreen(page, `/house/${society.aliPlot.HouseNo}?tab=schedule`);
  await page.getByRole("checkbox", { name: /December/ }).waitFor();
  await expect.poll(() => measureHiddenWidth(page)).toBe(0);
  const { PlotID } = society.aliPlot;
  const charge = {
    Kind: "charge",
    PlotID,
    Amount: 500,
    Date: "2026-11-10",
    DueDate: "2026-11-20",
    Reason: "Water tank",
  };
  assertOk(await admin.post("/adjustment", charge));
  await openScreen(page, "/generate-report?month=11&year=2026&tab=generate");
  await page.getByRole("grid", { name: "Adjustments" }).waitFor();
  const measureOverflow = () =>
    page.locator("main").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(measureOverflow).toBe(0);
});

test("a name that a list truncates has the whole name as its tooltip", async () => {
  const OwnerName = "Dr. Muhammad Ghulam Rasool Siddiqui Chaudhry";
  assertOk(await admin.put(`/plot/${society.aliPlot.PlotID}`, { ...society.aliPlot, OwnerName }));
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-schedule`, "admin");
  const owner = page.getByRole("gridcell").filter({ hasText: OwnerName });
  await expect.poll(() => hoverForTitle(owner)).toBe(OwnerName);
});

test("on phones an expense shows its whole month, and the report has the button Back but not Previous month", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await createExpense({ ExpenseTitle: "Street lights of the first phase" });
  await page.setViewportSize(phone);
  await openScreen(page, "/finance-management?tab=expenses");
  const month = page
    .getByRole("gridcell")
    .getByText(/^[A-Z][a-z]{2} 20\d\d$/)
    .first();
  const line = month.locator("..");
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false);
  await openScreen(page, "/generate-report");
  const back = page.getByRole("button", { name: "Back" });
  const generate = page.getByRole("main").getByRole("button", { name: "Generate Report" });
  await page.getByRole("button", { name: "Previous month" }).waitFor({ state: "hidden" });
  expect((await generate.boundingBox())?.x).toBe((await back.boundingBox())?.x);
});

test("on phones the report keeps its title, and cannot be exported, until that of another selected month is loaded", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize(phone);
  await openScreen(page, "/generate-report?month=11&year=2026&tab=generate");
  const header = page.getByRole("heading", { name: /November 2026$/ }).locator("..");
  const pdf = page.getByRole("button", { name: "Export as PDF" });
  const readHeaderWidth = async () => (await header.boundingBox())?.width;
  await expect.poll(readHeaderWidth).toBeLessThan(100);
  let answer = () => {};
  await page.route("**/api/generate-report**", async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await page.getByRole("combobox", { name: "Month" }).selectOption("10");
  await expect.poll(readHeaderWidth).toBeGreaterThan(100);
  expect(await pdf.isDisabled()).toBe(true);
  answer();
  await page.getByRole("heading", { name: /October 2026$/ }).waitFor();
  expect(await pdf.isEnabled()).toBe(true);
});

test("a toast covers no dialog that is opened after it", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plot-floors`, "admin");
  await page.setViewportSize(phone);
  await keepToasts(page);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Floor" }).click();
  await dialog.getByLabel("Floor").fill("Mezzanine");
  await dialog.getByLabel("Floor").press("Enter");
  await dialog.waitFor({ state: "detached" });
  const toast = page.locator("[data-sonner-toast]");
  await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(phone.height / 2);
  await page.getByRole("button", { name: "Add Floor" }).click();
  await dialog.getByLabel("Floor").waitFor();
  const dialogTop = (await dialog.boundingBox())?.y ?? 0;
  await expect.poll(() => toast.evaluate((box) => box.getBoundingClientRect().bottom)).toBeLessThan(dialogTop);
});

test("from 768 px on no label on the dashboard's cards wraps beside an amount of eight digits", async () => {
  const { PlotID, HouseNo } = society.aliPlot;
  const dates = { Date: "2026-11-10", DueDate: "2026-11-10" };
  assertOk(
    await admin.post("/adjustment", {
      Kind: "charge",
      PlotID,
      Amount: 20_000_000,
      Reason: "Road of the block",
      ...dates,
    }),
  );
  await createReceipt(admin, { HouseNo, AmountPaid: 15_588_000 });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  for (const width of [768, 900, 1024, 1199, 1200, 1240, 1265]) {
    await page.setViewportSize({ width, height: 900 });
    await page
      .getByText(/^Rs 15,\d{3},\d{3}$/)
      .first()
      .waitFor();
    await expect.poll(() => findWrappedLabels(page), { message: `${width} px` }).toEqual([]);
  }
});

test("at 200 % zoom no screen scrolls sideways, and nothing moves with reduced motion", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  // A window of 1440 by 900 px at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { name, path, isPublic } of screens) {
    if (isPublic) continue;
    await openScreen(page, path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    const readContentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(readContentWidth, { message: name }).toBeLessThanOrEqual(720);
    expect(await countMovements(page), name).toBe(0);
  }
});

/** Width of a classic scroll bar, which headless browsers do not show. */
const scrollBarPx = 15;

/** Width in pixels of the columns that are hidden at the end of the list. */
function measureHiddenWidth(page: Page): Promise<number> {
  return page
    .locator('main [role="grid"], main [role="treegrid"]')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** The share of the window that header, tabs, toolbar, footer and the bar at the bottom take. */
function measureShareOutsideList(page: Page): Promise<number> {
  return page.evaluate(() => {
    const list = document.querySelector('main [role="grid"], main [role="treegrid"]');
    const after = [...(list?.parentElement?.children ?? []), ...document.querySelectorAll("nav")]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, height }) => height > 1 && top > innerHeight / 2);
    const start = list?.getBoundingClientRect().top ?? innerHeight;
    const end = Math.min(innerHeight, ...after.map(({ top }) => top));
    return 1 - (end - start) / innerHeight;
  });
}

/** The labels of amounts that take more than one line. */
function findWrappedLabels(page: Page): Promise<string[]> {
  return page.locator("main dt").evaluateAll((labels) =>
    labels
      .filter((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((label) => label.textContent),
  );
}

/** Running animations that move or scale something; a fade is allowed. */
function countMovements(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(({ playState, effect }) => {
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
        const duration = Number(effect?.getComputedTiming().duration ?? 0);
        return playState === "running" && duration > 10 && frames.some((frame) => frame.translate || frame.transform);
      }).length,
  );
}
