// @module-tag requirement-42
// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { goTo, setUpBrowser, signInByForm } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { codeAt, enrol } from "../harness/totp.ts";

const browser = setUpBrowser();

test("a user turns two-factor authentication on, and signs in with a code in another window", async () => {
  const { portal, clock } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/account`, "manager");
  await clickButton(page, "Turn on");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = (await dialog.locator("code").innerText()).replaceAll(/\s/g, "");
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("The code is incorrect").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, clock.now()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const [recoveryCode = ""] = await dialog.getByRole("listitem").allInnerTexts();
  await clickButton(page, "I have saved them");
  await page.getByText("It is on:").waitFor();

  const other = await browser.openWindow(portal.url());
  await goTo(other, "/login");
  await other.getByLabel("Username").fill("manager");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await clickButton(other, "Sign in");
  await other.getByLabel("Code", { exact: true }).fill("123456");
  await clickButton(other, "Sign in");
  await other.getByText("The code is incorrect").waitFor();
  await other.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await clickButton(other, "Sign in");
  await other.getByRole("banner").waitFor();

  await clickButton(page, "Turn off");
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn on" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("an administrator requires two-factor authentication for a role: open windows of its users show only how to turn it on", async () => {
  const { portal, admin, clock } = await openHarness();
  const { secret } = await enrol(admin, clock.now());
  const clerk = await browser.openWindow(portal.url());
  await goTo(clerk, "/login");
  await signInByForm(clerk, { username: "clerk" });
  await goTo(clerk, "/payment-management?tab=payment-schedule");
  await clerk.getByRole("heading", { name: "Payment Schedule" }).first().waitFor();

  const page = await browser.openWindow(portal.url());
  await goTo(page, "/login");
  await page.evaluate((token) => localStorage.setItem("auth_token", token), (await admin.token()) ?? "");
  clock.advanceMinutes(11);
  await goTo(page, "/system-management?tab=role");
  await clickButton(page, "Edit Clerk");
  await page.getByLabel("Require two-factor authentication").check();
  await page.route("**/assets/IdentityDialog-*.js", (route) => route.abort());
  await clickButton(page, "Update Role");
  await page.getByText("The portal may have been updated. Reload the page to go on.").waitFor();
  await page.unroute("**/assets/IdentityDialog-*.js");
  await clickButton(page, "Update Role");
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirmation.getByLabel("Code", { exact: true }).fill(codeAt(secret, clock.now()));
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Role updated successfully").waitFor();
  await clerk.getByText("Your role requires two-factor authentication").waitFor();
  expect(new URL(clerk.url()).pathname).toBe("/account");
});

async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}
