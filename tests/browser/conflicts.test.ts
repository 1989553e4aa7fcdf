// @module-tag browser
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { goTo, keepToasts, openScreen, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createMailableReceipt, sendPendingEmails } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const plotsPath = "/society-management?tab=plots";
const receiptsPath = "/payment-management?tab=payment-receipt";

test("two users edit one plot: changes of different fields are merged; for a field that both changed, the user chooses the value", async () => {
  const { portal, createPlot, admin, manager } = await openHarness();
  const house = await createPlot({ HouseNo: "C-7", OwnerName: "Farzana Malik" });
  const readHouse = async () => parseRecord(plot, await admin.get(`/plot/${house.PlotID}`));
  const [first, second] = await Promise.all([
    browser.openSignedIn(portal.url(), "admin"),
    browser.openSignedIn(portal.url(), "manager"),
  ]);
  const [form, otherForm] = await Promise.all([openEditFormOfC7(first.page), openEditFormOfC7(second.page)]);
  await keepToasts(first.page);

  await form.getByLabel("Mobile No").fill("03001234567");
  await otherForm.getByLabel("Landline No").fill("042-37050859");
  await otherForm.getByRole("button", { name: "Update Plot" }).click();
  await form.getByText("manager changed this while you were editing").waitFor();
  await form.getByRole("button", { name: "Update Plot" }).click();
  await first.page.getByText("Also kept: what manager changed (Landline No).").waitFor();
  expect(await readHouse()).toMatchObject({ MobileNo: "03001234567", LandlineNo: "042-37050859", Version: 3 });

  const reopenedForm = await openEditFormOfC7(first.page);
  await reopenedForm.getByLabel("Owner Name").fill("Farzana Malik Khan");
  await reopenedForm.getByLabel("Email ID").fill("farzana@example.org");
  const changed = { ...(await readHouse()), OwnerName: "Farzana M. Khan", MobileNo: "03211234567" };
  parseRecord(plot, await manager.put(`/plot/${house.PlotID}`, changed));
  await reopenedForm.getByRole("button", { name: "Update Plot" }).click();

  const conflictDialog = first.page.getByRole("dialog", { name: "Plot C-7 changed while you were editing" });
  await conflictDialog.getByText("manager saved version 4").waitFor();
  expect(await conflictDialog.getByRole("radiogroup", { name: "Owner Name" }).innerText()).toMatch(
    /Farzana Malik[\s\S]*Farzana Malik Khan[\s\S]*Farzana M\. Khan[\s\S]*manager, 15\/11\/2026/,
  );
  await conflictDialog.getByRole("radio", { name: /Farzana Malik Khan/ }).focus();
  await first.page.keyboard.press("ArrowRight");
  await first.page.keyboard.press("Control+Enter");
  await conflictDialog.waitFor({ state: "detached" });
  await first.page.getByText("Also kept: what manager changed (Owner Name, Mobile No).").waitFor();
  expect(await readHouse()).toMatchObject({
    OwnerName: "Farzana M. Khan",
    MobileNo: "03211234567",
    EmailID: "farzana@example.org",
    Version: 5,
  });
  expect([...first.consoleErrors, ...second.consoleErrors]).toEqual([]);
});

test("a click saves the form although a notice moves the button between the press and the release of the mouse", {
  tags: "matrix",
}, async () => {
  const { portal, createPlot, admin, manager } = await openHarness();
  const house = await createPlot({ HouseNo: "C-7", OwnerName: "Farzana Malik" });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const form = await openEditFormOfC7(page);
  await form.getByLabel("Mobile No").fill("03001234567");
  const save = form.getByRole("button", { name: "Update Plot" });
  const readTop = () => save.evaluate((button) => button.getBoundingClientRect().top);

  await save.hover();
  const topBefore = await readTop();
  await page.mouse.down();
  parseRecord(plot, await manager.put(`/plot/${house.PlotID}`, { ...house, LandlineNo: "042-37050859" }));
  await form.getByText("manager changed this while you were editing").waitFor();
  const minNoticeHeight = 32;
  expect(await readTop()).toBeGreaterThan(topBefore + minNoticeHeight);
  await page.mouse.up();
  await form.waitFor({ state: "detached" });
  const saved = parseRecord(plot, await admin.get(`/plot/${house.PlotID}`));
  expect(saved).toMatchObject({ MobileNo: "03001234567", LandlineNo: "042-37050859" });
});

test("a deleted record stays locked in its open form after a reconnect", { tags: "matrix" }, async () => {
  const { portal, createPlot, manager } = await openHarness();
  const house = await createPlot({ HouseNo: "C-7", OwnerName: "Farzana Malik" });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const form = await openEditFormOfC7(page);
  await manager.delete(`/plot/${house.PlotID}`);
  await form.getByText("manager deleted this").waitFor();

  await page.context().setOffline(true);
  await page.getByText(/Offline since/).waitFor();
  await page.context().setOffline(false);
  await waitUntilLive(page);
  // The server sends the session first after a reconnect: once C-8 is shown, the form has received the session.
  await createPlot({ HouseNo: "C-8" });
  await page.locator("[role=grid]").getByText("C-8").waitFor();
  expect(await form.getByText("manager deleted this").count()).toBe(1);
  expect(await form.getByRole("button", { name: "Update Plot" }).isDisabled()).toBe(true);
});

test("a record that was deleted before the response to its save arrived does not reappear", async () => {
  const { portal, createPlot, manager } = await openHarness();
  const house = await createPlot({ HouseNo: "C-7", OwnerName: "Farzana Malik" });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const form = await openEditFormOfC7(page);
  const houseCell = page.locator("[role=grid]").getByText("C-7");
  await page.route("**/api/plot/*", async (route) => {
    const response = await route.fetch();
    await manager.delete(`/plot/${house.PlotID}`);
    await houseCell.waitFor({ state: "detached" });
    await route.fulfill({ response });
  });
  await form.getByLabel("Mobile No").fill("03001234567");
  await form.getByRole("button", { name: "Update Plot" }).click();
  await form.waitFor({ state: "detached" });
  expect(await houseCell.count()).toBe(0);
});

test("two cashiers edit one receipt: a changed amount needs a choice, and the dialog names the other cashier", {
  tags: "matrix",
}, async () => {
  const { portal, manager, createSchedule } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11 });
  const receiptValues = { HouseNo: "A-1", AmountPaid: 1000 };
  const receipt = await createReceipt(manager, receiptValues);
  const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  await goTo(page, receiptsPath);
  await keepToasts(page);

  await page.getByRole("button", { name: "Edit R-1" }).click();
  await page.getByLabel("Remarks").fill("Slip 12");
  const current = parseRecord(paymentReceipt, await manager.put(path, { ...receipt, AmountPaid: 1500 }));
  await page.getByLabel("Remarks").press("Enter");
  const conflictDialog = page.getByRole("dialog", { name: "Receipt R-1 changed while you were editing" });
  await conflictDialog.getByRole("radio", { name: "1,500.00", checked: true }).waitFor();
  expect(parseRecord(paymentReceipt, await manager.get(path))).toEqual(current);
  await conflictDialog.getByRole("button", { name: "Save merged version" }).click();
  await page.getByText("Also kept: what manager changed (Amount, Rs).").waitFor();
  expect(parseRecord(paymentReceipt, await manager.get(path))).toMatchObject({ AmountPaid: 1500, Remarks: "Slip 12" });

  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill("A-1");
  // Not the proposed amount: an unchanged proposal would be replaced when the amount due changes.
  await form.getByLabel("Amount").fill("900");
  await form.getByLabel("Payment Date").fill("2026-11-15");
  // The form follows the payments of others once it shows what the amount pays.
  await form.getByText(/^Settles /).waitFor();
  await createReceipt(manager, receiptValues);
  await form.getByText("Already paid by manager, 15/11/2026").waitFor();
  await form.getByRole("button", { name: "Create Receipt" }).click();
  await page.getByText(/^Payment receipt added\. Already paid by manager, 15\/11\/2026.*credit of A-1$/).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the question before a void does not report as a change that the receipt was mailed meanwhile", {
  tags: "matrix",
}, async () => {
  const harness = await openHarness();
  const { portal, admin } = harness;
  const { PaymentReceiptID } = await createMailableReceipt(harness);
  const path = `/payment-receipt/${PaymentReceiptID}`;
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await goTo(page, receiptsPath);
  await waitUntilLive(page);
  const question = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Void R-1" }).click();
  await question.waitFor();
  assertOk(await sendPendingEmails(admin));
  await portal.sendMails();
  await page.getByText("Saved as file", { exact: true }).first().waitFor();
  expect(await question.getByText(/changed this/).count()).toBe(0);
  await question.getByLabel("Reason").fill("Wrong house");
  await question.getByRole("button", { name: "Void receipt" }).click();
  await question.waitFor({ state: "detached" });
  expect(parseRecord(paymentReceipt, await admin.get(path)).VoidedAt).not.toBeNull();
});

test("the question before a void shows what a colleague has changed, also without a live connection, and then voids that version", {
  tags: "matrix",
}, async () => {
  const { portal, admin, manager } = await openHarness();
  const receipt = await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 5000 });
  const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await goTo(page, receiptsPath);
  await waitUntilLive(page);
  const question = page.getByRole("alertdialog");
  const askVoid = () => page.getByRole("button", { name: "Void R-1" }).click();
  const confirm = () => question.getByRole("button", { name: "Void receipt" }).click();
  await askVoid();
  await question.getByText("Rs 5,000.00").first().waitFor();
  const corrected = parseRecord(paymentReceipt, await manager.put(path, { ...receipt, AmountPaid: 7000 }));
  await question.getByText("Rs 7,000.00").first().waitFor();
  await question.getByText(/^manager changed this/).waitFor();

  await page.route(/\/socket\.io\//, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  await page.reload();
  await askVoid();
  await question.getByText("Rs 7,000.00").first().waitFor();
  const latest = parseRecord(paymentReceipt, await manager.put(path, { ...corrected, AmountPaid: 9000 }));
  await question.getByLabel("Reason").fill("Wrong house");
  await confirm();
  await question.getByText(/^manager changed this/).waitFor();
  await question.getByText("Rs 9,000.00").first().waitFor();
  expect(parseRecord(paymentReceipt, await manager.get(path))).toEqual(latest);
  await confirm();
  await question.waitFor({ state: "detached" });
  const voided = parseRecord(paymentReceipt, await manager.get(path));
  expect(voided).toMatchObject({ AmountPaid: 9000, VoidReason: "Wrong house" });
  // Its WebSockets stay blocked: no other test may use the window.
  await page.close();
});

test("the form of a receipt names the user of the last payment, also if that installment was paid and reopened while the form was open", {
  tags: "matrix",
}, async () => {
  const { portal, manager, clerk, createSchedule } = await openHarness();
  const [earlier, later] = (await createSchedule({ StartMonth: 10, EndMonth: 11 })).rows;
  const { form, consoleErrors } = await openReceiptForm(portal);

  const mark = async (user: typeof manager, id: number | undefined, IsPaid: 0 | 1) =>
    assertOk(await user.put(`/payment-schedule/${id}`, { IsPaid }));
  await mark(manager, earlier?.PaymentScheduleID, 1);
  await mark(manager, earlier?.PaymentScheduleID, 0);
  await mark(clerk, later?.PaymentScheduleID, 1);
  await form.getByText("Already paid by clerk, 15/11/2026").waitFor();
  await mark(manager, earlier?.PaymentScheduleID, 1);
  await form.getByText("Already paid by manager, 15/11/2026").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("after a colleague renames the owner of the house, the notice lists only installments paid since the form was opened", {
  tags: "matrix",
}, async () => {
  const { portal, manager, createSchedule, society } = await openHarness();
  const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID], StartMonth: 10, EndMonth: 11 });
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 2500 });
  const { form, consoleErrors } = await openReceiptForm(portal);

  const { PlotID } = society.aliPlot;
  const house = parseRecord(plot, await manager.get(`/plot/${PlotID}`));
  assertOk(await manager.put(`/plot/${PlotID}`, { ...house, OwnerName: "Ali Raza Khan" }));
  assertOk(await manager.put(`/payment-schedule/${rows.at(-1)?.PaymentScheduleID}`, { IsPaid: 1 }));
  await form.getByText("Already paid by manager, 15/11/2026").waitFor();
  expect(await form.getByText("This receipt will settle other installments").innerText()).toMatch(/^November 2026\./);
  expect(consoleErrors).toEqual([]);
});

test("a deleted record stays locked in its open form while others change hundreds of records", {
  tags: "matrix",
}, async () => {
  const { portal, admin, createPlot, createSchedule } = await openHarness();
  const house = await createPlot({ HouseNo: "C-7", OwnerName: "Farzana Malik" });
  const others = await Promise.all(Array.from({ length: 26 }, () => createPlot()));
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  // The schedule is still followed for half a minute after its screen was left.
  await openScreen(page, "/payment-management?tab=payment-schedule");
  await openScreen(page, plotsPath);
  const form = await openEditFormOfC7(page);
  assertOk(await admin.delete(`/plot/${house.PlotID}`));
  await form.getByText("deleted this").waitFor();
  await createSchedule({ plots: others.map(({ PlotID }) => PlotID) });
  await createPlot({ HouseNo: "C-8" });
  await page.locator("[role=grid]").getByText("C-8").waitFor();
  expect(await form.getByText("deleted this").count()).toBe(1);
});

test("an open form becomes read-only when the permission is revoked, and keeps its input; once the form is closed, the page shows that access is denied", {
  tags: "matrix",
}, async () => {
  const { portal, revoke, grant } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  await goTo(page, plotsPath);
  await page.getByRole("button", { name: "Add Plot" }).first().waitFor();
  await page.getByRole("button", { name: "Edit A-1" }).click();
  const form = page.getByRole("dialog");
  const owner = form.getByLabel("Owner Name");
  await owner.fill("Farzana Malik");
  const updatePermission = { role: "Manager", page: plotsPath, action: "Update" } as const;
  await revoke(updatePermission);
  await form.getByText("admin revoked your permission to save this, 15/11/2026").waitFor();
  await expect.poll(() => owner.isEditable()).toBe(false);
  await form.getByRole("button", { name: "Update Plot", disabled: true }).waitFor();

  const pagePermission = { role: "Manager", page: "/society-management", action: "View" } as const;
  await revoke(pagePermission);
  await page.getByText("Return to Dashboard").waitFor({ state: "attached" });
  await page.getByRole("grid").waitFor({ state: "hidden" });
  expect(await owner.inputValue()).toBe("Farzana Malik");

  await grant(pagePermission);
  await grant(updatePermission);
  await form.getByText("revoked your permission").waitFor({ state: "detached" });
  expect(await owner.inputValue()).toBe("Farzana Malik");
  await revoke(pagePermission);
  await form.getByText("admin revoked your permission").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

async function openEditFormOfC7(page: Page) {
  if (!page.url().endsWith(plotsPath)) await goTo(page, plotsPath);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("row", { name: /C-7/ }).getByText("Farzana Malik").dblclick();
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  await form.getByLabel("Owner Name").waitFor();
  return form;
}

/** The form of a new receipt for A-1, which shows what the amount pays. */
async function openReceiptForm(portal: { url: () => string }) {
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  await goTo(page, receiptsPath);
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Receipt" });
  await form.getByLabel("House Number").fill("A-1");
  await form.getByText(/^Settles /).waitFor();
  return { form, consoleErrors };
}
