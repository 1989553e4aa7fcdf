// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { society } from "../../shared/resources/society.ts";
import { openScreen, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createPng } from "../harness/images.ts";
import { accountForm } from "../harness/locked-month.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const societyPath = "/system-management?tab=society";

test("the name and logo of the society change in one window and appear in the sidebar of another user", async () => {
  const { portal } = await openHarness();
  const editor = await browser.openSignedIn(`${portal.url()}${societyPath}`, "admin");
  const reader = await browser.openSignedIn(portal.url(), "ali");
  const brand = reader.page.locator("aside").getByTitle("Gulshan-e-Test");
  await brand.waitFor();
  await expect.poll(() => reader.page.title()).toBe("Dashboard · Gulshan-e-Test");

  const { page } = editor;
  await page.getByLabel("Name of the society").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Name of the society is required").waitFor();
  await page.getByLabel("Name of the society").fill("Model Town Society");
  await page.getByLabel("Phone").fill("042-111-222-333");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await page.getByLabel("Title of account").fill("Society Fund");
  await page.getByLabel("Bank", { exact: true }).fill("Standard Chartered");
  await page.getByLabel("IBAN").fill("PK36SCBL0000001123456703");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The IBAN is incorrect").waitFor();
  await page.getByLabel("IBAN").fill("PK36SCBL0000001123456702");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await reader.page.locator("aside").getByTitle("Model Town Society").waitFor();
  await expect.poll(() => reader.page.title()).toBe("Dashboard · Model Town Society");

  const file = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("The logo must be a PNG or JPEG image").waitFor();
  await page.locator("input[type=file]").setInputFiles({ ...file, mimeType: "image/png", buffer: createPng(40, 40) });
  await page.getByRole("img", { name: "Logo of the society" }).waitFor();
  await reader.page.locator('aside img[src^="data:image/png"]').waitFor();
  expect(reader.consoleErrors).toEqual([]);
});

test("the administrator of a new portal is asked for the society's name, and can postpone the answer", async () => {
  const { portal, transaction } = await openHarness();
  await transaction(async (tx) => {
    const [profile] = await tx.find(society, {});
    if (profile) tx.update(society, profile, { Name: "Housing Society", IsSetUp: false });
  });
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  await page.getByRole("heading", { name: "Set up your society" }).waitFor();
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  await page.reload();
  await page.getByLabel("Name of the society").fill("Wapda Town");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  await page.locator("aside").getByTitle("Wapda Town").waitFor();
  const resident = await browser.openSignedIn(portal.url(), "ali");
  await resident.page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test("users who may not change the society's settings see all of them", async () => {
  const { admin, portal, grant } = await openHarness();
  const { AccountID } = parseRecord(account, await admin.post("/account", accountForm({})));
  const MethodAccounts = { Cash: cashAccountId, Online: AccountID };
  const record = parseRecord(society, await admin.get("/society"));
  assertOk(await admin.put("/society", { ...record, ConsumerPrefix: "42", MethodAccounts }));
  for (const path of ["/system-management", societyPath] as const)
    await grant({ role: "Manager", page: path, action: "View" });
  const { page } = await browser.openSignedIn(`${portal.url()}${societyPath}`, "manager");
  const settings = page.getByRole("region", { name: "Settings" });
  for (const fact of [
    /First digits of consumer numbers\s+42/,
    /Account for Cash\s+Cash\b/,
    /Account for Cheque\s+Cash\b/,
    /Account for Online\s+Meezan/,
  ])
    await expect.poll(() => settings.innerText()).toMatch(fact);
});

test("after a failed request, a button loads the profile of the society again", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await waitUntilLive(page);
  await page.route("**/api/society", (route) => route.abort());
  await openScreen(page, societyPath);
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await page.unroute("**/api/society");
  await retry.click();
  await page.getByLabel("Name of the society").waitFor();
});
