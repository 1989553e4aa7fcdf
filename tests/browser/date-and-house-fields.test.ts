// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { expectFocused, expectValue, goTo, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const { portal, society, createPlot, createSchedule } = await openSharedHarness();
await createSchedule();
const { HouseNo, OwnerName } = society.aliPlot;

test("a date can be typed in short form or chosen in the calendar, and its field shows the bounds", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=adjustments`,
    "admin",
  );
  await page.getByRole("button", { name: "Add Adjustment" }).first().click();
  const date = page.getByRole("dialog", { name: "Add Adjustment" }).getByLabel("Date", { exact: true });
  const today = await date.inputValue();
  expect(today).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await page.getByText(`Up to ${today}`).waitFor();

  await date.fill("-1");
  await date.press("Tab");
  const yesterday = await date.inputValue();
  expect(yesterday).not.toBe(today);
  await date.fill("t");
  await date.press("Tab");
  await expectValue(date, today);
  await date.fill("22/11x");
  await date.press("Tab");
  await page.getByText("Type a date such as 22/11/2026").waitFor();
  expect(await date.getAttribute("aria-invalid")).toBe("true");

  await date.fill(today);
  await date.press("ArrowDown");
  const calendar = page.getByRole("dialog", { name: "Choose a date" });
  await expectFocused(calendar.getByRole("button", { name: /^Today/ }));
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await calendar.waitFor({ state: "detached" });
  await expectFocused(date);
  await expectValue(date, yesterday);
  await date.press("ArrowDown");
  await calendar.locator(":focus").waitFor();
  await page.keyboard.press("Escape");
  await calendar.waitFor({ state: "detached" });
  await expectFocused(date);
  expect(consoleErrors).toEqual([]);
});

test("a date filter says why it does not accept a text, and keeps the list as it was", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/system-management?tab=audit&from=2026-01-01`,
    "admin",
  );
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });
  await from.fill("31/2");
  await from.press("Tab");
  await page.getByRole("alert").getByText("Type a date such as 22/11/2026").waitFor();
  await expectValue(from, "31/2");
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await to.fill("31/12/2025");
  await to.press("Tab");
  await page.getByRole("alert").getByText("From 01/01/2026 on").waitFor();
  expect(new URL(page.url()).search).toBe("?tab=audit&from=2026-01-01");

  await from.fill("1/12/25");
  await from.press("Tab");
  await to.fill("31/12/25");
  await to.press("Tab");
  await page.waitForURL(/from=2025-12-01&to=2025-12-31/);
  await page.getByRole("alert").first().waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});

test("clearing the filters also removes a text that a date filter did not accept", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/system-management?tab=audit&user=999999`,
    "admin",
  );
  const from = page.getByLabel("From", { exact: true });
  await from.fill("99/99");
  await from.press("Tab");
  await page.getByRole("alert").getByText("Type a date such as 22/11/2026").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await expectValue(from, "");
  expect(consoleErrors).toEqual([]);
});

test("on phones Clear filters also removes a text that a date filter did not accept while no filter is set", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, "/system-management?tab=audit");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const from = sheet.getByLabel("From", { exact: true });
  await from.fill("99/99");
  await from.press("Tab");
  await sheet.getByRole("alert").waitFor();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await sheet.getByRole("alert").waitFor({ state: "detached" });
  await expectValue(from, "");
});

test("a house is found by owner or number, and its option shows what is due", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=adjustments`,
    "admin",
  );
  await page.getByRole("button", { name: "Add Adjustment" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Adjustment" });
  const house = form.getByRole("combobox", { name: "House", exact: true });
  await house.fill(OwnerName.toLowerCase().slice(0, 4));
  const option = page.getByRole("listbox", { name: "Houses" }).getByRole("option", { name: HouseNo });
  await option.getByText(OwnerName).waitFor();
  await option.getByText("due").waitFor();
  expect(await house.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await house.press("Escape");
  await option.waitFor({ state: "detached" });
  await house.press("ArrowDown");
  await option.waitFor();
  await house.press("Enter");
  await expectValue(house, HouseNo);
  await form.waitFor();

  await house.fill(HouseNo.replace("-", "").toLowerCase());
  await option.waitFor();
  await house.press("Tab");
  await expectValue(house, HouseNo);
  await house.fill("nobody");
  await page.getByText("No house found").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("on phones in Urdu an owner's name in Latin letters that is too long is cut off at its end", async () => {
  await createPlot({ HouseNo: "L-1", OwnerName: "Muhammad Aslam Qureshi Siddiqui Rajput" });
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=adjustments`, {
    username: "admin",
    language: "ur",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "تصحیح شامل کریں" }).first().click();
  await page.getByRole("dialog").locator("input[role=combobox]").first().fill("L-1");
  const owner = page.getByRole("listbox").getByText(/^Muhammad/);
  const [nameLeft, containerLeft] = await owner.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 1);
    return [range.getBoundingClientRect().x, (element.parentElement ?? element).getBoundingClientRect().x];
  });
  expect(nameLeft).toBeGreaterThanOrEqual(containerLeft ?? Infinity);
});
