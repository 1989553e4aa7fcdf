import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { startPortal } from "../server/start.ts";
import { openChromium, settled } from "./chromium.ts";
import { demoSettings, onOwnMongo } from "./on-mongo.ts";
import { runScript } from "./run.ts";
import { type Screen, screensOf } from "./screens.ts";

const root = join(import.meta.dirname, "..");
const sizes = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  page: { width: 1120, height: 700 },
};
const screens = screensOf({ house: "A-1", plan: 1 });
/** A reader waits for each of them. */
const mostInReadme = 150_000;

/**
 * npm run screenshots: every screen of the demonstration in both themes, both sizes and both languages, into `screenshots/`;
 * with `-- --readme` the few that the README shows, into `docs/images/`.
 */
runScript(() =>
  onOwnMongo(async ({ uri, folder }) => {
    // A client of its own: whoever runs the portal from this folder meanwhile goes on with theirs.
    const webDir = join(folder, "dist");
    await build({ logLevel: "warn", build: { outDir: webDir, emptyOutDir: true } });
    const portal = await startPortal({ env: demoSettings(folder), uri, webDir });
    const browser = await openChromium("--disable-background-networking");
    try {
      if (process.argv.includes("--readme")) await shootForReadme(browser, portal.url);
      else await shootAll(browser, portal.url);
    } finally {
      await browser.close();
      await portal.stop();
    }
  }),
);

async function shootAll(browser: Browser, url: string): Promise<void> {
  const into = join(root, "screenshots");
  for (const language of ["en", "ur"])
    for (const theme of ["light", "dark"])
      for (const size of ["desk", "phone"] as const)
        await shoot(browser, {
          ...{ url, language, theme, size, screens },
          fileOf: (name) => join(into, `${name}-${language}-${theme}-${size}.png`),
        });
}

async function shootForReadme(browser: Browser, url: string): Promise<void> {
  const into = join(root, "docs", "images");
  const looks = [
    { language: "en", theme: "light", size: "page", names: ["dashboard", "payment-schedule", "ageing"] },
    { language: "ur", theme: "dark", size: "phone", names: ["house"] },
  ] as const;
  for (const { names, ...look } of looks) {
    const fileOf = (name: string) => join(into, `${name}-${look.language}.png`);
    const chosen = screens.filter((screen) => names.some((name) => name === screen.name));
    await shoot(browser, { ...look, url, screens: chosen, fileOf });
    for (const { name } of chosen) {
      const { size } = await stat(fileOf(name));
      if (size > mostInReadme) throw new Error(`${fileOf(name)} is ${size} bytes, more than ${mostInReadme}`);
    }
  }
}

interface Look {
  url: string;
  language: string;
  theme: string;
  size: keyof typeof sizes;
  screens: readonly Screen[];
  fileOf: (name: string) => string;
}

async function shoot(browser: Browser, look: Look): Promise<void> {
  const { url, language, theme, size, screens: chosen, fileOf } = look;
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
    await mkdir(dirname(fileOf(name)), { recursive: true });
    await page.screenshot({ path: fileOf(name) });
  };
  for (const screen of chosen) if (screen.open) await save(screen);
  await signIn(page);
  for (const screen of chosen) if (!screen.open) await save(screen);
  await context.close();
  console.log(`${language}, ${theme}, ${size}: ${chosen.length} screens`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator("input[name=username]").fill("admin");
  await page.locator("input[name=password]").fill("admin123");
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => address.pathname === "/");
}
