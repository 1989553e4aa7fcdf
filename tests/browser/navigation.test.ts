// @module-tag browser
// @module-tag matrix
import type { Locator, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { expectFocused, expectValue, goTo, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, createSchedule, createPlot, society } = await openSharedHarness();
await createSchedule();
await createPlot({ HouseNo: "B-7", TypeID: society.types.commercial.TypeID });

test("an unknown address, a forbidden page and a forbidden tab show a message and a link", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=service-charges`,
    "clerk",
  );
  await page.getByText("You don't have permission to access this resource.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Payment Schedule", exact: true }).click();
  await page.getByRole("treegrid").waitFor();

  await goTo(page, "/society-management?tab=plots");
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
  await page.waitForURL("**/unauthorized");
  await page.getByText("Signed in as clerk (Clerk)").waitFor();
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await page.getByRole("treegrid").waitFor();

  for (const address of ["/nowhere", "/nowhere/at-all"]) {
    await goTo(page, address);
    await page.getByText("We couldn't find the page you were looking for.").waitFor();
    await waitUntilLive(page);
  }
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await page.getByRole("treegrid").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the account menu opens before the code that is loaded after the first screen", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.route(/\/assets\/(PendingLinks|CommandPalette|ShortcutsDialog)-/, () => undefined);
  await goTo(page, "/");
  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
});

test("signing in leads to the requested page, and back and forward restore filters and tabs", async () => {
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/society-management?tab=plots");
  await page.waitForURL("**/login");
  await signInByKeyboard(page);
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  const type = page.getByRole("combobox", { name: /^Type/ });
  const search = page.getByRole("searchbox");
  await row("B-7").waitFor();
  await type.selectOption({ label: "Residential" });
  await row("B-7").waitFor({ state: "detached" });
  await search.fill("A-1");
  await row("A-2").waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("link", { name: "Plot Floors", exact: true }).click();
  await row("Ground").waitFor();

  await page.goBack();
  await row("A-1").waitFor();
  await expectValue(search, "A-1");
  await row("A-2").waitFor({ state: "detached" });
  await page.goBack();
  await row("B-7").waitFor();
  await expectValue(search, "");
  await page.goForward();
  await row("A-1").waitFor();
  await row("B-7").waitFor({ state: "detached" });
  await expectValue(search, "A-1");
  await page.goForward();
  await row("Ground").waitFor();
});

test("a sign-in whose session cannot be read leaves nobody signed in", async () => {
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/login");
  await page.route("**/api/me", (route) => route.abort());
  const loggedOut = page.waitForRequest("**/api/logout");
  await page.getByLabel("Username").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await loggedOut;
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});

test("a sign-in whose session cannot be read does not end the session that another window has started meanwhile", async () => {
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/login");
  const held: Route[] = [];
  await page.route("**/api/me", (route) => void held.push(route));
  await page.getByLabel("Username").fill("manager");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => held.length).toBe(1);
  const token = (await admin.token()) ?? "";
  await page.evaluate((stored) => localStorage.setItem("auth_token", stored), token);
  await held[0]?.abort();
  await page.getByRole("alert").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBe(token);
  assertOk(await admin.get("/me"));
});

test("the keyboard alone signs in and marks an installment as paid", async () => {
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/login");
  await signInByKeyboard(page);
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.type("payment schedule");
  await page
    .getByRole("option", { name: /^Payment Schedule/, selected: true })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: "A-2" }).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("A-1");
  await page.getByRole("row").filter({ hasText: "A-2" }).first().waitFor({ state: "detached" });
  await tabTo(page, page.getByRole("treegrid"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("House A-1 marked as Paid").waitFor();
  const rows = await admin.list(paymentSchedule, "?year=2026");
  expect(rows.filter(({ IsPaid }) => IsPaid).map(({ HouseNo }) => HouseNo)).toEqual(["A-1"]);
});

/** Signs in as the manager. The first field of the form is focused initially. */
async function signInByKeyboard(page: Page): Promise<void> {
  await expectFocused(page.getByLabel("Username"));
  await page.keyboard.type("manager");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("banner").waitFor();
}

/** Presses Tab until the focus is in the target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const maxTabPresses = 20;
  const isReached = () => target.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; !(await isReached()); presses++) {
    if (presses === maxTabPresses) throw new Error(`Tab does not lead to ${target}`);
    await page.keyboard.press("Tab");
  }
}
