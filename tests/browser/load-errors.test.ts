// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { openScreen, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Username } from "../harness/initial-data.ts";

const browser = setUpBrowser();
const { portal, createSchedule } = await openSharedHarness();
await createSchedule();

/** With the request that fails, and the message of the screen if it shows its own instead of the server's. */
const screens: readonly { path: string; api: string; error?: string; username?: Username }[] = [
  { path: "/society-management?tab=plots", api: "plot" },
  { path: "/payment-management?tab=payment-schedule", api: "payment-schedule" },
  { path: "/payment-management?tab=payment-receipt", api: "payment-receipt", error: "Failed to load payment receipts" },
  { path: "/finance-management?tab=ageing", api: "ageing" },
  { path: "/finance-management?tab=cash-book", api: "cash-book" },
  { path: "/generate-report", api: "generate-report", error: "Failed to generate report" },
  { path: "/house/A-1?tab=changes", api: "plot/*/history" },
  { path: "/house/A-1?tab=adjustments", api: "adjustment[?]SettledPlotID=[0-9]+" },
  { path: "/house/A-1?tab=receipts", api: "payment-receipt[?]plot=[0-9]+&voided=1" },
  { path: "/payment-management?tab=withdrawn-installments&show=duplicates", api: "payment-schedule" },
  { path: "/system-management?tab=mails", api: "mails" },
  { path: "/system-management?tab=audit", api: "audit" },
  { path: "/system-management?tab=society", api: "society" },
  { path: "/system-management?tab=verification", api: "verification" },
  { path: "/system-management?tab=permissions", api: "role-permissions" },
  { path: "/", api: "activity", error: "Failed to load the activity" },
  { path: "/", api: "dashboard/summary" },
  { path: "/", api: "plot", username: "ali" },
  { path: "/", api: "payment-schedule", username: "ali" },
  { path: "/", api: "payment-receipt", username: "ali" },
  { path: "/counter", api: "plot" },
  { path: "/account", api: "me/sessions" },
  { path: "/payment-plan-details-view?PaymentPlanID=1", api: "payment-plan-full/*" },
];

const serverMessage = "Answered by the test";

test.each(screens)(
  "$path offers to load $api again only after an error that may pass",
  async ({ path, api, error, username = "admin" }) => {
    const { page } = await browser.openSignedIn(`${portal.url()}/guide`, username);
    await waitUntilLive(page);
    const message = page.getByText(error ?? serverMessage).first();
    const retry = page.getByRole("button", { name: "Try again" });
    let status = 409;
    const url = new RegExp(`/api/${api.replace("*", "[^/]+")}([?].*)?$`);
    await page.route(url, (route) => route.fulfill({ status, json: { success: false, message: serverMessage } }));
    await openScreen(page, path);
    await message.waitFor();
    expect(await retry.count()).toBe(0);

    status = 503;
    await openScreen(page, "/guide");
    await openScreen(page, path);
    // The message can still be that of the first error, which had no button.
    await retry.first().waitFor();
    await message.waitFor();
    await page.unroute(url);
    await retry.first().click();
    await message.waitFor({ state: "detached" });
    await expect.poll(() => retry.count()).toBe(0);
  },
);

test("a page of the network in place of an answer is like no answer: the session waits, and a list is loaded again on demand", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await waitUntilLive(page);
  const networkPage = { status: 200, contentType: "text/html", body: "<h1>Sign in to the network</h1>" };
  await page.route("**/api/plot", (route) => route.fulfill(networkPage));
  await openScreen(page, "/society-management?tab=plots");
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await page.unroute("**/api/plot");
  await retry.click();
  await page.getByText("A-1", { exact: true }).first().waitFor();

  let isAnswered = false;
  await page.route("**/api/me", (route) => {
    if (isAnswered) return route.continue();
    isAnswered = true;
    return route.fulfill(networkPage);
  });
  await page.reload();
  await page.getByText("A-1", { exact: true }).first().waitFor();
});

test("a house whose adjustments could not be loaded shows the reason in place of its balance, and does not say that it has none", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await waitUntilLive(page);
  await page.route(/\/api\/adjustment[?]SettledPlotID=/, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: serverMessage } }),
  );
  await openScreen(page, "/house/A-1?tab=adjustments");
  await page.getByText("The balance could not be loaded").waitFor();
  expect(await page.getByText("This house has no adjustments yet").count()).toBe(0);
});

test("sessions that were never loaded are not said to be out of date", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await page.route("**/api/me/sessions", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: serverMessage } }),
  );
  await openScreen(page, "/account");
  await page.getByText(serverMessage).waitFor();
  expect(await page.getByText("This data may be out of date.").count()).toBe(0);
});

test("a schedule that is loading or of another year never says that it has no installments", async () => {
  const { portal, createSchedule } = await openHarness();
  await createSchedule();
  await createSchedule({ StartYear: 2025, StartMonth: 1, EndYear: 2025, EndMonth: 12 });
  const address = `${portal.url()}/payment-management?tab=payment-schedule&view=all&year=2026`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "admin");
  await page.addInitScript(() => {
    const texts = /Nothing in|No installment|No payment schedules/;
    new MutationObserver(() => {
      if (texts.test(document.body?.textContent ?? "")) sessionStorage.setItem("emptyText", document.body.innerText);
    }).observe(document, { subtree: true, childList: true });
  });
  await page.reload();
  await page.getByText("0 of 12 paid").first().waitFor();
  await page.getByLabel("Year").selectOption("2025");
  await page.getByRole("checkbox", { name: "January 2025 of A-1 paid" }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("emptyText"))).toBeNull();
  expect(consoleErrors).toEqual([]);
  // Its init script stays: no other test may use the window.
  await page.close();
});

test("no month is said not to be charged twice while the list of those months is loading", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await waitUntilLive(page);
  const requests: Route[] = [];
  await page.route(/\/api\/payment-schedule[?]IsDuplicate=1/, (route) => requests.push(route));
  await openScreen(page, "/payment-management?tab=withdrawn-installments&show=duplicates");
  await expect.poll(() => requests.length).toBe(1);
  expect(await page.getByText("No month is charged twice.").count()).toBe(0);
  await requests[0]?.continue();
  await page.getByText("No month is charged twice.").waitFor();
});

test("the field of a house says why it lists none, and loads the houses again when its list is opened", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await page.route("**/api/plot", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: serverMessage } }),
  );
  await openScreen(page, "/payment-management?tab=adjustments");
  await page.getByRole("button", { name: "Add Adjustment" }).first().click();
  const house = page.getByRole("dialog").getByRole("combobox", { name: "House", exact: true });
  await house.fill("A-1");
  await page.getByRole("status").getByText(serverMessage).waitFor();
  await page.unroute("**/api/plot");
  await house.press("Escape");
  await house.press("ArrowDown");
  await page.getByRole("listbox", { name: "Houses" }).getByRole("option", { name: "A-1" }).waitFor();
});

test("the command palette says why it finds no house", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "admin");
  await page.route("**/api/plot", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: serverMessage } }),
  );
  await page.keyboard.press("Control+k");
  await page.keyboard.type("A-1");
  await page.getByRole("dialog").getByText(serverMessage).waitFor();
  expect(await page.getByText("No house found").count()).toBe(0);
});
