// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const plotsPath = "/society-management?tab=plots";

test("users on one page see each other, and a record open for editing is marked", async () => {
  const { portal } = await openHarness();
  const first = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "admin");
  const second = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "manager");
  await colleagueAvatar(first.page, "manager").waitFor();
  await colleagueAvatar(second.page, "admin").waitFor();

  const row = first.page.getByRole("row", { name: /A-2/ });
  await second.page.getByRole("button", { name: /^Edit A-2/ }).click();
  await row.getByText("manager is editing").waitFor();
  await row.dblclick();
  await first.page.getByRole("dialog").getByText("manager is editing this").waitFor();
  await second.page.getByRole("dialog").getByText("admin is editing this").waitFor();
  await first.page.keyboard.press("Escape");
  await second.page.keyboard.press("Escape");
  await row.getByText("manager is editing").waitFor({ state: "detached" });

  await second.page.goto("/house/A-2");
  await colleagueAvatar(first.page, "manager").waitFor({ state: "detached" });
  await first.page.goto("/house/A-2?tab=changes");
  await colleagueAvatar(first.page, "manager").waitFor();
  await second.page.getByRole("button", { name: "Edit", exact: true }).click();
  await first.page.getByRole("main").getByText("manager is editing").waitFor();
  await second.page.close();
  await colleagueAvatar(first.page, "manager").waitFor({ state: "detached" });
  await first.page.getByText("manager is editing").waitFor({ state: "detached" });
  expect([...first.consoleErrors, ...second.consoleErrors]).toEqual([]);
});

test("an active user's token is renewed before it expires, in all windows", {
  tags: "requirement-11",
}, async () => {
  const { portal, clock, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const other = await page.context().newPage();
  await other.goto(plotsPath);
  await other.getByText("A-1", { exact: true }).first().waitFor();
  const firstToken = await readToken(page);
  await page.clock.install();
  await page.reload();
  await page.getByText("Live", { exact: true }).first().waitFor();

  clock.advanceMinutes(5 * 60);
  await page.keyboard.press("Shift");
  const tokenResponse = page.waitForResponse("**/api/me/token");
  await page.clock.fastForward(61_000);
  await tokenResponse;
  await expect.poll(() => readToken(page)).not.toBe(firstToken);

  clock.advanceMinutes(4 * 60);
  await createPlot({ HouseNo: "B-7" });
  await other.getByText("B-7", { exact: true }).first().waitFor();
  await other.reload();
  await other.getByText("B-7", { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

function readToken(page: Page) {
  return page.evaluate(() => localStorage.getItem("auth_token"));
}

function colleagueAvatar(page: Page, name: string) {
  return page.getByRole("img", { name: `Also here: ${name}` });
}
