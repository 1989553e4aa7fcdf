// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { bill } from "../../shared/resources/bill.ts";
import { display } from "../../shared/resources/display.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { goTo, leaveAndAgeDrafts, loseAnswer, setUpBrowser, signInByForm, waitUntilLive } from "../harness/browser.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { admin, createPlot, portal, society } = await openSharedHarness();
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
  await page.getByText("Done already", { exact: true }).waitFor();
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

test("a receipt whose answer got lost is added once, although the page is reloaded before it is sent again", async () => {
  const { HouseNo, PlotID } = await createPlot();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt`,
    "admin",
  );
  const { form, openForm, submit } = await sendReceiptWithoutAnswer(page, HouseNo);
  await page.reload();
  await openForm();
  await form.getByText("What you typed here and did not save is filled in again").waitFor();
  await form.getByText(mayBeDone).waitFor();
  await submit.click();
  await form.waitFor({ state: "detached" });
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toMatchObject([{ AmountPaid: 5000 }]);
  expect(consoleErrors).toEqual([]);
});

test("a receipt that got no answer is not sent again under its idempotency key after 23 hours, and the form says when it was sent", async () => {
  const { HouseNo, PlotID } = await createPlot();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-receipt`,
    "admin",
  );
  const { form, openForm, submit } = await sendReceiptWithoutAnswer(page, HouseNo);
  const lookFirst = form.getByText(
    /^Sent on \d\d\/\d\d\/\d{4} \d\d:\d\d without an answer\. Check first whether it is done\.$/,
  );
  await page.goto(await leaveAndAgeDrafts(page));
  await openForm();
  await lookFirst.waitFor();
  expect(await form.getByText(mayBeDone).count()).toBe(0);
  await submit.click();
  await expect.poll(() => lookFirst.count()).toBe(2);
  expect(await admin.list(paymentReceipt, `?plot=${PlotID}`)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test.each([403, 429])(
  "a form whose answer got lost still says so when the next attempt is refused with %d, which says nothing of the first one",
  async (status) => {
    const { page } = await browser.openSignedIn(`${systemUrl}role`, "admin");
    await waitUntilLive(page);
    await page.getByRole("button", { name: "Add Role" }).first().click();
    const form = page.getByRole("dialog");
    const RoleName = `Guard ${status}`;
    await form.getByLabel("Role Name").fill(RoleName);
    await loseNextAnswer(page, "**/api/role");
    const submit = form.getByRole("button", { name: "Create Role" });
    await submit.click();
    await form.getByText(mayBeDone).waitFor();
    await refuseNextRole(page, status);
    await submit.click();
    await form.getByText(`Answered by the test. ${mayBeDone}`).waitFor();
    await form.getByLabel("Role Name").fill("Other");
    await refuseNextRole(page, status);
    await submit.click();
    // Other values would be added a second time.
    await form.getByText("Answered by the test", { exact: true }).waitFor();
    await form.getByLabel("Role Name").fill(RoleName);
    await submit.click();
    await form.waitFor({ state: "detached" });
    expect((await admin.list(role)).filter((row) => row.RoleName === RoleName)).toHaveLength(1);
  },
);

test("a form that is filled in again does not say that it may be saved if the server has refused all attempts", async () => {
  const { page } = await browser.openSignedIn(`${systemUrl}role`, "admin");
  const form = page.getByRole("dialog");
  const submit = form.getByRole("button", { name: "Create Role" });
  const openForm = async () => {
    await waitUntilLive(page);
    await page.getByRole("button", { name: "Add Role" }).first().click();
  };
  const expectRefused = async (status: number) => {
    await refuseNextRole(page, status);
    await submit.click();
    await form.getByText("Answered by the test", { exact: true }).waitFor();
    await page.reload();
    await openForm();
    await form.getByText("What you typed here and did not save is filled in again").waitFor();
    expect(await form.getByText(mayBeDone).count()).toBe(0);
  };
  await openForm();
  await form.getByLabel("Role Name").fill("Sweeper");
  await expectRefused(429);
  await page.route("**/api/role", (route) => route.abort(), { times: 1 });
  await submit.click();
  await form.getByText(mayBeDone).waitFor();
  await expectRefused(409);
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

test("a sign-up, a new password and a confirmed address whose answers got lost are said to be possibly valid", async () => {
  const { anonymous, portal, readMails } = await openHarness();
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/signup");
  await page.getByLabel("Full Name").fill("Naveed Malik");
  await page.getByLabel("Email").fill("naveed@example.org");
  const fillPassword = async (name: string, secret: string) => {
    await page.getByLabel(name, { exact: true }).fill(secret);
    await page.getByLabel("Confirm Password").fill(secret);
  };
  await fillPassword("Password", "green-gate");
  await loseNextAnswer(page, "**/api/signup");
  await page.getByRole("button", { name: "Create account" }).click();
  const mayExist = "No answer came, so the account may exist already. Try to sign in with it.";
  await page.getByText(mayExist, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText(new RegExp(`already exists.*${mayExist}`)).waitFor();

  const readLink = async (path: string) => {
    await expect.poll(async () => (await readMails()).filter(({ text }) => text.includes(path))).toHaveLength(1);
    const mail = (await readMails()).find(({ text }) => text.includes(path));
    return `${path}${/\?token=\S+/.exec(mail?.text ?? "")?.[0]}`;
  };
  await goTo(page, await readLink("/verify-email"));
  await loseNextAnswer(page, "**/api/verify-email");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(/^No answer came, so the address may be confirmed already\./).waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("This link has been used or is too old.").waitFor();

  assertOk(await anonymous.post("/reset-password", { email: "naveed@example.org" }));
  await goTo(page, await readLink("/reset-password"));
  await fillPassword("New Password", "white-gate");
  await loseNextAnswer(page, "**/api/reset-password/confirm");
  await page.getByRole("button", { name: "Save password" }).click();
  const mayBeValid = page.getByText(
    "No answer came, so the new password may be valid already. Try to sign in with it.",
  );
  await mayBeValid.waitFor();
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("This link has been used or is too old.").waitFor();
  await mayBeValid.waitFor();
  await page.getByRole("link", { name: "Back to login" }).click();
  await signInByForm(page, { username: "naveed@example.org", password: "white-gate" });
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

test("a new key for document codes is made once although its answer is lost", async () => {
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

test("refunds of several houses whose answer got lost are added once, although the next preview refuses a house", async () => {
  const { admin, portal, society } = await openHarness();
  const houses = [
    { PlotID: society.aliPlot.PlotID, Amount: -700 },
    { PlotID: society.sanaPlot.PlotID, Amount: -1500 },
  ];
  const opening = { Kind: "opening", Date: "2026-11-01", Reason: "Paid in advance" };
  for (const house of houses) assertOk(await admin.post("/adjustment", { ...opening, ...house }));
  const { page, dialog, consoleErrors } = await openRefundForSeveralHouses(portal.url());
  await dialog.getByRole("checkbox", { name: "Select all shown houses" }).click();
  const showPreview = dialog.getByRole("button", { name: "Preview" });
  await showPreview.click();
  await loseNextAnswer(page, /\/adjustment\/bulk$/);
  await dialog.getByRole("button", { name: "Create 2 adjustments" }).click();
  await dialog.getByText(mayBeDone).waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  await showPreview.click();
  await dialog.getByRole("button", { name: "Create 1 adjustment" }).click();
  await page.getByText("Adjustments added: 2").waitFor();
  expect((await admin.list(adjustment)).filter(({ Kind }) => Kind === "refund")).toHaveLength(2);
  expect(consoleErrors).toEqual([]);
});

test("a refund of several houses whose answer got lost is added once, although a house that gets none is deleted by then", async () => {
  const { admin, createPlot, portal, society } = await openHarness();
  const { PlotID, HouseNo } = society.aliPlot;
  const opening = { Kind: "opening", Date: "2026-11-01", Reason: "Paid in advance", PlotID, Amount: -1500 };
  assertOk(await admin.post("/adjustment", opening));
  const withoutCredit = await createPlot();
  const { page, dialog, consoleErrors } = await openRefundForSeveralHouses(portal.url());
  for (const name of [HouseNo, withoutCredit.HouseNo])
    await dialog.getByRole("checkbox", { name: `Select ${name}` }).click();
  const showPreview = dialog.getByRole("button", { name: "Preview" });
  const create = dialog.getByRole("button", { name: "Create 1 adjustment" });
  await showPreview.click();
  await loseNextAnswer(page, /\/adjustment\/bulk$/);
  await create.click();
  await dialog.getByText(mayBeDone).waitFor();
  assertOk(await admin.delete(`/plot/${withoutCredit.PlotID}`));
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByText("1 selected").waitFor();
  await showPreview.click();
  await create.click();
  await page.getByText("Adjustments added: 1").waitFor();
  expect((await admin.list(adjustment)).filter(({ Kind }) => Kind === "refund")).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test("a drawer whose closing got no answer is said to be closed, and cannot be closed again", async () => {
  const { admin, portal } = await openHarness();
  assertOk(await admin.post("/drawer", { Float: 1000 }));
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=drawers`, "admin");
  await page.getByRole("button", { name: "Close the drawer of admin" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rs 1,000").fill("1");
  await waitUntilLive(page);
  await loseNextAnswer(page, "**/close");
  await dialog.getByRole("button", { name: "Close Drawer" }).click();
  await dialog.getByText("This drawer has already been closed.").waitFor();
  expect(await dialog.getByText(mayBeDone).count()).toBe(0);
  expect(await dialog.getByRole("button", { name: "Close Drawer" }).isDisabled()).toBe(true);
  expect(consoleErrors).toEqual([]);
});

test("installments whose withdrawal got no answer are withdrawn once, although they have left the schedule", async () => {
  const { createSchedule, portal, society } = await openHarness();
  await createSchedule({ StartMonth: 10, EndMonth: 12, plots: [society.aliPlot.PlotID] });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule&view=all`,
    "admin",
  );
  await page.getByRole("button", { name: "Withdraw" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The house is empty");
  await dialog.getByRole("switch").click();
  await loseNextAnswer(page, "**/withdraw");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await dialog.getByText(mayBeDone).waitFor();
  await page.getByText("No payment schedules available").waitFor();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Installments withdrawn: 3").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("bills of a category whose answer got lost are made once, although the category has another house by then", async () => {
  const { admin, createPlot, createSchedule, portal, society } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  const { CategoryID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=bills`, "admin");
  await page.getByText("No bills yet.").waitFor();
  await page.getByRole("button", { name: "Make Bills" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Category").selectOption(String(CategoryID));
  await loseNextAnswer(page, "**/api/bill");
  await dialog.getByRole("button", { name: "Make Bills" }).click();
  await dialog.getByText(mayBeDone).waitFor();
  await createPlot();
  // The new name comes after the new house.
  assertOk(await admin.put(`/plot-category/${CategoryID}`, { CategoryName: "Villas" }));
  await dialog.getByRole("option", { name: "Villas" }).waitFor({ state: "attached" });
  await dialog.getByRole("button", { name: "Make Bills" }).click();
  await page.getByText("Bills made: 1").waitFor();
  expect(await admin.list(bill)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

/** Opens the dialog for adjustments of several houses and fills in a refund, without choosing houses. */
async function openRefundForSeveralHouses(url: string) {
  const { page, consoleErrors } = await browser.openSignedIn(`${url}/payment-management?tab=adjustments`, "admin");
  await page.getByRole("button", { name: "Several houses" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Kind").selectOption({ label: "Refund" });
  await dialog.getByLabel("Amount for each house").fill("500");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await dialog.getByLabel("Reason").fill("Moved out");
  return { page, dialog, consoleErrors };
}

/** Fills in and sends the form of a receipt, whose answer is lost. */
async function sendReceiptWithoutAnswer(page: Page, HouseNo: string) {
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  const submit = form.getByRole("button", { name: "Create Receipt" });
  const openForm = () => page.getByRole("button", { name: "Add Receipt" }).first().click();
  await openForm();
  await form.getByLabel("House Number").fill(HouseNo);
  await form.getByLabel("Amount").fill("5000");
  // The day of the server's clock.
  await form.getByLabel("Payment Date").fill("2026-11-15");
  // The answer that is lost must not be that of the list, which is read again on connecting.
  await waitUntilLive(page);
  await loseNextAnswer(page, "**/api/payment-receipt");
  await submit.click();
  await form.getByText(mayBeDone).waitFor();
  return { form, openForm, submit };
}

/** Refuses the next request for the roles in place of the server. */
async function refuseNextRole(page: Page, status: number): Promise<void> {
  const refusal = { status, json: { success: false, message: "Answered by the test" } };
  await page.route("**/api/role", (route) => route.fulfill(refusal), { times: 1 });
}

/** Drops the answer to the next write to the address, which the server carries out. */
async function loseNextAnswer(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, loseAnswer, { times: 1 });
}
