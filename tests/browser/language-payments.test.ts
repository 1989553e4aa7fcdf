// @module-tag browser
// @module-tag matrix
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { findViolations } from "../harness/accessibility.ts";
import { type BrowserWindow, goTo, keepToasts, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const { portal, admin, society, createSchedule, createRate } = await openSharedHarness();
await createSchedule({ IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
await createRate({ StartYear: 2027, EndYear: 2027, IsActive: false });
await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 3_000 });
await createReceipt(admin, { HouseNo: society.sanaPlot.HouseNo, PaymentMethod: "Bank Transfer" });

const people = ["Ali", "Sana"];
const categoriesTypesAndFloors = ["A", "B", "C", "Residential", "Commercial", "Ground", "First"];
const keys = ["Enter", "Esc", "Space", "n"];
/** The last ones are the R of receipt numbers and the currency. */
const untranslatedNames = [...people, ...categoriesTypesAndFloors, ...keys, "R", "Rs"];

describe("the payments in Urdu", () => {
  let window: BrowserWindow;
  let page: Page;

  beforeAll(async () => {
    window = await browser.openSignedIn(portal.url(), { username: "admin", language: "ur" });
    page = window.page;
  });

  test.each([
    ["the service charges", "service-charges", "حالت: فعال"],
    ["the payment plans", "payment-plans", "ادائیگی کا شیڈول بنائیں"],
    ["the schedule", "payment-schedule&view=all", "جزوی ادا"],
    ["the receipts", "payment-receipt", "ای میل نہیں"],
    ["the voided receipts", "payment-receipt&voided=1", "کوئی رسید نہیں ملی۔"],
    ["a year without installments", "payment-schedule&year=2039", "ادائیگی کا کوئی شیڈول موجود نہیں"],
  ])("%s have no English text except names, and no accessibility violations", async (_name, tab, shownText) => {
    await goTo(page, `/payment-management?tab=${tab}`);
    await page.getByRole("main").getByText(shownText).first().waitFor();
    await expectUrdu(page.getByRole("main"));
    expect(await findViolations(page)).toEqual([]);
    expect(window.consoleErrors).toEqual([]);
  });

  test("errors of a receipt that is edited in its row are in Urdu, and so is the question before it is voided", async () => {
    await goTo(page, "/payment-management?tab=payment-receipt");
    await keepToasts(page);
    await page.getByRole("button", { name: "R-1 میں ترمیم" }).click();
    await page.getByLabel("رقم", { exact: true }).fill("0");
    await page.keyboard.press("Enter");
    await page.getByText("رقم 0 سے زیادہ ہونی چاہیے").waitFor();
    await page.getByLabel("رقم", { exact: true }).fill("2800");
    await page.keyboard.press("Enter");
    await page.getByText("رسید تبدیل ہو گئی").waitFor();

    await page.getByRole("button", { name: "R-1 کالعدم کریں" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("کیا آپ واقعی یہ رسید حذف کرنا چاہتے ہیں؟").waitFor();
    await expectUrdu(question);
    await page.keyboard.press("Escape");
  });

  test("the amount of an activity stands before the penalty in it", async () => {
    await goTo(page, "/");
    const payment = page.getByText(/جس میں جرمانہ/).first();
    expect(await measureLeft(payment, "Rs")).toBeGreaterThan(await measureLeft(payment, "Rs 200"));
  });

  test("the form of a service charge and its errors are in Urdu", async () => {
    await goTo(page, "/payment-management?tab=service-charges");
    await page
      .getByRole("button", { name: /سروس چارج شامل کریں/ })
      .first()
      .click();
    const form = page.getByRole("dialog");
    await form.getByRole("switch", { name: "جرمانہ عائد کریں" }).click();
    await form.getByLabel("جرمانے کی رقم").waitFor();
    await form.getByRole("button", { name: "سروس چارج بنائیں" }).click();
    await form.getByText("ابتدائی مہینہ درکار ہے").waitFor();
    await expectUrdu(form);
  });
});

/** The left edge of the first occurrence of a part in the text of the element. */
async function measureLeft(element: Locator, part: string): Promise<number> {
  return element.evaluate(({ firstChild: text }, searched) => {
    if (!(text instanceof Text)) throw new Error("The element does not begin with a text");
    const range = document.createRange();
    const start = text.data.indexOf(searched);
    range.setStart(text, start);
    range.setEnd(text, start + searched.length);
    return range.getBoundingClientRect().left;
  }, part);
}

/** Asserts that this part of the page has no English words except names. */
async function expectUrdu(part: ReturnType<Page["getByRole"]>): Promise<void> {
  const words = (await part.innerText()).match(/[A-Za-z]+/g) ?? [];
  expect(words.filter((word) => !untranslatedNames.includes(word))).toEqual([]);
}
