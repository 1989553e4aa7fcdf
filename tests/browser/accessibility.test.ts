// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { listScreens } from "../../scripts/lib/screens.ts";
import { findViolationsInBothThemes, lowWindow } from "../harness/accessibility.ts";
import { goTo, openScreen, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const { portal, society, admin, changeUser, createSchedule, createExpense } = await openSharedHarness();
const { plan } = await createSchedule();
await createExpense();
await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 3000 });

const screens = listScreens({ houseNo: society.aliPlot.HouseNo, paymentPlanId: plan.PaymentPlanID });

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const languages = ["en", "ur"] as const;
let windows: { language: string; page: Page; anonymousPage: Page }[] = [];

beforeAll(async () => {
  windows = await Promise.all(
    languages.map(async (language) => ({
      language,
      page: (await browser.openSignedIn(portal.url(), { username: "admin", language })).page,
      anonymousPage: await browser.openWindow(portal.url(), { language }),
    })),
  );
  for (const { page, anonymousPage } of windows) {
    await page.setViewportSize(lowWindow);
    await anonymousPage.setViewportSize(lowWindow);
  }
});

describe("in both languages and themes", () => {
  test.each(screens)("the screen $name has no accessibility violations", async ({ path, isPublic }) => {
    const violations = await Promise.all(
      windows.map(async ({ language, page, anonymousPage }) => {
        const shownPage = isPublic ? anonymousPage : page;
        await openScreen(shownPage, path);
        await shownPage.locator("h1").first().waitFor({ state: "attached" });
        return (await findViolationsInBothThemes(shownPage)).map((violation) => `${language}: ${violation}`);
      }),
    );
    expect(violations.flat()).toEqual([]);
  });
});

test("the account page at the first sign-in has no accessibility violations", async () => {
  await changeUser("clerk", { IsFirstSignIn: true });
  for (const language of languages) {
    const { page } = await browser.openSignedIn(portal.url(), { username: "clerk", language });
    await page.waitForURL("**/account");
    await page.getByRole("heading", { level: 2 }).last().waitFor();
    expect(await findViolationsInBothThemes(page), language).toEqual([]);
  }
});

describe("on desktops and phones in both themes and languages", () => {
  const houseTabs = ["statement", "schedule", "receipts", "adjustments", "changes"];

  test.each(houseTabs)(
    "the %s of a house has no accessibility violations and does not scroll horizontally",
    async (tab) => {
      for (const { language, page } of windows) {
        // The title is that of the house for all of its tabs, so openScreen would wait for another one in vain.
        await goTo(page, `/house/${society.aliPlot.HouseNo}?tab=${tab}`);
        await page.getByRole("heading", { level: 2 }).last().waitFor();
        for (const viewport of [desktop, phone]) {
          await page.setViewportSize(viewport);
          expect(await findViolationsInBothThemes(page), language).toEqual([]);
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        }
        await page.setViewportSize(lowWindow);
      }
    },
  );
});
