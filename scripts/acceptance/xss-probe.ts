import type { BrowserContext, Page } from "playwright-core";
import { launchChromium, waitUntilSettled } from "../lib/chromium.ts";
import { listScreens } from "../lib/screens.ts";

/** Where a pointer rests on a chart, of its width and height. */
const hoverPositions = [0.2, 0.35, 0.5, 0.65, 0.8];
const viewports = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

interface XssProbeResult {
  /** How many screens were looked at, each size on its own. */
  checkedScreens: number;
  charts: number;
  /** Where something was run, or drawn, that had come as text. */
  hits: string[];
}

interface XssProbeTarget {
  url: string;
  token: string;
  house: string;
  plan: number;
  /** Letters as they are read, in HTML. */
  mails: readonly string[];
  short: boolean;
}

/** Goes through all screens of an administrator, with the pointer over every chart, and through the letters. */
export async function probeScreens({ url, token, house, plan, mails, short }: XssProbeTarget): Promise<XssProbeResult> {
  const browser = await launchChromium();
  const found: XssProbeResult = { checkedScreens: 0, charts: 0, hits: [] };
  try {
    for (const viewport of short ? [viewports.desk] : Object.values(viewports)) {
      const context = await browser.newContext({
        ...{ viewport, baseURL: url },
        storageState: {
          cookies: [],
          origins: [{ origin: new URL(url).origin, localStorage: [{ name: "auth_token", value: token }] }],
        },
      });
      const page = await openWatchedPage(context, found);
      for (const { path } of listScreens({ house, plan })) {
        await page.goto(path);
        await waitUntilSettled(page);
        found.charts += await hoverCharts(page);
        await recordHits(page, found);
      }
      for (const letter of mails) {
        await page.goto("about:blank");
        await page.setContent(letter);
        await recordHits(page, found);
      }
      await context.close();
    }
    return found;
  } finally {
    await browser.close();
  }
}

async function openWatchedPage(context: BrowserContext, { hits }: XssProbeResult): Promise<Page> {
  const page = await context.newPage();
  // What the policy has kept from running had become more than text all the same.
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) hits.push(`${page.url()}: ${message.text().slice(0, 120)}`);
  });
  return page;
}

async function recordHits(page: Page, found: XssProbeResult): Promise<void> {
  found.checkedScreens++;
  const drawn = await page.locator('img[src="x"], svg[onload], b[onclick], script:not([src])').count();
  const struck = await page.evaluate(() => Reflect.get(window, "struck") !== undefined);
  if (struck) found.hits.push(`${page.url()}: a script ran`);
  if (drawn > 0) found.hits.push(`${page.url()}: ${drawn} things drawn that were text`);
}

async function hoverCharts(page: Page): Promise<number> {
  const charts = await page.locator("canvas").all();
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) continue;
    for (const x of hoverPositions)
      for (const y of hoverPositions) await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  }
  return charts.length;
}
