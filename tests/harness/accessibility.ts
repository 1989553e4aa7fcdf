import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const standards = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/**
 * A low window for axe: a list then shows fewer of its rows, which are all alike, and axe needs less than half of the
 * time.
 */
export const lowWindow = { width: 1440, height: 600 };
/** Rules whose result depends on the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * WCAG violations of the page in the light and the dark theme; in the dark theme only those of colors. Leaves the page
 * in the dark theme.
 */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  await applyTheme(page, "light");
  const lightViolations = await findViolations(page);
  await applyTheme(page, "dark");
  const darkViolations = await runAxe(page, { type: "rule", values: colorRules });
  return [...lightViolations, ...darkViolations.map((violation) => `dark: ${violation}`)];
}

/** WCAG violations in the current theme, after loading and animations have ended. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await waitForAnimations(page);
  return runAxe(page, { type: "tag", values: standards });
}

/**
 * Sets the color scheme of the device without a reload. Turns off animations, which take a tenth of the time of a
 * check.
 */
async function applyTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe(colorScheme);
  await waitForAnimations(page);
}

/** Waits until no animation runs, except infinite ones such as spinners. */
async function waitForAnimations(page: Page): Promise<void> {
  const readAnimations = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === "running" && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
    );
  await expect.poll(readAnimations).toEqual([]);
}

/**
 * Runs axe in legacy mode, which opens no extra window (the portal has no frames), and requests only violations,
 * because listing the passed rules takes longer than finding the failed ones.
 *
 * Of the results that axe cannot decide (`incomplete`), only `aria-prohibited-attr` is returned: a label that some
 * screen readers ignore. The others are colors of clipped or short texts, which the tests of the theme check, and
 * tables without rows.
 */
async function runAxe(page: Page, runOnly: { type: "rule" | "tag"; values: string[] }): Promise<string[]> {
  // The script of half a megabyte is injected once per page.
  const isInjected = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isInjected ? { axeSource: "void 0" } : {}) });
  const { violations, incomplete } = await builder
    .options({ runOnly, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const findings = [...violations, ...incomplete.filter(({ id }) => id === "aria-prohibited-attr")];
  return findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
