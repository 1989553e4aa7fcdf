// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { goTo, setUpBrowser } from "../harness/browser.ts";
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

  await goTo(second.page, "/house/A-2");
  await colleagueAvatar(first.page, "manager").waitFor({ state: "detached" });
  await goTo(first.page, "/house/A-2?tab=changes");
  await colleagueAvatar(first.page, "manager").waitFor();
  await second.page.getByRole("button", { name: "Edit", exact: true }).click();
  await first.page.getByRole("main").getByText("manager is editing").waitFor();
  await second.page.close();
  await colleagueAvatar(first.page, "manager").waitFor({ state: "detached" });
  await first.page.getByText("manager is editing").waitFor({ state: "detached" });
  expect([...first.consoleErrors, ...second.consoleErrors]).toEqual([]);
});

function colleagueAvatar(page: Page, name: string) {
  return page.getByRole("img", { name: `Also here: ${name}` });
}
