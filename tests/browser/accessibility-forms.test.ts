// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { findViolationsInBothThemes, lowWindow } from "../harness/accessibility.ts";
import { goTo, openScreen, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const { portal, society, admin, createSchedule, createExpense } = await openSharedHarness();
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
  for (const { page } of windows) await page.setViewportSize(lowWindow);
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
  "/society-management?tab=plot-category",
  "/society-management?tab=certificates",
  "/payment-management?tab=bills",
  "/payment-management?tab=claims",
  "/system-management?tab=action",
  "/system-management?tab=menu",
  "/system-management?tab=map-menu-actions",
  "/system-management?tab=role",
  "/system-management?tab=displays",
];

describe("in both languages and themes", () => {
  test.each(formPages)("the form for a new record of %s has no accessibility violations", async (path) => {
    await expectNoViolations(async (page) => {
      await openScreen(page, path);
      // The hint is shown on the button as soon as the key works.
      await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
      await page.keyboard.press("n");
      await page.getByRole("dialog").locator("form").waitFor();
    });
  });

  test("the command palette with houses has no accessibility violations", async () => {
    await expectNoViolations(async (page) => {
      await goTo(page, "/");
      await page.locator("h1").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill(HouseNo);
      await page.getByRole("option", { name: HouseNo }).first().waitFor();
    });
  });

  test("the list of shortcuts has no accessibility violations", async () => {
    await expectNoViolations(async (page) => {
      await goTo(page, "/");
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

describe("with the keyboard", () => {
  test("Tab moves through the fields and buttons of the receipt form in order", async () => {
    const page = await openEnglish("/payment-management?tab=payment-receipt");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectFocusOn(page, "combobox", "House Number");
    await page.keyboard.type(HouseNo.replace("-", "").toLowerCase());
    await page.getByRole("option", { name: HouseNo }).waitFor();
    await page.keyboard.press("Tab");
    await expectTabOrder(page, [
      ["textbox", "Amount"],
      ["textbox", "Payment Date"],
      ["combobox", "Payment Method"],
      ["textbox", "Remarks"],
      ["button", "Cancel"],
      ["button", "Create Receipt"],
    ]);
  });

  test("Tab moves through the plot form and starts again, and Escape returns the focus to the page", async () => {
    const page = await openEnglish("/society-management?tab=plots");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectTabOrder(page, [
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
    await expectFocusOn(page, "main", "Plots");
  });

  test("Tab moves through the fields and buttons of the expense form in order", async () => {
    const page = await openEnglish("/finance-management?tab=expenses");
    await page.locator("kbd", { hasText: /^n$/ }).first().waitFor();
    await page.keyboard.press("n");
    await expectTabOrder(page, [
      ["combobox", "Expense Type"],
      ["textbox", "Expense Title"],
      ["textbox", "Amount"],
      ["switch", "Paid"],
      ["textbox", "Payee"],
      ["textbox", "Voucher No"],
      ["combobox", "Month"],
      ["combobox", "Year"],
      ["textbox", "Description"],
      ["button", "Photo of the bill"],
      ["button", "Cancel"],
      ["button", "Create Expense"],
    ]);
  });

  test("Tab stays in the dialog that voids a receipt, and Escape returns the focus to its button", async () => {
    const page = await openEnglish("/payment-management?tab=payment-receipt");
    await page.getByRole("button", { name: "Void R-1" }).press("Enter");
    await expectTabOrder(page, [
      ["textbox", "Reason"],
      ["button", "Cancel"],
      ["button", "Void receipt"],
      ["textbox", "Reason"],
    ]);
    await page.keyboard.press("Escape");
    await expectFocusOn(page, "button", "Void R-1");
  });

  test("the arrow key leads from the search of the schedule to its rows, and Tab to the link of the house", async () => {
    const page = await openEnglish("/payment-management?tab=payment-schedule");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await expectFocusOn(page, "searchbox", "House, owner, amount");
    await page.keyboard.type(HouseNo);
    await page.getByRole("treegrid").getByText(HouseNo).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await expectFocusOn(page, "treegrid", "Payment Schedule");
    await page.keyboard.press("Tab");
    await expectFocusOn(page, "link", HouseNo);
  });

  test("the command palette opens the page of a house", async () => {
    const page = await openEnglish("/");
    await page.keyboard.press("Control+k");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type(HouseNo);
    await page.getByRole("option", { name: HouseNo, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/house/${HouseNo}`);
  });

  test("the arrow key leads from the search of the ageing page to its rows", async () => {
    const page = await openEnglish("/finance-management?tab=ageing");
    await page.getByRole("row").nth(1).waitFor();
    await page.keyboard.press("/");
    await expectFocusOn(page, "searchbox", "House, owner, mobile, email");
    await page.keyboard.press("ArrowDown");
    await expectFocusOn(page, "grid", "Who has not paid");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expectFocusOn(page, "checkbox", "Select A-1");
    await page.keyboard.press("Tab");
    await expectFocusOn(page, "link", "A-1");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await expectFocusOn(page, "checkbox", "Select A-2");
    // The buttons of the head, which come before, stay reachable.
    await page.keyboard.press("Shift+Tab");
    await expectFocusOn(page, "button", "Oldest due");
  });

  test("Tab leads into the row of an expense without a voucher, past its hidden file input", async () => {
    const { ExpenseTitle } = await createExpense();
    const page = await openEnglish("/finance-management?tab=expenses");
    await page.getByRole("grid").getByText(ExpenseTitle).first().waitFor();
    await page.keyboard.press("/");
    await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("[role=grid]:focus").waitFor();
    await page.keyboard.press("Tab");
    await page.locator("[data-cursor] :focus").waitFor();
  });

  test("the month of the report can be focused", async () => {
    const page = await openEnglish("/generate-report");
    await page.getByRole("combobox", { name: "Month" }).focus();
    await expectFocusOn(page, "combobox", "Month");
  });

  async function openEnglish(path: string): Promise<Page> {
    const page = windows.find(({ language }) => language === "en")?.page;
    if (!page) throw new Error("There is no English window");
    await goTo(page, path);
    await page.locator("h1").first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    return page;
  }

  /** Presses Tab between the controls and asserts that each of them gets the focus. */
  async function expectTabOrder(page: Page, controls: readonly (readonly [Role, string])[]): Promise<void> {
    for (const [index, [role, name]] of controls.entries()) {
      if (index > 0) await page.keyboard.press("Tab");
      await expectFocusOn(page, role, name);
    }
  }

  type Role = Parameters<Page["getByRole"]>[0];

  /** Asserts that the focused element has this role and accessible name. */
  async function expectFocusOn(page: Page, role: Role, name: string): Promise<void> {
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
