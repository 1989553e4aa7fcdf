// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { openScreen, setUpBrowser } from "../harness/browser.ts";
import { addCheque, depositCheque } from "../harness/cheques.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { lockOctober } from "../harness/locked-month.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";
import {
  clickButton,
  clickLastRowAction,
  type DialogCase,
  expectAccessibleDialog,
  openTranslatedWindows,
  type TranslatedWindow,
  waitForDialog,
} from "../harness/translated-windows.ts";

const browser = setUpBrowser();
const { portal, admin, ali, society, createSchedule } = await openSharedHarness();
await createSchedule();
const { HouseNo, PlotID } = society.aliPlot;
await createReceipt(admin, { HouseNo });
await addCheque(admin);
await depositCheque(admin);
await openDrawer(admin);
const claimForm = { PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Online", Reference: "TX-9" };
assertOk(await ali.post("/claim", claimForm));

let windows: TranslatedWindow[] = [];
let residentWindows: TranslatedWindow[] = [];

beforeAll(async () => {
  windows = await openTranslatedWindows(browser, portal.url(), "admin");
  residentWindows = await openTranslatedWindows(browser, portal.url(), "ali");
});

/** The dialogs that accessibility-dialogs.test.ts does not open; in a second file, so that two workers share the time. */
const dialogs: Readonly<Record<string, DialogCase>> = {
  "handing over a drawer": {
    path: "/counter",
    open: (page, translate) => clickButton(page, translate("Hand over")),
  },
  "what moved a drawer": {
    path: "/finance-management?tab=drawers",
    open: openFirstRow,
  },
  "depositing a cheque": {
    path: "/finance-management?tab=cheques",
    open: openFirstRow,
  },
  "a transfer between accounts": {
    path: "/finance-management?tab=accounts",
    open: async (page, translate) => {
      await page.getByText(translate("Transfers"), { exact: true }).click();
      await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
      await page.keyboard.press("n");
    },
  },
  "marking a cheque as cleared": {
    path: "/finance-management?tab=cheques&state=deposited",
    open: openFirstRow,
  },
  "editing a house": {
    path: "/society-management?tab=plots",
    open: (page) => clickLastRowAction(page, 0),
  },
  "returning a cheque": {
    path: "/finance-management?tab=cheques",
    open: (page) => clickLastRowAction(page, 0),
  },
  "the calendar of a date": {
    path: "/payment-management?tab=payment-receipt",
    open: async (page, translate) => {
      await clickButton(page, translate("Add Receipt"));
      await page.getByRole("dialog").getByLabel(translate("Payment Date"), { exact: true }).press("ArrowDown");
      await page.getByRole("grid").last().waitFor();
    },
  },
  "signing out everywhere": {
    path: "/account",
    open: (page, translate) => clickButton(page, translate("Sign out everywhere")),
  },
  "making a new key": {
    path: "/system-management?tab=society",
    open: (page, translate) => clickButton(page, translate("Make a new key")),
  },
  // Last, because months are locked from then on.
  "unlocking a month": {
    path: "/finance-management?tab=month-lock",
    open: async (page, translate) => {
      await lockOctober(admin);
      const name = translate("Unlock {month}").replace("{month}", ".*");
      await page
        .getByRole("button", { name: new RegExp(name) })
        .first()
        .click();
    },
  },
};

describe("in both languages and themes", () => {
  test.each(Object.entries(dialogs))("the dialog for %s has no accessibility violations", (_name, dialog) =>
    expectAccessibleDialog(windows, dialog),
  );

  test("a receipt that is edited in its row has no accessibility violations", async () => {
    for (const { page, translate, language } of windows) {
      await openScreen(page, "/payment-management?tab=payment-receipt");
      await clickLastRowAction(page, 1);
      await page.getByRole("button", { name: new RegExp(translate("Save {name}").replace("{name}", ".*")) }).waitFor();
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  });

  test.each(["/", "/payment-management?tab=claims", "/payment-management?tab=payment-schedule", `/house/${HouseNo}`])(
    "a resident's screen %s has no accessibility violations",
    async (path) => {
      for (const { page, language } of residentWindows) {
        await openScreen(page, path);
        await page.getByText(HouseNo).first().waitFor();
        expect(await findViolationsInBothThemes(page), language).toEqual([]);
      }
    },
  );

  test("the form for a resident's claim has no accessibility violations", async () => {
    for (const { page, translate, language } of residentWindows) {
      await openScreen(page, "/");
      await page.getByRole("link", { name: translate("I Have Paid") }).click();
      await waitForDialog(page);
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  });
});

/** Opens the first row of the list as Enter does. */
async function openFirstRow(page: Page): Promise<void> {
  await page.locator("[role=grid] [aria-rowindex='2']").waitFor();
  await page.keyboard.press("/");
  await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=grid]:focus").waitFor();
  await page.keyboard.press("Enter");
}
