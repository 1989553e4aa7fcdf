import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { societyDayAt } from "../../shared/dates.ts";
import { viewports } from "../lib/chromium.ts";
import { signInDemoUser } from "../lib/demo-portal.ts";
import { median, quantile } from "../lib/measured-values.ts";

/**
 * How fast a cashier records receipts on the screen /counter. Times are from a key press until the screen is ready for
 * the next key, in milliseconds.
 */
interface CounterSpeed {
  receiptCount: number;
  /** The keys are pressed without a pause. */
  receiptsPerMinute: number;
  /** Number of keys for a receipt: the longest house number and Enter twice. */
  keysPerReceipt: number;
  /** Enter on the house → the amount that is due can be confirmed. */
  openP50: number;
  /** Enter on the amount → the receipt is saved and the search has the focus. */
  saveP50: number;
  saveP95: number;
}

const plotsSchema = z.array(z.looseObject({ PlotID: z.int(), HouseNo: z.string() }));
const balanceSchema = z.looseObject({ items: z.array(z.looseObject({ DueDate: z.string() })) });

const maxHouseCount = 50;

/**
 * Records a receipt for each of the first houses with an amount due, through the screen and with the keyboard alone.
 */
export async function measureCounter({ browser, url }: { browser: Browser; url: string }): Promise<CounterSpeed> {
  const client = await signInDemoUser(url, "manager");
  const today = societyDayAt(new Date());
  const houses: string[] = [];
  for (const { PlotID, HouseNo } of plotsSchema.parse(await client.requestData({ path: "/api/plot" }))) {
    if (houses.length === maxHouseCount) break;
    const { items } = balanceSchema.parse(await client.requestData({ path: `/api/plot/${PlotID}/balance` }));
    if (items.some(({ DueDate }) => DueDate <= today)) houses.push(HouseNo);
  }
  const context = await browser.newContext({ viewport: viewports.desktop, baseURL: url });
  try {
    const page = await context.newPage();
    await page.addInitScript((token) => {
      localStorage.setItem("auth_token", token ?? "");
      window.print = () => undefined;
    }, client.token);
    await page.goto("/counter");
    await waitForSearch(page);
    await page.locator("ol li").first().waitFor();
    const openTimes: number[] = [];
    const saveTimes: number[] = [];
    const startedAt = performance.now();
    for (const house of houses) {
      await page.keyboard.type(house.replace("-", "").toLowerCase());
      openTimes.push(await measureEnter(page, waitForAmount));
      saveTimes.push(await measureEnter(page, waitForSearch));
    }
    const minutes = (performance.now() - startedAt) / 60_000;
    return {
      receiptCount: houses.length,
      receiptsPerMinute: Math.round(houses.length / minutes),
      keysPerReceipt: Math.max(...houses.map((house) => house.replace("-", "").length)) + 2,
      openP50: Math.round(median(openTimes)),
      saveP50: Math.round(median(saveTimes)),
      saveP95: Math.round(quantile(saveTimes, 0.95)),
    };
  } finally {
    await context.close();
  }
}

async function measureEnter(page: Page, waitUntilReady: (page: Page) => Promise<void>): Promise<number> {
  const pressedAt = performance.now();
  await page.keyboard.press("Enter");
  await waitUntilReady(page);
  return performance.now() - pressedAt;
}

async function waitForAmount(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLInputElement && focused.name === "AmountPaid" && focused.value !== "";
  });
}

async function waitForSearch(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches("main [role=combobox]") ?? false);
}
