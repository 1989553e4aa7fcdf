import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { waitUntilSettled } from "./chromium.ts";

const runCommand = promisify(execFile);
const viewport = { width: 800, height: 800 };
/** Width of both windows in the recording, in pixels. */
const recordedWidth = 1280;
const colorCount = 64;
const maxBytes = 3_000_000;
const ageingSchema = z.object({
  data: z.object({ houses: z.array(z.object({ HouseNo: z.string(), due: z.number(), upTo90: z.number() })) }),
});

/**
 * Records two windows as a GIF of about 20 seconds: a receipt that a cashier records at the counter appears on the
 * house page of an administrator, and a tick of the administrator appears at the counter. Needs `convert` of
 * ImageMagick. Throws if the file has more than 3 MB.
 */
export async function recordTwoWindows(browser: Browser, { url, file }: { url: string; file: string }): Promise<void> {
  const counter = await openWindow(browser, { url, username: "manager" });
  const house = await openWindow(browser, { url, username: "admin" });
  const folder = await mkdtemp(join(tmpdir(), "recording-"));
  /** The duration and the file of each frame, as arguments of `convert`. */
  const frameArguments: string[] = [];

  /** Adds a frame with both windows, shown for `ms` milliseconds. */
  async function addFrame(ms: number): Promise<void> {
    const frame = join(folder, `${frameArguments.length}.png`);
    const windows = [`${frame}.counter.png`, `${frame}.house.png`];
    await Promise.all([counter, house].map((page, index) => page.screenshot({ path: windows[index] })));
    const border = ["-bordercolor", "#7F8E85", "-border", "2"];
    await runCommand("convert", [...windows, ...border, "+append", "+repage", "-resize", `${recordedWidth}`, frame]);
    const hundredths = ms / 10;
    frameArguments.push("-delay", `${hundredths}`, frame);
  }

  async function chooseHouse(HouseNo: string): Promise<void> {
    for (const key of HouseNo.toLowerCase().replace("-", "")) {
      await counter.keyboard.press(key);
      await addFrame(250);
    }
    await counter.getByRole("option", { name: new RegExp(`^${HouseNo}`), selected: true }).waitFor();
    await addFrame(800);
    await counter.keyboard.press("Enter");
    await counter.getByText(/^Settles /).waitFor();
    await addFrame(2000);
  }

  try {
    const HouseNo = await findHouseInArrears(house);
    await house.goto(`/house/${encodeURIComponent(HouseNo)}?tab=schedule`);
    await counter.goto("/counter");
    for (const page of [house, counter]) await waitUntilSettled(page);
    // The installments that the receipt pays.
    await house.getByRole("checkbox", { checked: false }).last().scrollIntoViewIfNeeded();
    await addFrame(2000);
    await chooseHouse(HouseNo);
    await counter.keyboard.press("ArrowUp");
    await addFrame(1500);
    await counter.keyboard.press("Enter");
    await counter.getByText(/^R-\d+ saved$/).waitFor();
    await house.getByText("just now").first().waitFor();
    await addFrame(3500);
    await house.getByText("just now").first().waitFor({ state: "detached" });
    await chooseHouse(HouseNo);
    await house.getByRole("checkbox", { checked: false }).first().click();
    await house.getByText(/marked as Paid$/).waitFor();
    await counter.getByText(/^Already paid by /).waitFor();
    await counter.getByText(/^Settles /).waitFor({ state: "detached" });
    await addFrame(5000);
    await runCommand("convert", [
      "-loop",
      "0",
      ...frameArguments,
      "+dither",
      "-colors",
      `${colorCount}`,
      "-layers",
      "optimize",
      file,
    ]);
  } finally {
    await rm(folder, { recursive: true });
    for (const page of [counter, house]) await page.context().close();
  }
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`${file} is ${size} bytes, more than ${maxBytes}`);
}

async function openWindow(browser: Browser, { url, username }: { url: string; username: string }): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: url, reducedMotion: "reduce" });
  const page = await context.newPage();
  // The receipt is not printed.
  await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  await page.goto("/login");
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(`${username}123`);
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => address.pathname === "/");
  return page;
}

/** A house that is two or three months late: it owes an amount for 61 to 90 days, and in all less than four times it. */
async function findHouseInArrears(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const response = await page.request.get("/api/ageing", { headers: { authorization: `Bearer ${token}` } });
  const { houses } = ageingSchema.parse(await response.json()).data;
  const found = houses.find(({ due, upTo90 }) => upTo90 > 0 && due < 4 * upTo90);
  if (!found) throw new Error("No house is two or three months late");
  return found.HouseNo;
}
