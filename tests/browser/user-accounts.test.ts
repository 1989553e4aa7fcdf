// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectFocused, expectValue, goTo, setUpBrowser, signInByForm, waitUntilLive } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openHarness, openHarnessWithMailServer, openSharedHarness } from "../harness/harness.ts";

const browser = setUpBrowser({ reusesWindows: false });
const { portal, readMails } = await openSharedHarness();

test("a new user sees their house as soon as the administrator links it", async () => {
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/signup");
  await clickButton(page, "Create account");
  await page.getByText("Name must be at least 2 characters").waitFor();
  await page.getByText("Please enter a valid email address").waitFor();
  await expectFocused(page.getByLabel("Full Name"));
  await page.getByLabel("Full Name").fill("Bilal Aslam");
  await page.getByLabel("Email").fill("bilal@example.org");
  await page.getByLabel("Password", { exact: true }).fill("green-gate");
  await page.getByLabel("Confirm Password").fill("green-gaze");
  await clickButton(page, "Create account");
  await page.getByText("Passwords do not match").waitFor();
  await page.getByLabel("Confirm Password").fill("green-gate");
  await clickButton(page, "Create account");
  await page.getByText("Account created successfully!").waitFor();
  await signInByForm(page, { username: "bilal@example.org", password: "green-gate" });
  await page.getByText("No house is linked to your account yet").waitFor();

  const adminWindow = await browser.openSignedIn(`${portal.url()}/society-management?tab=plot-users&q=bilal`, "admin");
  await adminWindow.page.getByRole("button", { name: "Edit bilal@example.org" }).click();
  await adminWindow.page.getByLabel("Linked Plots").fill("A-2");
  await adminWindow.page.getByRole("option", { name: "A-2" }).waitFor();
  await adminWindow.page.keyboard.press("Enter");
  await adminWindow.page.getByRole("button", { name: "Remove A-2" }).waitFor();
  await clickButton(adminWindow.page, "Update User");
  const houses = page.getByRole("region", { name: "My houses" });
  await houses.getByRole("link", { name: "A-2", exact: true }).waitFor();
  expect(adminWindow.consoleErrors).toEqual([]);
});

test("the address of a sign-up is confirmed by an emailed link, and the society can close signing up", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const page = await browser.openWindow(harness.portal.url());
  await goTo(page, "/signup");
  await page.getByLabel("Full Name").fill("Visit www.evil.example");
  await page.getByLabel("Email").fill("naveed@example.org");
  await page.getByLabel("Password", { exact: true }).fill("green-gate");
  await page.getByLabel("Confirm Password").fill("green-gate");
  await clickButton(page, "Create account");
  await page.getByText("A name must not contain links").waitFor();
  await page.getByLabel("Full Name").fill("Naveed Malik");
  await clickButton(page, "Create account");
  await page.getByText("Account created successfully!").waitFor();

  const adminWindow = await browser.openSignedIn(
    `${harness.portal.url()}/society-management?tab=plot-users&q=naveed`,
    "admin",
  );
  await adminWindow.page.getByText("Not confirmed", { exact: true }).waitFor();
  await expect.poll(() => smtp.accepted.length).toBe(1);
  const link = linkIn(smtp.accepted[0]?.text);
  await goTo(page, link);
  await clickButton(page, "Confirm");
  await page.getByText("Your email address is confirmed").waitFor();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await adminWindow.page.getByText("Not confirmed", { exact: true }).waitFor({ state: "detached" });
  await goTo(page, link);
  await clickButton(page, "Confirm");
  await page.getByText("This link has been used or is too old.").waitFor();

  await goTo(adminWindow.page, `${harness.portal.url()}/system-management?tab=society`);
  await adminWindow.page.getByLabel("Residents can create accounts").click();
  await clickButton(adminWindow.page, "Save");
  await adminWindow.page.getByText(/updated successfully/).waitFor();
  await goTo(page, "/signup");
  await page.getByText("Signing up is closed at the moment.").waitFor();
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.getByText("No account yet?").count()).toBe(0);
  expect(adminWindow.consoleErrors).toEqual([]);
});

test("a forgotten password is reset by an emailed link, which works once, and the reset ends all sessions", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const otherWindow = await browser.openSignedIn(harness.portal.url(), "ali");
  const page = await browser.openWindow(harness.portal.url());
  await goTo(page, "/login");
  await expectFocused(page.getByLabel("Username"));
  await page.keyboard.press("Tab");
  await expectFocused(page.getByLabel("Password", { exact: true }));
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expectFocused(page.getByLabel("Email"));
  await page.getByLabel("Email").fill("ali@example");
  await clickButton(page, "Send reset link");
  await page.getByText("Please enter a valid email address").waitFor();
  await page.getByLabel("Email").fill("ali@example.org");
  await clickButton(page, "Send reset link");
  await page.getByText("Check your email").waitFor();

  await expect.poll(() => smtp.accepted.length).toBe(1);
  const link = linkIn(smtp.accepted[0]?.text);
  await goTo(page, link);
  await choosePassword(page, "blue-gate");
  await page.getByText("Password changed").waitFor();
  await otherWindow.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signInByForm(page, { username: "ali", password: "blue-gate" });
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();

  await goTo(otherWindow.page, link);
  await choosePassword(otherWindow.page, "red-gate");
  await otherWindow.page.getByText("This link has been used or is too old.").waitFor();
  await otherWindow.page.getByRole("link", { name: "Ask for a new link" }).click();
  await otherWindow.page.getByRole("heading", { name: "Forgot password" }).waitFor();
});

test("changing the password ends all other sessions", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/account`, "clerk");
  const sessions = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
  await sessions.filter({ hasText: "This device" }).waitFor();
  await waitUntilLive(page);
  const other = await browser.openSignedIn(portal.url(), "clerk");
  // The sessions of the two windows, and the session in the initial data.
  await expect.poll(() => sessions.count()).toBe(3);

  await page.getByLabel("Current Password").fill("not this one");
  await page.getByLabel("New Password").fill("white-gate");
  await page.getByLabel("Confirm Password").fill("white-gate");
  await clickButton(page, "Change password");
  await page.getByText("The current password is incorrect").waitFor();
  await expectFocused(page.getByLabel("Current Password"));
  expect(await page.getByLabel("New Password").inputValue()).toBe("white-gate");
  await page.getByLabel("Current Password").fill("open-sesame");
  await clickButton(page, "Change password");
  await page.getByText("Password changed").waitFor();
  await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => sessions.count()).toBe(1);
  await expectValue(page.getByLabel("New Password"), "");
  expect(consoleErrors).toEqual([]);
});

test("a user with an Urdu name is invited, becomes a resident and is deactivated, and their open window follows each change", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=plot-users`,
    "admin",
  );
  await clickButton(page, "Add User");
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Create User" }).click();
  for (const message of ["Username must be at least 3 characters", "Full name is required", "Please select a role"])
    await form.getByText(message).waitFor();
  await expectFocused(form.getByLabel("Username"));
  await form.getByLabel("Username").fill("fatima");
  await form.getByLabel("Full Name").fill("فاطمہ جناح");
  await form.getByLabel("Email").fill("fatima@example.org");
  await form.getByLabel("Role").selectOption({ label: "Manager" });
  await form.getByRole("button", { name: "Create User" }).click();
  await page.getByText("User added successfully").waitFor();

  const findInvitation = async () => (await readMails()).find(({ to }) => to === "fatima@example.org");
  await expect.poll(findInvitation).toMatchObject({ subject: "Gulshan-e-Test: your account" });
  const invitedPage = await browser.openWindow(portal.url());
  await goTo(invitedPage, linkIn((await findInvitation())?.text));
  await choosePassword(invitedPage, "gold-gate");
  await signInByForm(invitedPage, { username: "fatima", password: "gold-gate" });
  await invitedPage.getByRole("banner").getByText("فاطمہ جناح").waitFor();
  await invitedPage.getByRole("banner").getByText("Manager", { exact: true }).waitFor();

  const editButton = page.getByRole("button", { name: "Edit fatima" });
  await editButton.click();
  await expectValue(form.getByLabel("Full Name"), "فاطمہ جناح");
  await form.getByLabel("Role").selectOption({ label: "Resident" });
  await form.getByLabel("Linked Plots").fill("A-1");
  await page.getByRole("option", { name: "A-1" }).waitFor();
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Remove A-1" }).waitFor();
  await form.getByRole("button", { name: "Update User" }).click();
  await invitedPage.getByRole("banner").getByText("Resident").waitFor();
  await invitedPage
    .getByRole("region", { name: "My houses" })
    .getByRole("link", { name: "A-1", exact: true })
    .waitFor();

  await editButton.click();
  await form.getByRole("switch", { name: "Active" }).click();
  await form.getByRole("button", { name: "Update User" }).click();
  await invitedPage.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("row").filter({ hasText: "فاطمہ جناح" }).getByText("Inactive").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a changed name shows in every open window", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/account`, "manager");
  const other = await browser.openSignedIn(portal.url(), "manager");
  await page.getByText("This device").waitFor();
  await page.getByLabel("Full Name").fill("Nadia Rauf Khan");
  await page.getByRole("button", { name: "Change name" }).click();
  await page.getByText("Name changed").waitFor();
  await other.page.getByText("Nadia Rauf Khan").waitFor();
});

test("an active user's token is renewed before it expires, in all windows", {
  tags: "requirement-11",
}, async () => {
  const { portal, clock, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const other = await page.context().newPage();
  await other.goto(`${portal.url()}/society-management?tab=plots`);
  await other.getByText("A-1", { exact: true }).first().waitFor();
  const firstToken = await readToken(page);
  await page.clock.install({ time: browserNow() });
  await page.reload();
  await waitUntilLive(page);

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

test("a storage event that repeats the token of the window changes nothing", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const isHeaderKept = await page.evaluate(async () => {
    const header = document.querySelector("header");
    for (const key of [null, "auth_token"])
      window.dispatchEvent(new StorageEvent("storage", { key, oldValue: null, newValue: localStorage.auth_token }));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return header?.isConnected;
  });
  expect(isHeaderKept).toBe(true);
});

function readToken(page: Page) {
  return page.evaluate(() => localStorage.getItem("auth_token"));
}

async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}

async function choosePassword(page: Page, secret: string): Promise<void> {
  await page.getByLabel("New Password").fill(secret);
  await page.getByLabel("Confirm Password").fill(secret);
  await clickButton(page, "Save password");
}

/** The path of the link in an email. */
function linkIn(text = ""): string {
  return /https:\/\/portal\.example\.org(\/\S+)/.exec(text)?.[1] ?? "";
}
