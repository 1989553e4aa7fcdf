// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { display } from "../../shared/resources/display.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { loseAnswer, setUpBrowser } from "../harness/browser.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { admin, portal, society } = await openSharedHarness();
const systemUrl = `${portal.url()}/system-management?tab=`;
const mayBeDone = "No answer came, so this may be done already. Try again: it is done only once.";

test("a record whose update or deletion got no answer may have been saved, and trying again succeeds", async () => {
  assertOk(await admin.post("/role", { RoleName: "Gardener", Scope: "all" }));
  const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}role`, "admin");
  await page.getByRole("button", { name: "Edit Gardener" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Role Name").fill("Plumber");
  await loseNextAnswer(page, "**/api/role/*");
  await form.getByRole("button", { name: "Update Role" }).click();
  await form.getByText(`Failed to update role. ${mayBeDone}`).waitFor();
  await form.getByRole("button", { name: "Update Role" }).click();
  await page.getByText("Role updated successfully").waitFor();
  await form.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Delete Plumber" }).click();
  const confirmation = page.getByRole("alertdialog");
  await loseNextAnswer(page, "**/api/role/*");
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await confirmation.getByText(`Failed to delete role. ${mayBeDone}`).waitFor();
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Done already").waitFor();
  await confirmation.waitFor({ state: "detached" });
  expect((await admin.list(role)).map(({ RoleName }) => RoleName)).not.toContain("Plumber");
  expect(consoleErrors).toEqual([]);
});

test("a receipt whose void got no answer is voided once, also in Urdu", async () => {
  const { HouseNo, PlotID } = society.aliPlot;
  const { ReceiptNo } = await createReceipt(admin, { HouseNo, AmountPaid: 3000 });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt&q=${HouseNo}`,
    { username: "admin", language: "ur" },
  );
  await page.getByRole("button", { name: `R-${ReceiptNo} کالعدم کریں` }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("textbox").fill("Wrong house");
  await loseNextAnswer(page, "**/api/payment-receipt/*");
  const submit = confirmation.getByRole("button").last();
  await submit.click();
  await confirmation.getByText(/جواب نہیں آیا/).waitFor();
  await submit.click();
  await page.getByText("یہ پہلے ہی ہو چکا ہے").waitFor();
  await confirmation.waitFor({ state: "detached" });
  const receipts = await admin.list(paymentReceipt, `?voided=1&plot=${PlotID}`);
  expect(receipts.map(({ VoidReason }) => VoidReason)).toEqual(["Wrong house"]);
  expect(consoleErrors).toEqual([]);
});

test("a display whose link was lost with the answer is to be deleted and added again", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}displays`, "admin");
  await page.getByRole("button", { name: "Add Display" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Gate");
  await loseNextAnswer(page, "**/api/display");
  await form.getByRole("button", { name: "Add Display" }).click();
  await form.getByText(/^No answer came\. If the list shows the display now, delete it and add it again/).waitFor();
  expect(await admin.list(display)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test("a service charge whose revision got no answer is revised once", async () => {
  const { admin, createSchedule, portal } = await openHarness();
  await createSchedule();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=service-charges`,
    "admin",
  );
  await page.getByRole("button", { name: /^Revise .* from a month$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From month").selectOption({ label: "June" });
  await dialog.getByLabel("New amount a month, Rs").fill("3,000");
  await dialog.getByText("14 installments of 2 houses: Rs 35,000.00 before, Rs 42,000.00 after").waitFor();
  // The preview stays that of the first attempt.
  await page.route("**/revise?dryRun=1", (route) => route.abort());
  await loseNextAnswer(page, /\/revise$/);
  await dialog.getByRole("button", { name: "Revise" }).click();
  await dialog.getByText(mayBeDone).waitFor();
  await dialog.getByRole("button", { name: "Revise" }).click();
  await page.getByText("Service charge revised", { exact: true }).waitFor();
  expect(await admin.list(serviceRate)).toHaveLength(2);
  expect(consoleErrors).toEqual([]);
});

test("a new key for codes whose answer is lost is made once", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}society`, "admin");
  for (const isLost of [true, false]) {
    await page.getByRole("button", { name: "Make a new key" }).click();
    const confirmation = page.getByRole("alertdialog");
    if (isLost) await loseNextAnswer(page, "**/api/keys/rotate");
    await confirmation.getByRole("button", { name: "Make a new key" }).click();
    await confirmation.waitFor({ state: "detached" });
  }
  // The portal has no key before.
  expect(assertOk(await admin.get("/keys")).body.keys).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

/** The server carries out the next write to the address, whose answer is dropped. */
async function loseNextAnswer(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, loseAnswer, { times: 1 });
}
