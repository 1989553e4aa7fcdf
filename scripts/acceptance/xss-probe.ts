import type { BrowserContext, Page } from "playwright-core";
import { launchChromium, viewports, waitUntilSettled } from "../lib/chromium.ts";
import { listScreens } from "../lib/screens.ts";

/** Positions of the pointer on a chart, as fractions of its width and height. */
const hoverPositions = [0.2, 0.35, 0.5, 0.65, 0.8];

interface XssProbeResult {
  /** Number of screens and mails; each counts once for each viewport. */
  screenCount: number;
  /** Number of charts; each counts once for each viewport. */
  chartCount: number;
  /** Places where a script ran or an element was created from text. */
  hits: string[];
}

interface XssProbeTarget {
  url: string;
  token: string;
  houseNo: string;
  paymentPlanId: number;
  /** HTML of the mails. */
  mails: readonly string[];
  isShort: boolean;
}

/** Opens all screens as the administrator, moves the pointer over every chart, and renders the mails. */
export async function probeScreens({
  url,
  token,
  houseNo,
  paymentPlanId,
  mails,
  isShort,
}: XssProbeTarget): Promise<XssProbeResult> {
  const browser = await launchChromium();
  const result: XssProbeResult = { screenCount: 0, chartCount: 0, hits: [] };
  try {
    for (const viewport of isShort ? [viewports.desktop] : Object.values(viewports)) {
      const context = await browser.newContext({
        viewport,
        baseURL: url,
        storageState: {
          cookies: [],
          origins: [{ origin: new URL(url).origin, localStorage: [{ name: "auth_token", value: token }] }],
        },
      });
      const page = await openWatchedPage(context, result);
      for (const { path } of listScreens({ houseNo, paymentPlanId })) {
        await page.goto(path);
        await waitUntilSettled(page);
        result.chartCount += await hoverCharts(page);
        await recordHits(page, result);
      }
      for (const mail of mails) {
        await page.goto("about:blank");
        await page.setContent(mail);
        await recordHits(page, result);
      }
      await context.close();
    }
    return result;
  } finally {
    await browser.close();
  }
}

/** Opens a page whose blocked scripts are recorded as hits. */
async function openWatchedPage(context: BrowserContext, { hits }: XssProbeResult): Promise<Page> {
  const page = await context.newPage();
  // A blocked script is a hit: the policy stopped it, but the screen had rendered it as HTML.
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) hits.push(`${page.url()}: ${message.text().slice(0, 120)}`);
  });
  return page;
}

async function recordHits(page: Page, result: XssProbeResult): Promise<void> {
  result.screenCount++;
  const elementCount = await page.locator('img[src="x"], svg[onload], b[onclick], script:not([src])').count();
  const hasScriptRun = await page.evaluate(() => Reflect.get(window, "scriptRan") !== undefined);
  if (hasScriptRun) result.hits.push(`${page.url()}: a script ran`);
  if (elementCount > 0) result.hits.push(`${page.url()}: ${elementCount} elements created from text`);
}

/** Moves the pointer over every chart, to open its tooltips; resolves with the number of charts. */
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
