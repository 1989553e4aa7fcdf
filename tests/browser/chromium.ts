import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeEach } from "vitest";
import { z } from "zod";
import { password, type Username } from "../world/people.ts";
import { accepted, readReply } from "../world/reply.ts";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Longer than any step takes on a machine that does much else: what a test waits for comes or does not, whatever the hour. */
const patienceMs = 45_000;

/** One for all files of a worker; it goes when the worker goes. */
let running: Promise<Browser> | undefined;

/** Windows for the tests of a file, each with a profile of its own; those that a test opens are gone after it. */
export function openBrowser() {
  const open: BrowserContext[] = [];
  let before = 0;
  beforeEach(() => {
    before = open.length;
  });
  afterEach(() => close(open.splice(before)));
  afterAll(() => close(open.splice(0)));

  async function window(url: string, kept: Kept): Promise<Page> {
    const { origin } = new URL(url);
    const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
    running ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
    const context = await (await running).newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: origin,
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    open.push(context);
    context.setDefaultTimeout(patienceMs);
    return context.newPage();
  }

  return {
    /** A window of nobody yet. */
    window: (url: string, { language = "en" }: Look = {}): Promise<Page> => window(url, { language }),
    /** A window in which somebody is signed in, at this address: the portal's own is the dashboard. */
    async signedIn(address: string, who: Username | Visitor): Promise<Window> {
      const { username, language = "en" } = typeof who === "string" ? { username: who, language: undefined } : who;
      const page = await window(address, { auth_token: await tokenFor(username, address), language });
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          complaints.push(message.text());
      });
      await page.goto(address);
      await page.getByRole("banner").waitFor();
      return { page, complaints };
    },
  };
}

/** Signs in as people do, in a window that shows the sign-in page. */
export async function signInOn(page: Page, { username, secret = password }: Credentials): Promise<void> {
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
  /** What the page threw or wrote to the console as an error. */
  complaints: readonly string[];
}

interface Look {
  language?: "en" | "ur";
}

interface Visitor extends Look {
  username: Username;
}

/** What the portal finds kept on the device. */
type Kept = Readonly<Record<string, string>>;

/** A session of their own, as the sign-in page begins it. */
async function tokenFor(username: Username, address: string): Promise<string> {
  const response = await fetch(new URL("/api/auth/login", address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return z.object({ token: z.string() }).parse(accepted(await readReply(response)).body).token;
}

async function close(contexts: readonly BrowserContext[]): Promise<void> {
  await Promise.all(contexts.map((context) => context.close()));
}
