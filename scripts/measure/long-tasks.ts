import type { Browser, Page } from "playwright-core";
import { z } from "zod";

/** Long tasks of the page's main thread, by CPU time, so that other load of the machine does not count. */
export interface LongTasks {
  /** Number of tasks longer than 50 ms. */
  count: number;
  /** The longest task, in milliseconds. */
  longest: number;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** CPU time in microseconds. */
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Runs the work and measures the tasks of the page's main thread meanwhile, from Chromium's trace. */
export async function traceLongTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongTasks> {
  await browser.startTracing(page, { categories: ["-*", "toplevel"] });
  await work();
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  const rendererThreads = new Set(
    traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith("RunTask") && rendererThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000);
  return { count: tasks.filter((ms) => ms > 50).length, longest: Math.round(Math.max(0, ...tasks)) };
}
