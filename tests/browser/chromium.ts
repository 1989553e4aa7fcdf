import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { password, type Username } from "../world/people.ts";

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

/** One browser for all tests of a file; each window has a profile of its own. */
export function openBrowser() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
  });
  afterAll(() => browser?.close());
  return {
    /** A window of nobody yet. */
    async window(url: string): Promise<Page> {
      if (!browser) throw new Error("The browser is not open yet");
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
      return context.newPage();
    },
    /** A window in which somebody has just signed in. */
    async signedIn(url: string, username: Username): Promise<Window> {
      const page = await this.window(url);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          complaints.push(message.text());
      });
      await page.goto("/login");
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Dashboard" }).waitFor();
      return { page, complaints };
    },
  };
}

export interface Window {
  page: Page;
  /** What the page threw or wrote to the console as an error. */
  complaints: readonly string[];
}
