import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { screensOf } from "../../scripts/screens.ts";
import { receive } from "../world/mailing.ts";
import { sharedWorld } from "../world/world.ts";
import { openBrowser } from "./chromium.ts";
import { faultsInBothThemes } from "./faults.ts";

const browser = openBrowser();
const { portal, society, admin, aSchedule, anExpense } = await sharedWorld();
const { plan } = await aSchedule();
await anExpense();
await receive(admin, { HouseNo: society.ali.HouseNo, AmountPaid: 3000 });

const screens = screensOf({ house: society.ali.HouseNo, plan: plan.PaymentPlanID });

const languages = ["en", "ur"] as const;
let windows: { language: string; page: Page; passerBy: Page }[] = [];

beforeAll(async () => {
  windows = await Promise.all(
    languages.map(async (language) => ({
      language,
      page: (await browser.signedIn(portal.url(), { username: "admin", language })).page,
      passerBy: await browser.window(portal.url(), { language }),
    })),
  );
});

describe("in both languages and in both themes everybody can use", () => {
  test.each(screens)("the screen $name", async ({ address, open }) => {
    const faults = await Promise.all(
      windows.map(async ({ language, page, passerBy }) => {
        const window = open ? passerBy : page;
        await window.goto(address);
        await window.locator("h1").first().waitFor({ state: "attached" });
        return (await faultsInBothThemes(window)).map((fault) => `${language}: ${fault}`);
      }),
    );
    expect(faults.flat()).toEqual([]);
  });
});
