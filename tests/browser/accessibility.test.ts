import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { screensOf } from "../../scripts/screens.ts";
import { sharedWorld } from "../world/world.ts";
import { openBrowser } from "./chromium.ts";

const browser = openBrowser();
const { portal, society, admin, aSchedule, anExpense } = await sharedWorld();
const { plan } = await aSchedule();
await anExpense();
await admin.post("/payment-receipt", {
  HouseNo: society.ali.HouseNo,
  AmountPaid: 3000,
  PaymentDate: "2026-11-14",
  PaymentMethod: "Cash",
});

const standards = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] as const;
const screens = screensOf({ house: society.ali.HouseNo, plan: plan.PaymentPlanID });
/** Each language and each theme once: colours do not depend on the words, nor words on the colours. */
const looks = [
  { language: "en", theme: "light" },
  { language: "ur", theme: "dark" },
];

describe.each(looks)("in $language and the $theme theme everybody can use", ({ language, theme }) => {
  let page: Page;
  let passerBy: Page;

  beforeAll(async () => {
    page = (await browser.signedIn(portal.url(), "admin")).page;
    passerBy = await browser.window(portal.url());
    await passerBy.goto("/login");
    for (const window of [page, passerBy])
      await window.evaluate(
        ([chosen, said]) => {
          localStorage.setItem("theme", JSON.stringify(chosen));
          localStorage.setItem("language", String(said));
        },
        [theme, language],
      );
  });

  test.each(screens)("the screen $name", async ({ address, open }) => {
    const window = open ? passerBy : page;
    await window.goto(address);
    await window.locator("h1").first().waitFor({ state: "attached" });
    await window.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    const { violations } = await new AxeBuilder({ page: window }).withTags([...standards]).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
    ).toEqual([]);
  });
});
