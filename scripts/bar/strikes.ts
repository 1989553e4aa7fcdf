import type { BrowserContext, Page } from "playwright-core";
import { openChromium, settled } from "../chromium.ts";
import { screensOf } from "../screens.ts";

/** Where a pointer rests on a chart, of its width and height. */
const rests = [0.2, 0.35, 0.5, 0.65, 0.8];
const looks = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

interface Strikes {
  /** How many screens were looked at, each size on its own. */
  looks: number;
  charts: number;
  /** Where something was run, or drawn, that had come as text. */
  strikes: string[];
}

interface Named {
  url: string;
  token: string;
  house: string;
  plan: number;
  /** Letters as they are read, in HTML. */
  letters: readonly string[];
  short: boolean;
}

/** Goes through all screens of an administrator, with the pointer over every chart, and through the letters. */
export async function strikesIn({ url, token, house, plan, letters, short }: Named): Promise<Strikes> {
  const browser = await openChromium();
  const found: Strikes = { looks: 0, charts: 0, strikes: [] };
  try {
    for (const viewport of short ? [looks.desk] : Object.values(looks)) {
      const context = await browser.newContext({
        ...{ viewport, baseURL: url },
        storageState: {
          cookies: [],
          origins: [{ origin: new URL(url).origin, localStorage: [{ name: "auth_token", value: token }] }],
        },
      });
      const page = await watchedPage(context, found);
      for (const { address } of screensOf({ house, plan })) {
        await page.goto(address);
        await settled(page);
        found.charts += await hoverCharts(page);
        await lookFor(page, found);
      }
      for (const letter of letters) {
        await page.goto("about:blank");
        await page.setContent(letter);
        await lookFor(page, found);
      }
      await context.close();
    }
    return found;
  } finally {
    await browser.close();
  }
}

async function watchedPage(context: BrowserContext, { strikes }: Strikes): Promise<Page> {
  const page = await context.newPage();
  // What the policy has kept from running had become more than text all the same.
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) strikes.push(`${page.url()}: ${message.text().slice(0, 120)}`);
  });
  return page;
}

async function lookFor(page: Page, found: Strikes): Promise<void> {
  found.looks++;
  const drawn = await page.locator('img[src="x"], svg[onload], b[onclick], script:not([src])').count();
  const struck = await page.evaluate(() => Reflect.get(window, "struck") !== undefined);
  if (struck) found.strikes.push(`${page.url()}: a script ran`);
  if (drawn > 0) found.strikes.push(`${page.url()}: ${drawn} things drawn that were text`);
}

async function hoverCharts(page: Page): Promise<number> {
  const charts = await page.locator("canvas").all();
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) continue;
    for (const x of rests) for (const y of rests) await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  }
  return charts.length;
}
