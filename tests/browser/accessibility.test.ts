import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedWorld } from "../world/world.ts";
import { openBrowser } from "./chromium.ts";

const browser = openBrowser();
const { portal, aSchedule } = await sharedWorld();
await aSchedule();

const standards = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] as const;
const screens = {
  dashboard: "/",
  plots: "/society-management?tab=plots",
  "plot types": "/society-management?tab=plot-type",
  "service charges": "/payment-management?tab=service-charges",
  "payment plans": "/payment-management?tab=payment-plans",
  "payment schedule": "/payment-management?tab=payment-schedule",
  expenses: "/finance-management?tab=expenses",
  report: "/generate-report",
} as const;

describe.each(["light", "dark"] as const)("in the %s theme everybody can use", (theme) => {
  let page: Page;

  beforeAll(async () => {
    page = (await browser.signedIn(portal.url(), "admin")).page;
    await page.evaluate((chosen) => localStorage.setItem("theme", JSON.stringify(chosen)), theme);
  });

  test.each(Object.entries(screens))("the %s screen", async (_name, address) => {
    await page.goto(address);
    await page.locator("main h1").waitFor({ state: "attached" });
    await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
    const { violations } = await new AxeBuilder({ page }).withTags([...standards]).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
    ).toEqual([]);
  });
});
