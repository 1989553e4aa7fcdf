import { type Browser, chromium, type Page } from "playwright-core";

/**
 * The first two features load two pages for the address bar in each window, which takes longer than loading the portal.
 * With PaintHolding, Chromium drops clicks between the load of a page and its first frame, while the test already sees
 * the elements; DropInputEventsWhilePaintHolding is the part of it that drops them. The other entries are features that
 * Playwright disables too. They are repeated here, because Chromium uses only the last --disable-features argument, so
 * that this list replaces Playwright's.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "HttpsUpgrades",
  "DropInputEventsWhilePaintHolding",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
];
const defaultArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  `--disable-features=${disabledFeatures}`,
];

/** The sizes in which screens are shown. */
export const viewports = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** Starts the Chromium at the path in the environment variable CHROMIUM, by default /usr/bin/chromium. */
export function launchChromium(...extraArgs: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...defaultArgs, ...extraArgs],
  });
}

/** Waits until the page, its data and its fonts are loaded. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForLoadState("networkidle");
}
