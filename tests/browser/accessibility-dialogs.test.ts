// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { ur } from "../../web/i18n/locales/ur.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { openScreen, setUpBrowser } from "../harness/browser.ts";
import { depositCheque } from "../harness/cheques.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createIndebtedPlots, createMailableReceipt } from "../harness/mail.ts";

type Text = keyof typeof ur;
/** Translates a text of a button. */
type Translate = (text: Text) => string;

const browser = setUpBrowser();
const harness = await openSharedHarness();
const { portal, admin } = harness;
await createMailableReceipt(harness);
await createIndebtedPlots(harness, {});
await depositCheque(admin);
await openDrawer(admin);

const languages = ["en", "ur"] as const;
let windows: { page: Page; translate: Translate; language: string }[] = [];

beforeAll(async () => {
  windows = await Promise.all(
    languages.map(async (language) => ({
      language,
      translate: (text: Text) => (language === "ur" ? ur[text] : text),
      page: (await browser.openSignedIn(portal.url(), { username: "admin", language })).page,
    })),
  );
});

const dialogs: Readonly<Record<string, { path: string; open: (page: Page, translate: Translate) => Promise<void> }>> = {
  "voiding a receipt": {
    path: "/payment-management?tab=payment-receipt",
    open: (page) => page.locator("[aria-rowindex='2'] button").last().click(),
  },
  "generating a schedule": {
    path: "/payment-management?tab=payment-plans",
    open: (page, translate) => clickButton(page, translate("Generate Payment Schedule")),
  },
  "importing receipts": {
    path: "/payment-management?tab=payment-receipt",
    open: (page, translate) => clickButton(page, translate("Import")),
  },
  "mailing receipts": {
    path: "/payment-management?tab=payment-receipt",
    open: (page, translate) => clickButton(page, translate("Send All Pending Emails")),
  },
  "sending reminders": {
    path: "/finance-management?tab=ageing",
    open: async (page, translate) => {
      await page.getByRole("checkbox", { name: translate("Select all shown houses") }).click();
      await clickButton(page, translate("Send reminders"));
    },
  },
  "counting a drawer": {
    path: "/counter",
    open: (page, translate) => clickButton(page, translate("Count and close")),
  },
  "closing the day": {
    path: "/finance-management?tab=drawers",
    open: async (page, translate) => {
      await page.getByText(translate("Day closes"), { exact: true }).click();
      await clickButton(page, translate("Close day"));
    },
  },
  "marking a cheque as bounced": {
    path: "/finance-management?tab=cheques",
    open: async (page, translate) => {
      await page.getByText(translate("Deposited"), { exact: true }).click();
      const name = translate("Mark cheque {number} as bounced").replace("{number}", ".*");
      await page.getByRole("button", { name: new RegExp(name) }).click();
    },
  },
};

describe("in both languages and themes", () => {
  test.each(Object.entries(dialogs))(
    "the dialog for %s has no accessibility violations",
    async (_name, { path, open }) => {
      for (const { page, translate, language } of windows) {
        await openScreen(page, path);
        await open(page, translate);
        await page.locator(":is([role=dialog], [role=alertdialog])[data-state=open]").waitFor();
        expect(await findViolationsInBothThemes(page), language).toEqual([]);
        await page.keyboard.press("Escape");
      }
    },
  );

  test("a row that has just been ticked and its toast have no accessibility violations", async () => {
    for (const { page, language } of windows) {
      await openScreen(page, "/payment-management?tab=payment-schedule");
      await page.getByRole("treegrid").getByRole("checkbox", { checked: false }).first().click();
      await page.locator("[data-sonner-toast]").first().waitFor();
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  });
});

async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}
