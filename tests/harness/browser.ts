import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeEach } from "vitest";
import { z } from "zod";
import { password, type Username } from "./initial-data.ts";
import { assertOk, readReply } from "./reply.ts";

const chromiumArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Longer than any step takes on a busy machine. */
const timeoutMs = 45_000;

/** One browser for all files of a worker; it ends with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

/** Opens windows with separate profiles for the tests of a file. Those that a test opens are closed after it. */
export function setUpBrowser() {
  const open: BrowserContext[] = [];
  let before = 0;
  beforeEach(() => {
    before = open.length;
  });
  afterEach(() => closeContexts(open.splice(before)));
  afterAll(() => closeContexts(open.splice(0)));

  async function window(url: string, kept: StoredValues): Promise<Page> {
    const { origin } = new URL(url);
    const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
    sharedBrowser ??= chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: chromiumArgs,
    });
    const context = await (await sharedBrowser).newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: origin,
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    open.push(context);
    context.setDefaultTimeout(timeoutMs);
    return context.newPage();
  }

  return {
    /** Opens a window without a session. */
    openWindow: (url: string, { language = "en" }: WindowOptions = {}): Promise<Page> => window(url, { language }),
    /** Opens the URL in a window with a session of the user. */
    async openSignedIn(address: string, who: Username | WindowUser): Promise<Window> {
      const { username, language = "en" } = typeof who === "string" ? { username: who, language: undefined } : who;
      const page = await window(address, { auth_token: await fetchToken(username, address), language });
      const consoleErrors: string[] = [];
      page.on("pageerror", (error) => consoleErrors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          consoleErrors.push(message.text());
      });
      await page.goto(address);
      await page.getByRole("banner").waitFor();
      return { page, consoleErrors };
    },
  };
}

/** Fills in and submits the sign-in form. */
export async function signInByForm(page: Page, { username, secret = password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("banner").waitFor();
}

interface Credentials {
  username: string;
  secret?: string;
}

export interface Window {
  page: Page;
  /** Uncaught errors and console errors of the page. */
  consoleErrors: readonly string[];
}

interface WindowOptions {
  language?: "en" | "ur";
}

interface WindowUser extends WindowOptions {
  username: Username;
}

/** Values in local storage. */
type StoredValues = Readonly<Record<string, string>>;

async function fetchToken(username: Username, address: string): Promise<string> {
  const response = await fetch(new URL("/api/auth/login", address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return z.object({ token: z.string() }).parse(assertOk(await readReply(response)).body).token;
}

async function closeContexts(contexts: readonly BrowserContext[]): Promise<void> {
  await Promise.all(contexts.map((context) => context.close()));
}
