import type { Browser, Page } from "playwright-core";
import { z } from "zod";

/** What the page's own thread worked in one go, in milliseconds of its own time: what else the machine did meanwhile does not count. */
export interface LongTasks {
  /** Pieces of work that took longer than 50 ms. */
  count: number;
  longest: number;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Runs the work and looks at what it asks of the thread that draws the page. */
export async function measureLongTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongTasks> {
  await browser.startTracing(page, { categories: ["-*", "toplevel"] });
  await work();
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  const drawing = new Set(
    traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith("RunTask") && drawing.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000);
  return { count: tasks.filter((ms) => ms > 50).length, longest: Math.round(Math.max(0, ...tasks)) };
}
