import type { Browser, CDPSession, Page } from "playwright-core";
import { z } from "zod";
import { signIn } from "./sign-in.ts";

const changesPerSecond = 20;
const changingSeconds = 10;
const installments = z.object({
  data: z.array(z.looseObject({ PaymentScheduleID: z.int(), IsPaid: z.int(), Version: z.int() })),
});

interface Frames {
  /** Frames that took longer than 50 ms. */
  slow: number;
  /** In milliseconds. */
  longest: number;
}

/** The year's schedule with every row: how it scrolls, and how it takes in what others change. */
export async function measureSchedule({ browser, url }: { browser: Browser; url: string }) {
  const token = await signIn(url);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  try {
    const page = await context.newPage();
    await page.addInitScript((kept) => localStorage.setItem("auth_token", kept), token);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    const year = new Date().getFullYear();
    const started = performance.now();
    await page.goto(`/payment-management?tab=payment-schedule&year=${year}&view=all`);
    await page.locator("[role=treegrid] [role=checkbox]").first().waitFor({ timeout: 60_000 });
    const shown = Math.round(performance.now() - started);
    const unpaid = await unpaidOf(url, { token, year });
    const heapBefore = await heapOf(session);
    const scrolling = await framesDuring(page, () => page.evaluate(scroll));
    await page.evaluate(() => document.querySelector("[role=treegrid]")?.scrollTo(0, 0));
    let changes = 0;
    const changing = await framesDuring(page, async () => {
      changes = await tick(url, { token, rows: unpaid.rows });
    });
    const heapAfter = await heapOf(session);
    return { rows: unpaid.count, shown, scrolling, changing, changes, heapBefore, heapAfter };
  } finally {
    await context.close();
  }
}

async function unpaidOf(url: string, { token, year }: { token: string; year: number }) {
  const response = await fetch(`${url}/api/payment-schedule?year=${year}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data } = installments.parse(await response.json());
  const rows = data.filter(({ IsPaid }) => IsPaid === 0).slice(0, changesPerSecond * changingSeconds);
  return { count: data.length, rows };
}

type Rows = Awaited<ReturnType<typeof unpaidOf>>["rows"];

/** Marks one row after the other as paid, evenly; answers how many the portal saved. */
async function tick(url: string, { token, rows }: { token: string; rows: Rows }): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const saves = rows.map(async (row, place) => {
    await new Promise((resolve) => setTimeout(resolve, (place * 1000) / changesPerSecond));
    const body = JSON.stringify({ ...row, IsPaid: 1 });
    const path = `/api/payment-schedule/${row.PaymentScheduleID}`;
    return (await fetch(`${url}${path}`, { method: "PUT", headers, body })).ok;
  });
  return (await Promise.all(saves)).filter((saved) => saved).length;
}

/** Five seconds down the table, frame by frame. */
async function scroll(): Promise<void> {
  const table = document.querySelector("[role=treegrid]");
  const until = performance.now() + 5_000;
  while (performance.now() < until) {
    table?.scrollBy(0, 200);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  const frames = await page.evaluateHandle(startFrames);
  await work();
  return frames.evaluate((running) => {
    running.over = true;
    return {
      slow: running.lengths.filter((length) => length > 50).length,
      longest: Math.round(Math.max(...running.lengths)),
    };
  });
}

/** Runs in the page. Without functions of its own that have names: what runs this script marks those with a call that the page lacks. */
function startFrames(): { over: boolean; lengths: number[] } {
  const running = {
    over: false,
    lengths: [] as number[],
    last: performance.now(),
    take(now: number) {
      running.lengths.push(now - running.last);
      running.last = now;
      if (!running.over) requestAnimationFrame(running.take);
    },
  };
  requestAnimationFrame(running.take);
  return running;
}

/** What is in use after the rubbish is gone, in MB. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const used = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  return Math.round(used / 1e5) / 10;
}
