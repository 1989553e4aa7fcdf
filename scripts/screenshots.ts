import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { readEnv } from "../server/env.ts";
import { startPortal } from "../server/start.ts";
import { findMongo } from "./mongod.ts";
import { runService } from "./run.ts";
import { type Screen, screensOf } from "./screens.ts";

const folder = join(import.meta.dirname, "..", "screenshots");
const webDir = join(import.meta.dirname, "..", "dist");
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const chromiumArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
];
const screens = screensOf({ house: "A-1", plan: 1 });

/** npm run screenshots: every screen of the demonstration in both themes, both sizes and both languages, into `screenshots/`. */
runService(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "portal-screens-"));
  const env = { ...readEnv({ ...process.env, DATA_DIR: dataDir, DEMO: "1", LOG_LEVEL: "silent" }), port: 0 };
  const [mongo] = await Promise.all([findMongo({ env: process.env, dataDir }), build({ logLevel: "warn" })]);
  const portal = await startPortal({ env, uri: mongo.uri, webDir });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: chromiumArgs,
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const language of ["en", "ur"])
      for (const theme of ["light", "dark"])
        for (const size of ["desk", "phone"] as const) await shoot(browser, { url: portal.url, language, theme, size });
  } finally {
    await browser.close();
    await portal.stop();
    await mongo.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

interface Look {
  url: string;
  language: string;
  theme: string;
  size: keyof typeof sizes;
}

async function shoot(browser: Browser, { url, language, theme, size }: Look): Promise<void> {
  const context = await browser.newContext({ viewport: sizes[size], baseURL: url });
  await context.addInitScript(
    ([chosen, said]) => {
      localStorage.setItem("theme", JSON.stringify(chosen));
      localStorage.setItem("language", String(said));
    },
    [theme, language],
  );
  const page = await context.newPage();
  const save = async ({ name, address }: Screen) => {
    await page.goto(address);
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}-${language}-${theme}-${size}.png`) });
  };
  for (const screen of screens) if (screen.open) await save(screen);
  await signIn(page);
  for (const screen of screens) if (!screen.open) await save(screen);
  await context.close();
  console.log(`${language}, ${theme}, ${size}: ${screens.length} screens`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator("input[name=username]").fill("admin");
  await page.locator("input[name=password]").fill("admin123");
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => address.pathname === "/");
}

/** Nothing is being loaded any more, and the letters are there. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForLoadState("networkidle");
}
