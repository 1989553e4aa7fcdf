import type { Page } from "playwright-core";

/**
 * Returns a function that presses the given keys one after the other; its `count` is the number of keys pressed so far.
 */
export function createCountingPress(page: Page) {
  const press = Object.assign(
    async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      press.count += keys.length;
    },
    { count: 0 },
  );
  return press;
}
