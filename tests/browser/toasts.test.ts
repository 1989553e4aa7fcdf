// @module-tag browser
// @module-tag matrix
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { keepToasts, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();

test("at most three toasts are shown, and one with Undo stays longer than those without", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-floors`,
    "admin",
  );
  const toasts = page.locator("[data-sonner-toast]:not([data-removed=true])");
  await page.getByRole("row").filter({ hasText: "First" }).click();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog");
  await keepToasts(page);
  await form.getByLabel("Floor").fill("First Floor");
  await form.getByLabel("Floor").press("Enter");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await form.waitFor({ state: "detached" });
  for (const name of ["Second", "Third", "Fourth"]) await addFloor(page, name);
  await expect.poll(() => toasts.count()).toBe(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("First", { exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a dialog lifts the visible toasts above it without showing them anew", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plot-floors`, "admin");
  const form = page.getByRole("dialog");
  await keepToasts(page);
  await page.getByRole("button", { name: "Add Floor" }).first().click();
  await form.getByLabel("Floor").fill("Fifth");
  await form.getByLabel("Floor").press("Enter");
  await form.waitFor({ state: "detached" });
  const toast = await page.locator("[data-sonner-toast]").elementHandle();
  const readTop = async () => (await toast?.boundingBox())?.y;
  await expect.poll(readTop).toBeGreaterThan(700);
  await page.keyboard.press("n");
  await form.waitFor();
  await expect.poll(readTop).toBeLessThan(54);
  await page.keyboard.press("Escape");
  await expect.poll(readTop).toBeGreaterThan(700);
});

test("a refused deletion whose question was closed meanwhile is shown as a toast", async () => {
  const { portal, createSchedule } = await openHarness();
  await createSchedule();
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
  const requests: Route[] = [];
  await page.route("**/api/plot/*", (route) => requests.push(route));
  await keepToasts(page);
  await page.getByRole("button", { name: "Delete A-1" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => requests.length).toBe(1);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await requests[0]?.fulfill({ status: 409, json: { success: false, message: "Answered by the test" } });
  await page.locator("[data-sonner-toast]").getByText("Answered by the test").waitFor();
});

test("Ctrl+Z with nothing to undo says so once, pushes out no other toast, and leaves the key to the browser; Ctrl+Shift+Z and a held key undo nothing", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-floors`,
    "admin",
  );
  const toasts = page.locator("[data-sonner-toast]:not([data-removed=true])");
  const message = page.getByText(/^Nothing to undo/);
  const form = page.getByRole("dialog");
  await keepToasts(page);
  await page.getByRole("row").filter({ hasText: "First" }).click();
  await page.keyboard.press("Enter");
  await form.getByLabel("Floor").fill("First Floor");
  await form.getByLabel("Floor").press("Enter");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await form.waitFor({ state: "detached" });
  // The code of the toasts is loaded with the first toast, so this listener runs after theirs.
  await page.evaluate(() => {
    window.addEventListener("keydown", (event) => {
      document.body.setAttribute("data-prevented", String(event.defaultPrevented));
    });
  });
  const readPrevented = () => page.locator("body").getAttribute("data-prevented");
  await page.keyboard.press("Control+Shift+z");
  expect(await readPrevented()).toBe("false");
  expect(await toasts.count()).toBe(1);

  await page.keyboard.down("Control");
  await page.keyboard.down("z");
  expect(await readPrevented()).toBe("true");
  await page.getByText("First", { exact: true }).waitFor();
  // Without keyup in between, the key repeats.
  await page.keyboard.down("z");
  expect(await message.count()).toBe(0);
  await page.keyboard.up("z");
  await page.keyboard.up("Control");

  for (let count = 0; count < 4; count++) await page.keyboard.press("Control+z");
  expect(await readPrevented()).toBe("false");
  await message.waitFor();
  expect(await message.count()).toBe(1);

  for (const name of ["Second", "Third", "Fourth"]) await addFloor(page, name);
  await message.waitFor({ state: "detached" });
  await expect.poll(() => toasts.count()).toBe(3);
  await page.keyboard.press("Control+z");
  expect(await message.count()).toBe(0);
  expect(await toasts.count()).toBe(3);
  expect(consoleErrors).toEqual([]);
});

async function addFloor(page: Page, name: string): Promise<void> {
  const form = page.getByRole("dialog");
  await page.keyboard.press("n");
  await form.getByLabel("Floor").fill(name);
  await form.getByLabel("Floor").press("Enter");
  await page.getByRole("row").filter({ hasText: name }).waitFor();
  // The row can appear before the form closes, and the key n does nothing while the form is open.
  await form.waitFor({ state: "detached" });
}
