// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { expectFocused, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const { portal } = await openSharedHarness();

test("the collapsed sidebar names its icons, opens a group as a menu and stays collapsed for seven days", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "admin");
  const sidebar = page.getByRole("complementary");
  const readWidth = async () => (await sidebar.boundingBox())?.width;
  await sidebar.getByRole("button", { name: "Collapse", exact: true }).waitFor();
  await expect.poll(readWidth).toBe(256);
  await page.keyboard.press("Control+b");
  await expect.poll(readWidth).toBe(48);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  expect(await menu.getByRole("link", { name: "Generate Report" }).getAttribute("aria-current")).toBe("page");
  expect(await menu.innerText()).toBe("");
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  // A group opens as a menu beside its icon, by keys too, and leads to its pages.
  const group = menu.getByRole("button", { name: "Finance Management" });
  await group.focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: "Expenses" });
  await entry.waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await entry.waitFor({ state: "detached" });
  await expectFocused(group);
  await group.click();
  await entry.click();
  await page.waitForURL(/tab=expenses/);

  const cookie = (await page.context().cookies()).find(({ name }) => name === "sidebar");
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
  expect(Math.round(days)).toBe(7);
  await page.reload();
  await sidebar.getByRole("button", { name: "Expand", exact: true }).click();
  await expect.poll(readWidth).toBe(256);
  await page.reload();
  await sidebar.getByRole("button", { name: "Collapse", exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the sidebar begins collapsed below 1200 px, and is on the right in Urdu", async () => {
  const { page } = await browser.openSignedIn(portal.url(), { username: "admin", language: "ur" });
  await page.setViewportSize({ width: 1120, height: 800 });
  await page.reload();
  const readBox = () => page.getByRole("complementary").boundingBox();
  await expect.poll(async () => (await readBox())?.width).toBe(48);
  expect((await readBox())?.x).toBe(1120 - 48);
});

test("the sidebar follows the width of the window until somebody chooses", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const sidebar = page.getByRole("complementary");
  const readWidth = async () => (await sidebar.boundingBox())?.width;
  await expect.poll(readWidth).toBe(256);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(readWidth).toBe(48);
  await page.setViewportSize({ width: 1280, height: 768 });
  await expect.poll(readWidth).toBe(256);
  await page.setViewportSize({ width: 1024, height: 768 });
  await sidebar.getByRole("button", { name: "Expand", exact: true }).click();
  await expect.poll(readWidth).toBe(256);
  await page.setViewportSize({ width: 900, height: 768 });
  await sidebar.getByRole("button", { name: "Collapse", exact: true }).waitFor();
});

test("the sidebar, the account menu and the command palette open the guide for the user's role and language", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  const guide = page.getByRole("article");
  await page.getByRole("complementary").getByRole("link", { name: "Guide" }).click();
  await guide.getByRole("heading", { name: "The words for money" }).waitFor();
  await guide.getByRole("rowheader", { name: "Billed" }).waitFor();
  await guide.getByRole("link", { name: "the cashier's guide" }).click();
  await guide.getByRole("heading", { name: "At the counter" }).waitFor();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Bills" }).click();
  const heading = guide.getByRole("heading", { name: "Bills" });
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(300);
  for (const name of ["Cashier", "Manager", "Administrator", "Resident"]) {
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await page.locator(`[aria-current=page]`, { hasText: name }).waitFor();
    expect(await guide.innerText()).not.toMatch(/\*|`|\]\(|<kbd>|^#|\|/m);
  }

  await page.getByRole("button", { name: "House, owner, page…" }).click();
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").waitFor();
  await page.keyboard.type("guide");
  await page.getByRole("option", { name: "Guide", exact: true }).click();
  await guide.getByRole("heading", { name: "The words for money" }).waitFor();

  const resident = await browser.openSignedIn(`${portal.url()}/account`, "ali");
  await resident.page.getByRole("button", { name: "Resident" }).click();
  await resident.page.getByRole("menuitem", { name: "Guide" }).click();
  await resident.page.getByRole("heading", { name: "Telling the office of a payment" }).waitFor();
  expect(await resident.page.getByRole("link", { name: "Cashier" }).count()).toBe(0);

  const urdu = await browser.openSignedIn(`${portal.url()}/guide?for=cashier`, { username: "manager", language: "ur" });
  await urdu.page.getByRole("heading", { name: "کاؤنٹر پر" }).waitFor();
  expect(await urdu.page.getByRole("article").innerText()).not.toMatch(/\*|`|\]\(|<|^#|\|/m);
  expect([...consoleErrors, ...resident.consoleErrors, ...urdu.consoleErrors]).toEqual([]);
});
