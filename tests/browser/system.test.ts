// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const permissionsPath = "/system-management?tab=permissions";
const addPlotsCheckbox = { name: "Add of Plots" };

test("a permission that is revoked and granted shows in every window, and the audit names the user", async () => {
  const { portal, changeUser } = await openHarness();
  await changeUser("admin", { FullName: "Tariq Mehmood" });
  const firstWindow = await browser.openSignedIn(`${portal.url()}${permissionsPath}`, "admin");
  const secondWindow = await browser.openSignedIn(`${portal.url()}${permissionsPath}`, "admin");
  const audit = await secondWindow.page.context().newPage();
  await audit.goto(`${portal.url()}/system-management?tab=audit&resource=role-permissions&type=update`);
  await audit.getByText("No changes found.").waitFor();
  for (const { page } of [firstWindow, secondWindow]) {
    await page.getByRole("combobox", { name: /^Role/ }).selectOption({ label: "Manager" });
    await page.getByText("1 user has this role: manager").waitFor();
  }

  for (const checked of [false, true]) {
    await firstWindow.page.getByRole("checkbox", addPlotsCheckbox).click();
    await firstWindow.page.getByRole("button", { name: "Save", exact: true }).click();
    await secondWindow.page.getByRole("checkbox", { ...addPlotsCheckbox, checked }).waitFor();
    await firstWindow.page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor();
    await audit.getByText(checked ? "2 changes in all" : "1 change in all").waitFor();
  }

  const entry = audit.getByRole("row").filter({ hasText: "No → Yes" });
  await expect
    .poll(() => entry.getByRole("cell").allInnerTexts())
    .toEqual([
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      expect.stringContaining("Tariq Mehmood"),
      expect.stringMatching(/Changed\s*Permission\s*Add of Plots/),
      expect.stringMatching(/^Allowed\s*No → Yes$/),
    ]);
  await audit.getByRole("row").filter({ hasText: "Yes → No" }).waitFor();
  expect([...firstWindow.consoleErrors, ...secondWindow.consoleErrors]).toEqual([]);
});

test("new changes while the audit is scrolled down show as a button that leads to them", async () => {
  const { portal, createExpense } = await openHarness();
  for (let number = 1; number <= 30; number++) await createExpense({ ExpenseTitle: `Lamp ${number}` });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/system-management?tab=audit&resource=expenses`,
    "admin",
  );
  await page.getByText("Lamp 30", { exact: true }).first().waitFor();
  await page.getByText("Lamp 1", { exact: true }).first().scrollIntoViewIfNeeded();

  await createExpense({ ExpenseTitle: "Generator" });
  await page.getByRole("button", { name: "1 new change" }).click();
  await page.getByRole("row").filter({ hasText: "Generator" }).waitFor();
  await page.getByRole("button", { name: "1 new change" }).waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});

test("older changes that arrive after the newest ones have replaced the list of the audit leave no gap in it", async () => {
  const { portal, createExpense } = await openHarness();
  const addLamps = (count: number) =>
    Promise.all(Array.from({ length: count }, () => createExpense({ ExpenseTitle: "Lamp" })));
  await addLamps(110);
  const { page } = await browser.openSignedIn(`${portal.url()}/system-management?tab=audit&resource=expenses`, "admin");
  await page.getByText("The newest 100 changes").waitFor();
  const olderPages = /\/api\/audit\?.*after=/;
  const requests: Route[] = [];
  await page.route(olderPages, (route) => void requests.push(route), { times: 1 });
  const loadMore = page.getByRole("button", { name: "Load more" });
  await loadMore.scrollIntoViewIfNeeded();
  await expect.poll(() => requests.length).toBe(1);

  await addLamps(101);
  await page.getByRole("button", { name: "100 new changes" }).click();
  await page.getByRole("button", { name: "100 new changes" }).waitFor({ state: "detached" });
  const response = page.waitForResponse(olderPages);
  await requests[0]?.continue();
  await (await response).finished();
  await expect
    .poll(async () => {
      if (await loadMore.isVisible()) await loadMore.scrollIntoViewIfNeeded();
      return page.getByText(/changes in all$/).allInnerTexts();
    })
    .toEqual(["211 changes in all"]);
});

test("the self-test page shows the state of the server to everybody and permissions to signed-in users", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  await goTo(page, "/test-anything");
  await page.getByRole("heading", { name: "Test anything" }).waitFor();
  await page.getByText(/^Live since/).waitFor();
  await page.getByText("Running", { exact: true }).waitFor();
  await page
    .getByRole("row")
    .filter({ hasText: "Society Management / Plots" })
    .getByText("View, Add, Update, Delete")
    .waitFor();

  const visitor = await browser.openWindow(portal.url());
  await goTo(visitor, "/test-anything");
  await visitor.getByText("Running", { exact: true }).waitFor();
  await visitor.getByText("Connects after sign-in").waitFor();
  await visitor.getByText("Nothing except signing in").waitFor();
  await goTo(visitor, "/tested");
  await visitor.getByText("Page not found").first().waitFor();
  expect(consoleErrors).toEqual([]);
});
