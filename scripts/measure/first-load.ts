import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { viewports } from "../lib/chromium.ts";
import { signInDemoUser } from "../lib/demo-portal.ts";

/** The cost of opening a page with an empty cache. */
export interface FirstLoad {
  /** Size of the scripts and styles that were loaded before the first control was shown. */
  kB: number;
  /** Number of these scripts and styles. */
  fileCount: number;
  /** From the first request until the page is usable, with the CPU slowed down four times. */
  usableMs: number;
}

interface PageVisit {
  browser: Browser;
  url: string;
  webDir: string;
  path: keyof typeof firstControls;
}

/** The first control of each page. */
const firstControls = { "/login": "input[name=username]", "/": "[aria-label=Periods]" };

/** Measures a first visit with an empty cache; the dashboard gets a session. */
export async function measureFirstLoad({ browser, url, webDir, path }: PageVisit): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: viewports.desktop, baseURL: url });
  try {
    const { token } = path === "/" ? await signInDemoUser(url, "admin") : {};
    const page = await context.newPage();
    await page.addInitScript(reportWhenUsable, { control: firstControls[path], token });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(path);
    const { usableMs, paths } = await waitUntilUsable(page);
    const sizes = await Promise.all(
      paths.map(async (file) => computeGzipKilobytes(await readFile(join(webDir, file)))),
    );
    const kB = sizes.reduce((sum, size) => sum + size, 0);
    return { kB: Math.round(kB * 10) / 10, fileCount: paths.length, usableMs };
  } finally {
    await context.close();
  }
}

/** Waits until the first control exists and the task that rendered it has ended. */
async function waitUntilUsable(page: Page): Promise<{ usableMs: number; paths: string[] }> {
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  return page.evaluate(() => {
    const shown = performance.getEntriesByName("shown")[0]?.startTime ?? 0;
    const usable = performance.getEntriesByName("usable")[0]?.startTime ?? 0;
    const paths = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.responseEnd <= shown)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /\.(js|css)$/.test(path));
    return { usableMs: Math.round(usable), paths };
  });
}

/** Runs in the page before its scripts; sets the performance marks `shown` and `usable`. */
function reportWhenUsable({ control, token }: { control: string; token: string | undefined }): void {
  if (token !== undefined) localStorage.setItem("auth_token", token);
  let busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration);
  }).observe({ type: "longtask", buffered: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector(control)) return;
    observer.disconnect();
    performance.mark("shown");
    const shown = performance.now();
    // A long task is reported after its end. The one that rendered the control counts, later ones do not.
    setTimeout(() => {
      performance.mark("usable", { startTime: Math.max(shown, busyUntil) });
    }, 500);
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Builds the web client into a folder; resolves with the page that has the largest chunk. */
export async function buildClient(outDir: string): Promise<{ name: string; kB: number }> {
  const built = await build({ logLevel: "warn", build: { outDir, emptyOutDir: true } });
  const outputs = Array.isArray(built) ? built : "output" in built ? [built] : [];
  const pages = outputs
    .flatMap(({ output }) => output)
    .flatMap((file) =>
      file.type === "chunk" && file.facadeModuleId?.includes("/features/")
        ? [{ name: file.name, kB: computeGzipKilobytes(file.code) }]
        : [],
    );
  const [largest] = pages.toSorted((a, b) => b.kB - a.kB);
  if (!largest) throw new Error("The build has no pages");
  return largest;
}

/** Size after gzip in units of 1,000 bytes, with one decimal. */
function computeGzipKilobytes(bytes: string | Uint8Array): number {
  return Math.round(gzipSync(bytes).byteLength / 100) / 10;
}
