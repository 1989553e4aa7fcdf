// @module-tag browser
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const plots = "/society-management?tab=plots";

test("colleagues on a page see each other, and what one of them has open is marked until it is closed", async () => {
  const { portal } = await openHarness();
  const mine = await browser.openSignedIn(`${portal.url()}${plots}`, "admin");
  const hers = await browser.openSignedIn(`${portal.url()}${plots}`, "manager");
  await colleagueAvatar(mine.page, "manager").waitFor();
  await colleagueAvatar(hers.page, "admin").waitFor();

  const row = mine.page.getByRole("row", { name: /A-2/ });
  await hers.page.getByRole("button", { name: /^Edit A-2/ }).click();
  await row.getByText("manager is editing").waitFor();
  await row.dblclick();
  await mine.page.getByRole("dialog").getByText("manager is editing this").waitFor();
  await hers.page.getByRole("dialog").getByText("admin is editing this").waitFor();
  await mine.page.keyboard.press("Escape");
  await hers.page.keyboard.press("Escape");
  await row.getByText("manager is editing").waitFor({ state: "detached" });

  await hers.page.goto("/house/A-2");
  await colleagueAvatar(mine.page, "manager").waitFor({ state: "detached" });
  await mine.page.goto("/house/A-2?tab=changes");
  await colleagueAvatar(mine.page, "manager").waitFor();
  await hers.page.getByRole("button", { name: "Edit", exact: true }).click();
  await mine.page.getByRole("main").getByText("manager is editing").waitFor();
  await hers.page.close();
  await colleagueAvatar(mine.page, "manager").waitFor({ state: "detached" });
  await mine.page.getByText("manager is editing").waitFor({ state: "detached" });
  expect([...mine.consoleErrors, ...hers.consoleErrors]).toEqual([]);
});

test("who works on is given a fresh token before the old one ends, and the other window goes on with it", {
  tags: "requirement-11",
}, async () => {
  const { portal, clock, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const other = await page.context().newPage();
  await other.goto(plots);
  await other.getByText("A-1", { exact: true }).first().waitFor();
  const before = await readToken(page);
  await page.clock.install();
  await page.reload();
  await page.getByText("Live", { exact: true }).first().waitFor();

  clock.advance(5 * 60);
  await page.keyboard.press("Shift");
  const answered = page.waitForResponse("**/api/me/token");
  await page.clock.fastForward(61_000);
  await answered;
  await expect.poll(() => readToken(page)).not.toBe(before);

  clock.advance(4 * 60);
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
