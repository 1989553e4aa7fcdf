import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { password, signIn, type Username } from "./initial-data.ts";

const extraArgs = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Longer than any step takes on a busy machine. */
const timeoutMs = 45_000;

/** One browser for all files of a worker; it is closed with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

/**
 * Opens windows with separate profiles for the tests of a file. A window that a test opens is closed after that test.
 */
export function setUpBrowser() {
  const openContexts: BrowserContext[] = [];
  let countBeforeTest = 0;
  beforeEach(() => {
    countBeforeTest = openContexts.length;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await printPages(openContexts);
    await closeContexts(openContexts.splice(countBeforeTest));
  });
  afterAll(() => closeContexts(openContexts.splice(0)));

  /** `storedValues` are put into local storage. */
  async function openPage(
    origin: string,
    storedValues: Readonly<Record<string, string>>,
    serviceWorkers: WindowOptions["serviceWorkers"] = "block",
  ): Promise<Page> {
    sharedBrowser ??= launchChromium(...extraArgs);
    const context = await (await sharedBrowser).newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: origin,
      // Animations would take a fifth of the browser's CPU time.
      reducedMotion: "reduce",
      serviceWorkers,
    });
    openContexts.push(context);
    context.setDefaultTimeout(timeoutMs);
    const page = await context.newPage();
    // A page of the origin without code; Playwright's storageState would open a second page, which takes longer.
    await page.goto("/healthz");
    await page.evaluate((values) => Object.assign(localStorage, values), storedValues);
    return page;
  }

  return {
    /** Opens an empty window without a session. Relative addresses in it are resolved against the origin. */
    async openWindow(origin: string, { language = "en" }: WindowOptions = {}): Promise<Page> {
      const page = await openPage(origin, { language });
      await page.goto("about:blank");
      return page;
    },
    /** Opens the URL in a window with a session of the user. */
    async openSignedIn(url: string, user: Username | WindowUser): Promise<BrowserWindow> {
      const {
        username,
        language = "en",
        serviceWorkers,
      }: WindowUser = typeof user === "string" ? { username: user } : user;
      const page = await openPage(
        new URL(url).origin,
        { auth_token: await signIn(new URL(url).origin, username), language },
        serviceWorkers,
      );
      const consoleErrors: string[] = [];
      page.on("pageerror", (error) => consoleErrors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          consoleErrors.push(message.text());
      });
      await page.goto(url);
      await page.getByRole("banner").waitFor();
      return { page, consoleErrors };
    },
  };
}

/**
 * Opens a screen in a window of the portal as a link does: without loading the page again, which would take longer.
 * Waits for the title or heading of the screen, one of which must differ from that of the screen before.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith("http") || page.url() === new URL(path, page.url()).href) {
    await page.goto(path);
    return;
  }
  const readTitles = () => page.evaluate(() => [document.title, document.querySelector("h1")?.textContent]);
  const titles = await readTitles();
  await page.evaluate((address) => {
    history.pushState(history.state, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
  await expect.poll(readTitles, { message: path }).not.toEqual(titles);
}

/** For `page.route`: sends a write to the server and drops its answer. */
export async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === "GET") return route.continue();
  await route.fetch();
  await route.abort();
}

/** Fills in and submits the sign-in form; by default with the password of the test users. */
export async function signInByForm(page: Page, { username, secret = password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("banner").waitFor();
}

export async function expectFocused(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** For `evaluate` of a text field: whether text in it is selected. */
export function hasSelection(field: SVGElement | HTMLElement): boolean {
  return field instanceof HTMLInputElement && field.selectionStart !== field.selectionEnd;
}

export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(value);
}

/** Makes toasts stay until they are closed, so that a test does not depend on the speed of the machine. */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const toastDurationMs = 4_000;
    const maxDelayMs = 2 ** 31 - 1;
    const original = window.setTimeout;
    const keep = (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
      original(handler, delay === toastDurationMs ? maxDelayMs : delay, ...values);
    Reflect.set(window, "setTimeout", keep);
  });
}

interface Credentials {
  username: string;
  secret?: string;
}

export interface BrowserWindow {
  page: Page;
  /** Uncaught errors and console errors of the page, without those of failed requests. */
  consoleErrors: readonly string[];
}

interface WindowOptions {
  language?: "en" | "ur";
  /** Blocked by default: a service worker would answer before the routes of a test. */
  serviceWorkers?: "allow" | "block";
}

interface WindowUser extends WindowOptions {
  username: Username;
}

/** Prints the accessibility tree of the open pages, to show what a failed test was waiting for. */
async function printPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const content = await page.ariaSnapshot({ timeout: 10_000 }).catch(String);
    console.error(`Open page ${page.url()}\n${content}`);
  }
}

async function closeContexts(contexts: readonly BrowserContext[]): Promise<void> {
  await Promise.all(contexts.map((context) => context.close()));
}
