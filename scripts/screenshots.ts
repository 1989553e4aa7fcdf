import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { startServer } from "../server/main.ts";
import { launchChromium, viewports, waitUntilSettled } from "./lib/chromium.ts";
import { readDemoConfig } from "./lib/demo-portal.ts";
import { withTemporaryMongo } from "./lib/mongo.ts";
import { runScript } from "./lib/process.ts";
import { recordTwoWindows } from "./lib/recording.ts";
import { listScreens, type Screen } from "./lib/screens.ts";

const root = join(import.meta.dirname, "..");
const screens = listScreens({ houseNo: "A-1", paymentPlanId: 1 });
/** Images of the README must load quickly. */
const maxReadmeImageBytes = 250_000;

/**
 * npm run screenshots: writes images of every screen with demo data, in both themes, sizes and languages, to
 * `screenshots/`; with `-- --readme` the images and the recording of the README to `docs/images/`.
 */
runScript(() =>
  withTemporaryMongo(async ({ uri, folder }) => {
    // A separate build, because a portal that runs from this folder uses `dist`.
    const webDir = join(folder, "dist");
    await build({ logLevel: "warn", build: { outDir: webDir, emptyOutDir: true } });
    const portal = await startServer({ config: await readDemoConfig(folder), uri, webDir });
    const browser = await launchChromium("--disable-background-networking");
    try {
      if (process.argv.includes("--readme")) await captureForReadme(browser, portal.url);
      else await captureAll(browser, portal.url);
    } finally {
      await browser.close();
      await portal.stop();
    }
  }),
);

async function captureAll(browser: Browser, url: string): Promise<void> {
  const folder = join(root, "screenshots");
  for (const language of ["en", "ur"])
    for (const theme of ["light", "dark"])
      for (const size of ["desktop", "phone"] as const)
        await captureScreens(browser, {
          url,
          language,
          theme,
          size,
          screens,
          fileOf: (name) => join(folder, `${name}-${language}-${theme}-${size}.png`),
        });
}

async function captureForReadme(browser: Browser, url: string): Promise<void> {
  const folder = join(root, "docs", "images");
  await recordTwoWindows(browser, { url, file: join(folder, "two-windows.gif") });
  const captures = [
    { language: "en", theme: "light", size: "desktop", names: ["dashboard", "payment-schedule", "ageing"] },
    { language: "ur", theme: "dark", size: "phone", names: ["house"] },
  ] as const;
  for (const { names, ...variant } of captures) {
    const fileOf = (name: string) => join(folder, `${name}-${variant.language}.png`);
    const selectedScreens = screens.filter((screen) => names.some((name) => name === screen.name));
    await captureScreens(browser, { ...variant, url, screens: selectedScreens, fileOf });
    for (const { name } of selectedScreens) {
      const { size } = await stat(fileOf(name));
      if (size > maxReadmeImageBytes)
        throw new Error(`${fileOf(name)} is ${size} bytes, more than ${maxReadmeImageBytes}`);
    }
  }
}

interface CaptureOptions {
  url: string;
  language: string;
  theme: string;
  size: keyof typeof viewports;
  screens: readonly Screen[];
  fileOf: (name: string) => string;
}

async function captureScreens(browser: Browser, options: CaptureOptions): Promise<void> {
  const { url, language, theme, size, screens: selectedScreens, fileOf } = options;
  const context = await browser.newContext({ viewport: viewports[size], baseURL: url });
  await context.addInitScript(
    ([storedTheme, storedLanguage]) => {
      localStorage.setItem("theme", JSON.stringify(storedTheme));
      localStorage.setItem("language", String(storedLanguage));
    },
    [theme, language],
  );
  const page = await context.newPage();
  const save = async ({ name, path }: Screen) => {
    await page.goto(path);
    await waitUntilSettled(page);
    await mkdir(dirname(fileOf(name)), { recursive: true });
    await page.screenshot({ path: fileOf(name) });
  };
  for (const screen of selectedScreens) if (screen.isPublic) await save(screen);
  await signIn(page);
  for (const screen of selectedScreens) if (!screen.isPublic) await save(screen);
  await context.close();
  console.log(`${language}, ${theme}, ${size}: ${selectedScreens.length} screens`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator("input[name=username]").fill("admin");
  await page.locator("input[name=password]").fill("admin123");
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => address.pathname === "/");
}
