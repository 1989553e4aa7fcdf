// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { type BrowserWindow, expectValue, goTo, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
/** Names of users and of the society's types are not translated. */
const untranslatedNames = ["admin", "Residential", "Commercial", "Ground", "First"];
const { portal, createSchedule } = await openSharedHarness();
await createSchedule();

describe("a portal in Urdu", () => {
  let window: BrowserWindow;
  let page: Page;

  beforeEach(async () => {
    window = await browser.openSignedIn(portal.url(), "admin");
    page = window.page;
  });

  test("is chosen in the account menu and kept after a reload", async () => {
    await chooseLanguage("اردو");
    await expectDirection("rtl");
    await page.getByRole("heading", { name: "ڈیش بورڈ" }).waitFor();
    await page.getByText("وصولی کا تناسب").first().waitFor();
    await page.getByRole("link", { name: "رپورٹ بنائیں" }).waitFor();
    const words = (await page.getByRole("main").innerText()).match(/[A-Za-z]{4,}/g) ?? [];
    expect(words.filter((word) => !untranslatedNames.includes(word))).toEqual([]);

    await page.reload();
    await page.getByRole("heading", { name: "ڈیش بورڈ" }).waitFor();
    await expectDirection("rtl");

    await chooseLanguage("English");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await expectDirection("ltr");
    expect(window.consoleErrors).toEqual([]);
  });

  test("keeps the tab and the search in the URL", async () => {
    await goTo(page, "/society-management?tab=plots");
    await page.getByRole("searchbox").fill("A-");
    await page.waitForURL(/q=A-/);
    const address = page.url();
    await chooseLanguage("اردو");
    await page.getByRole("heading", { name: "پلاٹ", exact: true, level: 1 }).waitFor();
    await page.getByRole("link", { name: "پلاٹ کے زمرے" }).first().waitFor();
    expect(page.url()).toBe(address);
    await expectValue(page.getByRole("searchbox"), "A-");
  });

  test("shows errors of the server in Urdu, also on the sign-in page", async () => {
    await chooseLanguage("اردو");
    await goTo(page, "/account");
    await page.getByLabel("موجودہ پاس ورڈ").fill("not mine");
    await page.getByLabel("نیا پاس ورڈ").fill("short");
    await page.getByRole("button", { name: "پاس ورڈ تبدیل کریں" }).click();
    await page.getByText("پاس ورڈ کم از کم 6 حروف کا ہونا چاہیے").waitFor();
    await page.getByLabel("نیا پاس ورڈ").fill("long-enough");
    await page.getByLabel("پاس ورڈ دوبارہ لکھیں").fill("long-enough");
    await page.getByRole("button", { name: "پاس ورڈ تبدیل کریں" }).click();
    await page.getByText("موجودہ پاس ورڈ درست نہیں").waitFor();

    await page.getByRole("button", { name: "ہر جگہ سے باہر نکلیں" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "ہر جگہ سے باہر نکلیں" }).click();
    await page.getByRole("heading", { name: "داخل ہوں" }).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await expectDirection("ltr");
  });

  async function chooseLanguage(language: string): Promise<void> {
    await page.getByRole("banner").locator('button[aria-haspopup="menu"]').click();
    await page.getByRole("menuitem", { name: language }).click();
    await page.locator(`html[lang="${language === "اردو" ? "ur" : "en"}"]`).waitFor();
  }

  async function expectDirection(direction: "ltr" | "rtl"): Promise<void> {
    const language = direction === "ltr" ? "en" : "ur";
    await page.locator(`html[lang="${language}"][dir="${direction}"]`).waitFor();
  }
});
