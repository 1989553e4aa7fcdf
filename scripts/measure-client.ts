import { loadavg } from "node:os";
import { join } from "node:path";
import { startServer } from "../server/main.ts";
import { launchChromium } from "./lib/chromium.ts";
import { readDemoConfig } from "./lib/demo-portal.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";
import { measureCounter } from "./measure/counter.ts";
import { buildClient, type FirstLoad, measureFirstLoad } from "./measure/first-load.ts";
import { measureInteractions } from "./measure/interactions.ts";
import { fillSchedule, measureSchedule } from "./measure/schedule.ts";

const rowCount = 60_000;
const pageLoadCount = 3;

/**
 * npm run measure: measures size and speed of the web client in about three minutes. Prints the results as a table and
 * as JSON. `-- --counter` measures only the counter screen, where a cashier records receipts.
 */
runScript(() => withTemporaryMongo(measure));

async function measure({ uri, folder }: { uri: string; folder: string }): Promise<void> {
  const webDir = join(folder, "web");
  const largestPage = await buildClient(webDir);
  const options = { config: await readDemoConfig(folder), uri, webDir };
  // One portal seeds the demo data, another one is measured: its history in memory does not contain the seeded rows.
  await (await startServer(options)).stop();
  const onlyCounter = process.argv.includes("--counter");
  if (!onlyCounter) await fillSchedule(uri, rowCount);
  const portal = await startServer(options);
  const browser = await launchChromium("--enable-precise-memory-info");
  try {
    const target = { browser, url: portal.url, webDir };
    if (onlyCounter) {
      const counter = await measureCounter(target);
      console.table(toCounterRows(counter));
      return console.log(JSON.stringify({ counter, loadAverage: loadavg()[0] }));
    }
    const login = await measureMedianLoad(() => measureFirstLoad({ ...target, path: "/login" }));
    const dashboard = await measureMedianLoad(() => measureFirstLoad({ ...target, path: "/" }));
    const interactions = await measureInteractions({ browser, url: portal.url });
    const schedule = await measureSchedule({ browser, url: portal.url });
    // After measureSchedule, which needs unpaid rows of the first houses: measureCounter pays them.
    const counter = await measureCounter(target);
    const [loadAverage = 0] = loadavg();
    const results = { login, dashboard, largestPage, interactions, schedule, counter, loadAverage };
    console.table({
      ...toCounterRows(counter),
      "/login: JS and CSS, kB gzip": { measured: login.kB, budget: 120 },
      "dashboard before charts, kB gzip": { measured: dashboard.kB, budget: 150 },
      [`largest page's own chunk, kB gzip (${largestPage.name})`]: { measured: largestPage.kB },
      "/login: usable, ms, CPU slowed 4 times": { measured: login.usableMs, budget: 2000 },
      "dashboard: usable, ms, CPU slowed 4 times": { measured: dashboard.usableMs, budget: 2000 },
      "/login: files": { measured: login.fileCount },
      "dashboard: files": { measured: dashboard.fileCount },
      ...Object.fromEntries(
        Object.entries(interactions).flatMap(([name, { nextPaint, longestTask }]) => [
          [`${name} → next paint, ms, CPU slowed 4 times`, { measured: nextPaint, budget: 100 }],
          [`${name}: longest main-thread task, ms, CPU slowed 4 times`, { measured: longestTask, budget: 100 }],
        ]),
      ),
      "schedule: rows": { measured: schedule.rowCount },
      "schedule: first rows, ms": { measured: schedule.firstRowsMs },
      "schedule: from the response to the first rows, ms": { measured: schedule.afterResponseMs, budget: 1000 },
      "scrolling 5 s: frames over 50 ms": { measured: schedule.scrolling.slow, budget: 0 },
      "scrolling 5 s: longest frame, ms": { measured: schedule.scrolling.longest },
      "scrolling 5 s: main-thread tasks over 50 ms": { measured: schedule.scrolling.longTasks.count, budget: 0 },
      "scrolling 5 s: longest main-thread task, ms": { measured: schedule.scrolling.longTasks.longest },
      "20 changes/s for 60 s: frames over 50 ms": { measured: schedule.changing.slow, budget: 0 },
      "20 changes/s for 60 s: longest frame, ms": { measured: schedule.changing.longest },
      "20 changes/s for 60 s: main-thread tasks over 50 ms": { measured: schedule.changing.longTasks.count, budget: 0 },
      "20 changes/s for 60 s: longest main-thread task, ms": { measured: schedule.changing.longTasks.longest },
      "20 changes/s for 60 s: changes saved": { measured: schedule.changeCount },
      "20 changes/s for 60 s: rows rendered again": { measured: schedule.renders.rows },
      "20 changes/s for 60 s: rows rendered without a change": { measured: schedule.renders.unchanged, budget: 0 },
      "heap with all rows, MB": { measured: schedule.heapBefore },
      "heap after the changes, MB": { measured: schedule.heapAfter },
      "load average (times are valid only below the number of cores)": { measured: Math.round(loadAverage * 10) / 10 },
    });
    console.log(JSON.stringify(results));
  } finally {
    await browser.close();
    await portal.stop();
  }
}

function toCounterRows(counter: Awaited<ReturnType<typeof measureCounter>>) {
  return {
    [`counter: receipts a minute, ${counter.keysPerReceipt} keys each`]: { measured: counter.receiptsPerMinute },
    "counter: Enter on the house → amount, p50 ms": { measured: counter.openP50 },
    "counter: Enter → saved and ready, p50 ms": { measured: counter.saveP50 },
    "counter: Enter → saved and ready, p95 ms": { measured: counter.saveP95 },
  };
}

/** Measures several times and takes the median, because single loads vary on a busy machine. */
async function measureMedianLoad(measure: () => Promise<FirstLoad>): Promise<FirstLoad> {
  const loads: FirstLoad[] = [];
  for (let count = 0; count < pageLoadCount; count++) loads.push(await measure());
  const [median] = loads.toSorted((a, b) => a.usableMs - b.usableMs).slice(Math.floor(pageLoadCount / 2));
  if (!median) throw new Error("Nothing was measured");
  return median;
}
