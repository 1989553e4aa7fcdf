import type { Browser, Page } from "playwright-core";
import { viewports } from "../lib/chromium.ts";
import { signInDemoUser } from "../lib/demo-portal.ts";
import { median } from "../lib/measured-values.ts";
import { traceLongTasks } from "./long-tasks.ts";

interface InteractionTime {
  /** From the interaction to the next paint, in milliseconds. */
  nextPaint: number;
  /** The CPU time of the longest task of the main thread, in milliseconds; other load of the machine does not count. */
  longestTask: number;
}

interface MeasuredPage {
  path: string;
  /** By name; `iteration` starts at 0. */
  interactions: Readonly<Record<string, (page: Page, iteration: number) => Promise<void>>>;
}

const repetitions = 5;
/** Time until the work that follows an interaction has ended, such as the debounced search and the answer to a save. */
const settleMs = 2_500;
const searchLetters = ["a", "b", "1", "2", "3"];

/** Toggles a checkbox: marks an installment as paid, or selects a house. */
async function toggleCheckbox(page: Page, iteration: number): Promise<void> {
  await clickCenter(
    page,
    page.locator("[role$=grid] [role=checkbox], [role$=grid] input[type=checkbox]").nth(iteration),
  );
}

/** Types a letter into the empty search box. */
async function typeLetter(page: Page, iteration: number): Promise<void> {
  await page.keyboard.press(searchLetters[iteration % searchLetters.length] ?? "a");
}

/** Sorts by the next column. */
async function sortByColumn(page: Page, iteration: number): Promise<void> {
  const buttons = page.locator("[role=columnheader] button");
  await clickCenter(page, buttons.nth(iteration % (await buttons.count())));
}

/** Collapses or expands all houses. Measured instead of sorting, because the schedule cannot be sorted. */
async function toggleAllHouses(page: Page): Promise<void> {
  await clickCenter(page, page.getByRole("button", { name: /^(Collapse|Expand) all$/ }));
}

const pages: Readonly<Record<string, MeasuredPage>> = {
  schedule: {
    path: "/payment-management?tab=payment-schedule&view=all",
    interactions: { tick: toggleCheckbox, "search letter": typeLetter, "collapse or expand": toggleAllHouses },
  },
  receipts: {
    path: "/payment-management?tab=payment-receipt&year=all",
    interactions: { "search letter": typeLetter, sort: sortByColumn },
  },
  ageing: {
    path: "/finance-management?tab=ageing",
    interactions: { tick: toggleCheckbox, "search letter": typeLetter, sort: sortByColumn },
  },
};

/**
 * Measures ticks, typed letters and changes of the order on the screens with the longest lists: medians with the CPU
 * slowed down four times.
 */
export async function measureInteractions({
  browser,
  url,
}: {
  browser: Browser;
  url: string;
}): Promise<Readonly<Record<string, InteractionTime>>> {
  const { token } = await signInDemoUser(url, "admin");
  const times: Record<string, InteractionTime> = {};
  for (const [name, { path, interactions }] of Object.entries(pages)) {
    const context = await browser.newContext({ viewport: viewports.desktop, baseURL: url });
    try {
      const page = await context.newPage();
      await page.addInitScript(observeInteractions, token ?? "");
      await page.goto(path);
      await page.locator("[role$=grid] [aria-rowindex='3']").waitFor({ timeout: 60_000 });
      await page.waitForTimeout(settleMs);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      for (const [interaction, interact] of Object.entries(interactions))
        times[`${name}: ${interaction}`] = await repeatInteraction({ browser, page }, interaction, interact);
    } finally {
      await context.close();
    }
  }
  return times;
}

async function repeatInteraction(
  { browser, page }: { browser: Browser; page: Page },
  name: string,
  interact: (page: Page, iteration: number) => Promise<void>,
): Promise<InteractionTime> {
  const search = page.getByRole("main").getByRole("searchbox");
  const times: InteractionTime[] = [];
  for (let iteration = 0; iteration < repetitions; iteration++) {
    if (name === "search letter") await search.focus();
    await page.evaluate(() => Reflect.get(window, "interactions").splice(0));
    const { longest } = await traceLongTasks(browser, page, async () => {
      await interact(page, iteration);
      await page.waitForTimeout(settleMs);
    });
    const nextPaint = await page.evaluate(() => Math.max(0, ...Reflect.get(window, "interactions")));
    times.push({ nextPaint, longestTask: longest });
    if (name === "search letter") await search.fill("");
    await page.waitForTimeout(settleMs);
  }
  return {
    nextPaint: median(times.map(({ nextPaint }) => nextPaint)),
    longestTask: median(times.map(({ longestTask }) => longestTask)),
  };
}

/** Clicks without the checks of Playwright, which would delay the click. */
async function clickCenter(page: Page, target: ReturnType<Page["locator"]>): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to click");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * Runs in the page before its scripts: collects the durations of interactions until the next paint. Browsers do not
 * report durations below 16 ms; such an interaction counts as 0.
 */
function observeInteractions(token: string): void {
  localStorage.setItem("auth_token", token);
  const durations: number[] = [];
  Object.assign(window, { interactions: durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Number(Reflect.get(entry, "interactionId")) > 0) durations.push(entry.duration);
  }).observe(Object.assign({ type: "event", buffered: true }, { durationThreshold: 16 }));
}
