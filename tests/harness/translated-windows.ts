import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ur } from "../../web/i18n/locales/ur.ts";
import { findViolationsInBothThemes, lowWindow } from "./accessibility.ts";
import { openScreen, type setUpBrowser } from "./browser.ts";
import type { Username } from "./initial-data.ts";

/** Translates a text of a screen. */
export type Translate = (text: keyof typeof ur) => string;

export interface TranslatedWindow {
  language: "en" | "ur";
  page: Page;
  translate: Translate;
}

/** Opens a low window with a session of the user in each language. */
export function openTranslatedWindows(
  browser: ReturnType<typeof setUpBrowser>,
  url: string,
  username: Username,
): Promise<TranslatedWindow[]> {
  return Promise.all(
    (["en", "ur"] as const).map(async (language) => {
      const { page } = await browser.openSignedIn(url, { username, language });
      await page.setViewportSize(lowWindow);
      return { language, page, translate: (text) => (language === "ur" ? ur[text] : text) };
    }),
  );
}

/** A dialog and how it is opened on the screen with this path. */
export interface DialogCase {
  path: string;
  open: (page: Page, translate: Translate) => Promise<void>;
}

/** Opens the dialog in each window and expects no accessibility violations in both themes. */
export async function expectAccessibleDialog(
  windows: readonly TranslatedWindow[],
  { path, open }: DialogCase,
): Promise<void> {
  for (const { page, translate, language } of windows) {
    await openScreen(page, path);
    await open(page, translate);
    await waitForDialog(page);
    expect(await findViolationsInBothThemes(page), language).toEqual([]);
    await page.keyboard.press("Escape");
  }
}

/** Clicks a button of the page. */
export async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}

/** Clicks an action of the last row of the list. */
export function clickLastRowAction(page: Page, index: number): Promise<void> {
  return page
    .locator("[aria-rowindex]")
    .last()
    .locator("[role=gridcell]")
    .last()
    .getByRole("button")
    .nth(index)
    .click();
}

/** Waits for the dialog that was opened last. */
export function waitForDialog(page: Page): Promise<void> {
  return page.locator(":is([role=dialog], [role=alertdialog])[data-state=open]").last().waitFor();
}
