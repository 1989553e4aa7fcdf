import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { z } from "zod";
import { openCore } from "../../server/core.ts";
import { between } from "../../server/database/store.ts";
import { createLog } from "../../server/log.ts";
import { dayOfMonth } from "../../shared/dates.ts";
import { zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { compareHouseNumbers } from "../../shared/text.ts";
import type { ApiClient } from "../lib/api-client.ts";
import { viewports } from "../lib/chromium.ts";
import { signInDemoUser } from "../lib/demo-portal.ts";
import { type LongTasks, traceLongTasks } from "./long-tasks.ts";
import { startCountingRowRenders, takeRowRenders } from "./row-renders.ts";

const changesPerSecond = 20;
const changingSeconds = 60;
const warmUpChanges = 200;
/** Time until the highlight of the last change has ended. */
const highlightMs = 4_000;
const scrollSeconds = 5;
/** The fields that a change needs. */
const installmentsSchema = z.array(
  z.looseObject({
    PaymentScheduleID: z.int(),
    IsPaid: z.int(),
    Version: z.int(),
    HouseNo: z.string(),
    DueDate: z.string(),
  }),
);

interface Frames {
  /** Number of frames that took longer than 50 ms. */
  slow: number;
  /** The longest frame, in milliseconds. */
  longest: number;
  longTasks: LongTasks;
}

/** Measures scrolling and live changes on the schedule of a year, with all of its rows loaded. */
export async function measureSchedule({ browser, url }: { browser: Browser; url: string }) {
  const admin = await signInDemoUser(url, "admin");
  const manager = await signInDemoUser(url, "manager");
  const context = await browser.newContext({ viewport: viewports.desktop, baseURL: url });
  try {
    const page = await context.newPage();
    await page.addInitScript((storedToken) => localStorage.setItem("auth_token", storedToken), admin.token ?? "");
    await startCountingRowRenders(page);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    const year = new Date().getFullYear();
    const startedAt = performance.now();
    await page.goto(`/payment-management?tab=payment-schedule&year=${year}&view=all`);
    await page.locator("[role=treegrid] [role=checkbox]").first().waitFor({ timeout: 60_000 });
    const firstRowsMs = Math.round(performance.now() - startedAt);
    const afterResponseMs = Math.round(await page.evaluate(measureSinceScheduleResponse));
    const unpaid = await readUnpaid(admin, year);
    const scrolling = await measureFrames({ browser, page }, () => page.evaluate(scrollTable, scrollSeconds));
    await page.evaluate(() => document.querySelector("[role=treegrid]")?.scrollTo(0, 0));
    // A warm-up outside the viewport, because the first changes compile code that stays in the heap.
    await markPaidAtRate(manager, unpaid.rows.slice(-warmUpChanges));
    await page.waitForTimeout(highlightMs);
    const heapBefore = await readHeapMegabytes(session);
    await takeRowRenders(page);
    let changeCount = 0;
    const changing = await measureFrames({ browser, page }, async () => {
      changeCount = await markPaidAtRate(manager, unpaid.rows.slice(0, -warmUpChanges));
    });
    const renders = await takeRowRenders(page);
    await page.waitForTimeout(highlightMs);
    const heapAfter = await readHeapMegabytes(session);
    const { rowCount } = unpaid;
    const times = { firstRowsMs, afterResponseMs };
    return { renders, rowCount, ...times, scrolling, changing, changeCount, heapBefore, heapAfter };
  } finally {
    await context.close();
  }
}

/** Runs in the page: the time in milliseconds since the last byte of the schedule. */
function measureSinceScheduleResponse(): number {
  const requests = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.includes("/api/payment-schedule?"));
  return performance.now() - Math.max(...requests.map(({ startTime, duration }) => startTime + duration));
}

/** Reads the unpaid rows that the measurement marks as paid, in this order, and the number of all rows of the year. */
async function readUnpaid(client: ApiClient, year: number) {
  const data = await client.requestData({ path: `/api/payment-schedule?year=${year}` });
  const installments = installmentsSchema.parse(data);
  const unpaid = installments
    .filter(({ IsPaid }) => IsPaid === 0)
    .sort((a, b) => compareHouseNumbers(a.HouseNo, b.HouseNo) || (a.DueDate < b.DueDate ? -1 : 1));
  const count = warmUpChanges + changesPerSecond * changingSeconds;
  // One half of the rows is consecutive and partly in the viewport, the other half is spread over the year.
  const step = Math.floor(unpaid.length / (count / 2));
  const consecutive = unpaid.slice(0, count / 2);
  const spread = unpaid.filter((row, index) => index % step === 0 && !consecutive.includes(row));
  const rows = Array.from({ length: count / 2 }, (_, index) => [consecutive[index], spread[index]])
    .flat()
    .filter((row) => row !== undefined);
  return { rowCount: installments.length, rows };
}

type UnpaidRows = Awaited<ReturnType<typeof readUnpaid>>["rows"];

/** Marks rows as paid at a steady rate; resolves with the number of saved rows. */
async function markPaidAtRate(client: ApiClient, rows: UnpaidRows): Promise<number> {
  const responses = rows.map(async (row, index) => {
    await pause((index * 1000) / changesPerSecond);
    const path = `/api/payment-schedule/${row.PaymentScheduleID}`;
    return client.send({ method: "PUT", path, body: { ...row, IsPaid: 1 } });
  });
  return (await Promise.all(responses)).filter(({ status }) => status === 200).length;
}

/** Runs in the page. Scrolls down the table frame by frame, as fast as a mouse wheel. */
async function scrollTable(seconds: number): Promise<void> {
  const table = document.querySelector("[role=treegrid]");
  const pixelsPerFrame = 130;
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    table?.scrollBy(0, pixelsPerFrame);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function measureFrames(
  { browser, page }: { browser: Browser; page: Page },
  work: () => Promise<void>,
): Promise<Frames> {
  const recorderHandle = await page.evaluateHandle(startFrameRecorder);
  const longTasks = await traceLongTasks(browser, page, async () => {
    await work();
    await recorderHandle.evaluate((recorder) => void Object.assign(recorder, { isStopped: true }));
  });
  const { slow, longest } = await recorderHandle.evaluate((recorder) => {
    return {
      slow: recorder.lengths.filter((length) => length > 50).length,
      longest: Math.round(Math.max(...recorder.lengths)),
    };
  });
  return { slow, longest, longTasks };
}

/** Runs in the page. Has methods and callbacks only: esbuild wraps named functions in a helper that the page lacks. */
function startFrameRecorder(): { isStopped: boolean; lengths: number[] } {
  const lengths: number[] = [];
  const recorder = {
    isStopped: false,
    lengths,
    last: performance.now(),
    take(now: number) {
      lengths.push(now - recorder.last);
      recorder.last = now;
      if (!recorder.isStopped) requestAnimationFrame(recorder.take);
    },
  };
  requestAnimationFrame(recorder.take);
  return recorder;
}

/** Used heap after garbage collection, in MB. */
async function readHeapMegabytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const used = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  return Math.round(used / 1e5) / 10;
}

const batchSize = 10_000;

/** Adds unpaid installments of this year to all plots, until the year has `count`. The portal must not be running. */
export async function fillSchedule(uri: string, count: number): Promise<void> {
  const core = await openCore({ uri, now: () => new Date(), log: createLog("silent") });
  try {
    const ctx = core.createSystemContext("measure");
    const year = new Date().getFullYear();
    const plots = [...core.referenceCache.all(plot)];
    const existing = await ctx.transaction((tx) =>
      tx.find(paymentSchedule, { DueDate: between(`${year}-01-01`, `${year}-12-31`) }),
    );
    const [first] = existing;
    if (!first) throw new Error("The demo data has no installments this year");
    const unpaid = { IsPaid: 0, AmountReceived: zero, TickedAmount: zero, TickedDate: null, PaidDate: null } as const;
    const { PaymentScheduleID: _, Version: __, ...template } = first;
    const rows = Array.from({ length: Math.max(0, count - existing.length) }, (_, index) => {
      const { PlotID, CategoryID } = plots[index % plots.length] ?? first;
      const round = Math.floor(index / plots.length);
      const DueDate = dayOfMonth({ year, month: (round % 12) + 1, day: 10 });
      // Marked as duplicates, because only duplicates may share the month of a house.
      const dates = { DueDate, BillingMonth: DueDate.slice(0, 7), IsDuplicate: 1 } as const;
      return { ...template, ...unpaid, ...dates, PlotID, CategoryID, InstallmentNumber: 1000 + round };
    });
    for (let from = 0; from < rows.length; from += batchSize)
      await ctx.transaction((tx) => tx.insertMany(paymentSchedule, rows.slice(from, from + batchSize)));
  } finally {
    await core.close();
  }
}
