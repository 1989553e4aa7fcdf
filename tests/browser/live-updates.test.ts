// @module-tag browser
import type { WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser, signInByForm } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();
const plots = { role: "Manager", page: "/society-management?tab=plots", action: "View" } as const;

test("a permission taken away leaves the screen at once and comes back as fast", {
  tags: "requirement-5",
}, async () => {
  const { portal, revoke, grant } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${plots.page}`, "manager");
  const house = page.getByText("A-1", { exact: true }).first();
  const tab = page.getByRole("main").getByRole("link", { name: "Plots", exact: true });
  await house.waitFor();
  await tab.waitFor();

  await revoke(plots);
  await page.getByRole("heading", { name: "You don't have permission to access this resource." }).waitFor();
  await house.waitFor({ state: "detached" });
  await tab.waitFor({ state: "detached" });

  await grant(plots);
  await house.waitFor();
  await tab.waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a list that is opened again after a while is sent again only if it has changed", async () => {
  const { portal, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${plots.page}`, "admin");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await page.clock.install();
  const sent: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/plot")) sent.push(response.status());
  });

  await awayForAWhile();
  await page.goBack();
  await page.getByText("A-1", { exact: true }).first().waitFor();
  expect(sent).toEqual([304]);
  await awayForAWhile();
  await createPlot({ HouseNo: "B-7" });
  await page.goBack();
  await page.getByText("B-7", { exact: true }).first().waitFor();
  expect(sent).toEqual([304, 200]);
  expect(consoleErrors).toEqual([]);

  async function awayForAWhile(): Promise<void> {
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.getByText("A-1", { exact: true }).first().waitFor({ state: "detached" });
    await page.clock.fastForward(32_000);
  }
});

test("who signs out and in again in one window does so in all windows of the browser", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const other = await page.context().newPage();
  await other.goto(plots.page);
  await other.getByText("A-1", { exact: true }).first().waitFor();

  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await other.getByRole("button", { name: "Sign in" }).waitFor();

  await signInByForm(page, { username: "manager" });
  await other.getByRole("button", { name: /manager/ }).waitFor();
  await other.getByText("A-1", { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test("who signs in after somebody else in the same window goes on hearing of changes", async () => {
  const { portal, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${plots.page}`, "admin");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await page.clock.install();

  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await signInByForm(page, { username: "manager" });
  await page.getByText("A-1", { exact: true }).first().waitFor();

  await page.clock.fastForward(32_000);
  await page.getByText("Live", { exact: true }).first().waitFor();
  await createPlot({ HouseNo: "B-7" });
  await page.getByText("B-7", { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a page whose code cannot be fetched says so and can be loaded again", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.route("**/assets/Plots-*", (route) => route.abort());
  await page.goto(plots.page);
  await page.getByRole("heading", { name: "Page not available" }).waitFor();

  await page.unroute("**/assets/Plots-*");
  await page.getByRole("button", { name: "Load again" }).click();
  await page.getByText("A-1", { exact: true }).first().waitFor();
});

test("what moved while the line was broken is on the dashboard as soon as it is back", async () => {
  const { portal, createExpense } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  const lines = new Set<WebSocketRoute>();
  let mended = Promise.resolve();
  await page.routeWebSocket(/socket\.io/, async (line) => {
    await mended;
    line.connectToServer();
    lines.add(line);
  });
  await page.reload();
  await page.getByText("Live", { exact: true }).first().waitFor();

  let mend = () => {};
  mended = new Promise((resolve) => {
    mend = resolve;
  });
  for (const line of lines) await line.close();
  await page
    .getByText(/^Reconnecting/)
    .first()
    .waitFor();
  await createExpense({ Amount: 81_234 });
  mend();
  await page.getByText("81,234").first().waitFor();
  await page.getByText("Live", { exact: true }).first().waitFor();
  expect(consoleErrors.filter((complaint) => !complaint.startsWith("WebSocket connection"))).toEqual([]);
});

test("a portal that is away at the start is waited for, and who was signed in still is", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  await page.route("**/api/me", (route) => route.abort());
  await page.reload();
  await page.getByText("The portal cannot be reached. Trying again...").waitFor();

  await page.unroute("**/api/me");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  expect(consoleErrors).toEqual([]);
});
