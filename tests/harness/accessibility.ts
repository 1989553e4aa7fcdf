import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const standards = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** All that can be right in one theme and wrong in the other. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** What keeps somebody from using the page as it stands, in the light and in the dark theme; empty when nothing does. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  await applyTheme(page, "light");
  const inLight = await findViolations(page);
  await applyTheme(page, "dark");
  const inDark = await runAxe(page, { type: "rule", values: colorRules });
  return [...inLight, ...inDark.map((fault) => `dark: ${fault}`)];
}

/** The same, in the theme that the page has. Looked at once everything is there and nothing moves any more. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await waitForAnimations(page);
  return runAxe(page, { type: "tag", values: standards });
}

/** Takes on the theme as a device does that changes it: at once, without another load. */
async function applyTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe(colorScheme);
  await waitForAnimations(page);
}

/** What turns for as long as it is shown is not waited for. */
async function waitForAnimations(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === "running" && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
    );
  await expect.poll(moving).toEqual([]);
}

/**
 * The portal has no frames, whose search would open a window of its own each time; and of what is right no list is asked for,
 * which takes longer to write than to find what is wrong.
 */
async function runAxe(page: Page, runOnly: { type: "rule" | "tag"; values: string[] }): Promise<string[]> {
  // Half a megabyte that the page holds since the first look.
  const held = await page.evaluate(() => "axe" in window);
  const look = new AxeBuilder({ page, ...(held ? { axeSource: "void 0" } : {}) });
  const { violations } = await look
    .options({ runOnly, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
