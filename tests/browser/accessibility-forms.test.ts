// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { openScreen, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/mail.ts";

const browser = setUpBrowser();
const { portal, society, admin, createSchedule } = await openSharedHarness();
await createSchedule();
const { HouseNo } = society.aliPlot;
await createReceipt(admin, { HouseNo });

const languages = ["en", "ur"] as const;
let windows: { language: string; page: Page }[] = [];

beforeAll(async () => {
  windows = await Promise.all(
    languages.map(async (language) => ({
      language,
      page: (await browser.openSignedIn(portal.url(), { username: "admin", language })).page,
    })),
  );
});

const formPages = [
  "/society-management?tab=plots",
  "/society-management?tab=plot-users",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-receipt",
  "/payment-management?tab=adjustments",
  "/finance-management?tab=expenses",
  "/finance-management?tab=accounts",
  "/finance-management?tab=other-income",
];

describe("without accessibility violations in both languages and themes:", () => {
  test.each(formPages)("the form for a new record of %s", async (path) => {
    await expectNoViolations(async (page) => {
      await openScreen(page, path);
      // Shown with the button, as soon as the key works.
      await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
      await page.keyboard.press("n");
      await page.getByRole("dialog").locator("form").waitFor();
    });
  });

  test("the command palette with houses", async () => {
    await expectNoViolations(async (page) => {
      await page.goto("/");
      await page.locator("h1").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill(HouseNo);
      await page.getByRole("option", { name: HouseNo }).first().waitFor();
    });
  });

  test("the list of shortcuts", async () => {
    await expectNoViolations(async (page) => {
      await page.goto("/");
      await page.locator("h1").first().waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    });
  });

  async function expectNoViolations(open: (page: Page) => Promise<void>): Promise<void> {
    for (const { language, page } of windows) {
      await open(page);
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  }
});

describe("the keyboard and a screen reader meet in order:", () => {
  test("the fields of a receipt", async () => {
    const page = await openEnglish("/payment-management?tab=payment-receipt");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectFocus(page, "combobox", "House Number");
    await page.keyboard.type(HouseNo.replace("-", "").toLowerCase());
    await page.getByRole("option", { name: HouseNo }).waitFor();
    await page.keyboard.press("Tab");
    await expectNext(page, [
      ["textbox", "Amount"],
      ["textbox", "Payment Date"],
      ["combobox", "Payment Method"],
      ["textbox", "Remarks"],
      ["button", "Cancel"],
      ["button", "Create Receipt"],
    ]);
  });

  test("the fields of a house, and the page after them", async () => {
    const page = await openEnglish("/society-management?tab=plots");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectNext(page, [
      ["textbox", "House No"],
      ["combobox", "Category"],
      ["combobox", "Type"],
      ["combobox", "Floor"],
      ["textbox", "Owner Name"],
      ["textbox", "Landline No"],
      ["textbox", "Mobile No"],
      ["textbox", "Email ID"],
      ["textbox", "CNIC"],
      ["switch", "Is Plot Only?"],
      ["button", "Cancel"],
      ["button", "Create Plot"],
      ["button", "Close"],
      ["textbox", "House No"],
    ]);
    await page.keyboard.press("Escape");
    await expectFocus(page, "main", "Plots");
  });

  test("the fields of an expense", async () => {
    const page = await openEnglish("/finance-management?tab=expenses");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectNext(page, [
      ["combobox", "Expense Type"],
      ["textbox", "Expense Title"],
      ["textbox", "Amount"],
      ["textbox", "Payee"],
      ["combobox", "Month"],
      ["combobox", "Year"],
      ["textbox", "Voucher No"],
      ["textbox", "Description"],
      ["switch", "Paid"],
      ["button", "Cancel"],
      ["button", "Create Expense"],
    ]);
  });

  test("the void of a receipt, and its button after it", async () => {
    const page = await openEnglish("/payment-management?tab=payment-receipt");
    await page.getByRole("button", { name: "Void R-1" }).press("Enter");
    await expectNext(page, [
      ["textbox", "Reason"],
      ["button", "Cancel"],
      ["button", "Void receipt"],
      ["textbox", "Reason"],
    ]);
    await page.keyboard.press("Escape");
    await expectFocus(page, "button", "Void R-1");
  });

  test("a tick of the schedule", async () => {
    const page = await openEnglish("/payment-management?tab=payment-schedule");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await expectFocus(page, "searchbox", "House, installment, amount");
    await page.keyboard.type(HouseNo);
    await page.getByRole("treegrid").getByText(HouseNo).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await expectFocus(page, "treegrid", "Payment Schedule");
    await page.keyboard.press("Tab");
    await expectFocus(page, "link", HouseNo);
  });

  test("the page of a house", async () => {
    const page = await openEnglish("/");
    await page.keyboard.press("Control+k");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type(HouseNo);
    await page.getByRole("option", { name: HouseNo, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/house/${HouseNo}`);
  });

  test("who has not paid", async () => {
    const page = await openEnglish("/finance-management?tab=ageing");
    await page.getByRole("row").nth(1).waitFor();
    await page.keyboard.press("/");
    await expectFocus(page, "searchbox", "House, owner, mobile, email");
    await page.keyboard.press("ArrowDown");
    await expectFocus(page, "grid", "Who has not paid");
  });

  test("the report of another month", async () => {
    const page = await openEnglish("/generate-report");
    await page.getByRole("combobox", { name: "Month" }).focus();
    await expectFocus(page, "combobox", "Month");
  });

  async function openEnglish(path: string): Promise<Page> {
    const page = windows.find(({ language }) => language === "en")?.page;
    if (!page) throw new Error("There is no English window");
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    return page;
  }

  async function expectNext(page: Page, controls: readonly (readonly [Role, string])[]): Promise<void> {
    for (const [index, [role, name]] of controls.entries()) {
      if (index > 0) await page.keyboard.press("Tab");
      await expectFocus(page, role, name);
    }
  }

  type Role = Parameters<Page["getByRole"]>[0];

  /** Whether the focused element has this role and accessible name. */
  async function expectFocus(page: Page, role: Role, name: string): Promise<void> {
    await page
      .getByRole(role, { name, exact: true })
      .and(page.locator(":focus"))
      .waitFor({ timeout: 10_000 })
      .catch(async () => {
        const focused = await page.locator(":focus").ariaSnapshot();
        expect(focused).toBe(`${role} "${name}"`);
      });
  }
});
