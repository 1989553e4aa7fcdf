import type { Browser, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { browserOffsetMs } from "./clock.ts";
import { password, signIn, type Username } from "./initial-data.ts";

const extraArgs = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Longer than any step takes on a busy machine. */
const timeoutMs = 45_000;
/** An address of the portal without code, at which local storage can be written. */
const emptyPath = "/healthz";
const windowSettings = {
  viewport: { width: 1440, height: 900 },
  // Animations would take a fifth of the browser's CPU time.
  reducedMotion: "reduce",
} as const;

/** One browser for all files of a worker; it is closed with the worker. */
let sharedBrowser: Promise<Browser> | undefined;
/** Windows of finished tests. Their process and their cached scripts are used again, which halves the CPU time. */
const idlePages: Page[] = [];

/**
 * Opens windows with separate profiles for the tests of a file. A window that a test opens is closed after that test,
 * or used again. `reusesWindows` is false for files whose tests change what a new URL does not reset: the clock of a
 * page, its scripts, its WebSockets or its service workers.
 */
export function setUpBrowser({ reusesWindows = true } = {}) {
  const openPages: Page[] = [];
  let countBeforeTest = 0;
  beforeEach(() => {
    countBeforeTest = openPages.length;
  });
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === "fail";
    if (hasFailed) await printPages(openPages);
    // A test that has reached its time limit still runs; it must not go on in the window of another test.
    await releasePages(openPages.splice(countBeforeTest), { mayReuse: reusesWindows && !hasFailed });
  });
  afterAll(() => releasePages(openPages.splice(0), { mayReuse: reusesWindows }));

  /** `storedValues` are put into local storage. */
  async function openPage(
    origin: string,
    storedValues: Readonly<Record<string, string>>,
    serviceWorkers: WindowOptions["serviceWorkers"] = "block",
  ): Promise<Page> {
    const page = (reusesWindows && idlePages.pop()) || (await openNewPage(serviceWorkers));
    openPages.push(page);
    // Playwright's storageState would open a second page, which takes longer.
    await page.goto(`${origin}${emptyPath}`);
    await page.evaluate((values) => {
      localStorage.clear();
      sessionStorage.clear();
      Object.assign(localStorage, values);
    }, storedValues);
    return page;
  }

  return {
    /** Opens a window of the portal without a session, at an address without code. */
    openWindow(origin: string, { language = "en" }: WindowOptions = {}): Promise<Page> {
      return openPage(origin, { language });
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

/** Loads an address of the portal, which may be relative, in a window of the portal. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
}

/**
 * Opens a screen in a window of the portal as a link does: without loading the page again, which would take longer.
 * Waits for the title or heading of the screen, one of which must differ from that of the screen before. Loads the page
 * if the window has no screen yet or already shows this address.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const url = new URL(path, page.url()).href;
  if (page.url() === url || page.url().endsWith(emptyPath)) {
    await page.goto(url);
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

/** Waits for the live connection. When it opens, the window repeats the requests that failed before. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.getByText("Live", { exact: true }).first().waitFor();
}

/** Presses an action of the first row, which on phones can be in the menu of the row. */
export async function pressRowAction(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name: new RegExp(`^${name}`) }).first();
  const menu = page.getByRole("button", { name: "Actions", exact: true }).first();
  // Waits until the list has its final layout: in a window that has just become narrow, the buttons are still shown.
  await button.or(menu).first().click({ trial: true });
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
}

/** The tooltip that a list sets when the pointer enters a truncated cell; null without one. */
export async function hoverForTitle(cell: Locator): Promise<string | null> {
  await cell.page().mouse.move(0, 0);
  await cell.hover();
  return cell.getAttribute("title");
}

/** For `page.route`: sends a write to the server and drops its answer. */
export async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === "GET") return route.continue();
  await route.fetch();
  await route.abort();
}

/**
 * Leaves the page, changes the drafts stored in the tab as if each had been sent more than 23 hours earlier, and returns
 * the page's address. On the page itself, a counter that waits for the connection saves its draft anew each time it
 * sends.
 */
export async function leaveAndAgeDrafts(page: Page): Promise<string> {
  const address = page.url();
  await goTo(page, emptyPath);
  await page.evaluate(() => {
    // Half an hour more, because the page ignores a difference of up to a minute between its clock and the server's.
    const age = (text: string) =>
      text.replace(/(?<="sentAt":)\d+/g, (sentAt) => String(Number(sentAt) - 23.5 * 3_600_000));
    for (const [key, text] of Object.entries(sessionStorage)) sessionStorage.setItem(key, age(text));
  });
  return address;
}

/** Fills in and submits the sign-in form; by default with the password of the test users. */
export async function signInByForm(
  page: Page,
  { username, password: typedPassword = password }: Credentials,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(typedPassword);
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
  password?: string;
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
async function printPages(openPages: readonly Page[]): Promise<void> {
  for (const page of openPages.flatMap((openPage) => openPage.context().pages())) {
    const content = await page.ariaSnapshot({ timeout: 10_000 }).catch(String);
    console.error(`Open page ${page.url()}\n${content}`);
  }
}

async function openNewPage(serviceWorkers: WindowOptions["serviceWorkers"]): Promise<Page> {
  sharedBrowser ??= launchChromium(...extraArgs);
  const context = await (await sharedBrowser).newContext({ ...windowSettings, serviceWorkers });
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(shiftClock, browserOffsetMs);
  return context.newPage();
}

/** Runs in the page. Shifts its dates; its timers keep the time of the machine. */
function shiftClock(offsetMs: number): void {
  const SystemDate = Date;
  const now = () => SystemDate.now() + offsetMs;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

/** Keeps each page for reuse if it may be reused and can be reset; closes the others. */
async function releasePages(pages: readonly Page[], { mayReuse }: { mayReuse: boolean }): Promise<void> {
  await Promise.all(
    pages.map(async (page) => {
      if (mayReuse && !page.isClosed() && (await resetPage(page).catch(() => false))) idlePages.push(page);
      else await page.context().close();
    }),
  );
}

const pageEvents = ["console", "pageerror", "request", "requestfinished", "response"] as const;

/**
 * Makes the page like a new one; resolves with true. It stays at an address of the portal, because Chromium would start
 * a new process for another site.
 */
async function resetPage(page: Page): Promise<true> {
  const context = page.context();
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  for (const event of pageEvents) page.removeAllListeners(event);
  // From here on nothing of the old page reaches the portal, which may be closed already.
  await page.route("**/*", (route) => route.fulfill());
  await context.setOffline(false);
  await page.goto(new URL(emptyPath, page.url()).href);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearCookies();
  await page.setViewportSize(windowSettings.viewport);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: windowSettings.reducedMotion });
  return true;
}
