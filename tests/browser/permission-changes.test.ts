// @module-tag browser
// @module-tag matrix
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import type { PagePath } from "../../shared/pages.ts";
import { account } from "../../shared/resources/account.ts";
import { menuActionsMap } from "../../shared/resources/menuactionsmap.ts";
import { role } from "../../shared/resources/role.ts";
import { createScheduleAndLimits, expectApprovalRequested } from "../harness/approvals.ts";
import { expectValue, goTo, setUpBrowser, signInByForm } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const ageingPath = "/finance-management?tab=ageing";
const approvalsPath = "/finance-management?tab=approvals";
const billsPath = "/payment-management?tab=bills";
const drawersPath = "/finance-management?tab=drawers";
const adjustmentsPath = "/payment-management?tab=adjustments";
const expensesPath = "/finance-management?tab=expenses";
const permissionsPath = "/system-management?tab=permissions";
const plotsPath = "/society-management?tab=plots";
const receiptsPath = "/payment-management?tab=payment-receipt";
const forbiddenText = "You don't have permission to access this resource.";

test("typed text stays when the permission to save it is revoked, and a message says so", async () => {
  const { portal, revoke } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${expensesPath}`, "manager");
  await page.getByRole("button", { name: "Add Expense" }).first().click();
  const dialog = page.getByRole("dialog");
  const title = dialog.getByLabel("Expense Title");
  await title.fill("Gate motor");

  await revoke({ role: "Manager", page: expensesPath, action: "Add" });
  await dialog.getByText(forbiddenText).waitFor();
  await revoke({ role: "Manager", page: expensesPath, action: "View" });
  await page.getByText("Return to Dashboard").waitFor({ state: "attached" });
  expect(await title.inputValue()).toBe("Gate motor");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("table").first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add Expense" }).first().waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});

test("a receipt's form names the account of its payment method, also when the permission to save it is revoked", async () => {
  const { admin, portal, revoke } = await openHarness();
  const bank = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
  const { AccountID } = parseRecord(account, await admin.post("/account", bank));
  assertOk(await admin.put("/society", { Name: "S", MethodAccounts: { Cash: 1, "Bank Transfer": AccountID } }));
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Receipt" });
  const accountField = dialog.getByLabel("Account");
  const chosenText = () => accountField.locator("option:checked").textContent();
  await expect.poll(chosenText).toBe("By payment method: Cash");
  await dialog.getByLabel("Payment Method").selectOption("Bank Transfer");
  await expect.poll(chosenText).toBe("By payment method: HBL");

  await revoke({ role: "Manager", page: receiptsPath, action: "Add" });
  await dialog.getByText(forbiddenText).waitFor();
  await expectValue(accountField, "By payment method: HBL");
  await revoke({ role: "Manager", page: receiptsPath, action: "View" });
  await page.getByText("Return to Dashboard").waitFor({ state: "attached" });
  await expectValue(accountField, "By payment method: HBL");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep open" }).click();
  await expectValue(dialog.getByLabel("Payment Method"), "Bank Transfer");
  expect(consoleErrors).toEqual([]);
});

test("the dialog of a claim is hidden with its tab when the permission to view it is revoked, and is back with the typed note", async () => {
  const { portal, ali, society, grant, revoke } = await openHarness();
  const claimForm = { Amount: 900, PaymentDate: "2026-11-14", Method: "Online", Reference: "TX-9" };
  assertOk(await ali.post("/claim", { PlotID: society.aliPlot.PlotID, ...claimForm }));
  const claimsPath = "/payment-management?tab=claims";
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${claimsPath}`, "manager");
  await page.getByRole("button", { name: "Decline: A-1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("Not received");

  const viewPermission = { role: "Manager", page: claimsPath, action: "View" } as const;
  await revoke(viewPermission);
  await page.getByText("Return to Dashboard").waitFor();
  await dialog.waitFor({ state: "detached" });
  await grant(viewPermission);
  await expectValue(dialog.getByLabel("Note"), "Not received");
  await expect.poll(() => dialog.getByText("already been decided").count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("the dialogs of a request, a drawer and a bulk adjustment are hidden when the permission to view their tab is revoked, and are back with what was typed", async () => {
  const harness = await openHarness();
  const { admin, portal, grant, revoke } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const { PaymentReceiptID } = await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 4000 });
  expectApprovalRequested(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
  assertOk(await admin.post("/drawer", { Float: 1000 }));
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  const dialog = page.getByRole("dialog");
  const expectHiddenWhileRevoked = async (path: PagePath) => {
    const viewPermission = { role: "Manager", page: path, action: "View" } as const;
    await revoke(viewPermission);
    await page.getByText("Return to Dashboard").waitFor();
    await dialog.waitFor({ state: "detached" });
    await grant(viewPermission);
    await dialog.waitFor();
  };

  await goTo(page, approvalsPath);
  await page.getByRole("button", { name: /^Decline: / }).click();
  await dialog.getByLabel("Note").fill("Not received");
  await expectHiddenWhileRevoked(approvalsPath);
  await expectValue(dialog.getByLabel("Note"), "Not received");

  await goTo(page, drawersPath);
  await page.getByRole("button", { name: "Close the drawer of admin" }).waitFor();
  await page.getByRole("grid").or(page.getByRole("table")).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByText("Drawer of admin").waitFor();
  await expectHiddenWhileRevoked(drawersPath);

  await goTo(page, adjustmentsPath);
  await page.getByRole("button", { name: "Several houses" }).click();
  await dialog.getByLabel("Reason").fill("Party lawn");
  await dialog.getByRole("checkbox", { name: "Select A-1" }).click();
  await expectHiddenWhileRevoked(adjustmentsPath);
  await expectValue(dialog.getByLabel("Reason"), "Party lawn");
  await dialog.getByRole("checkbox", { name: "Select A-1", checked: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a deletion that fails after the permission to view its tab was revoked shows its error", async () => {
  const { admin, portal, society, revoke } = await openHarness();
  await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 500 });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: /^Void R-/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("Wrong house");
  await page.route("**/api/payment-receipt/*", async (route) => {
    await revoke({ role: "Manager", page: receiptsPath, action: "View" });
    await dialog.waitFor({ state: "detached" });
    await route.fulfill({ status: 409, json: { success: false, message: "Answered by the test" } });
  });
  await dialog.getByRole("button", { name: "Void receipt" }).click();
  await page.getByText("Answered by the test").waitFor();
});

test("confirmations are hidden when the permission to view their tab is revoked, and are back with what was typed", async () => {
  const harness = await openHarness();
  const { admin, portal, createPlot, createSchedule, grant, revoke } = harness;
  const { HouseNo, PlotID } = await createPlot({ EmailID: "owner@example.org" });
  await createSchedule({ plots: [PlotID] });
  await createReceipt(admin, { HouseNo, AmountPaid: 500 });
  assertOk(await admin.post("/bill", { Month: 11, Year: 2026 }));
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  const dialog = page.getByRole("alertdialog");
  const expectHiddenWhileRevoked = async (path: PagePath) => {
    await dialog.waitFor();
    const viewPermission = { role: "Manager", page: path, action: "View" } as const;
    await revoke(viewPermission);
    await page.getByText("Return to Dashboard").waitFor();
    await dialog.waitFor({ state: "detached" });
    await grant(viewPermission);
    await page.getByText("Return to Dashboard").waitFor({ state: "detached" });
  };

  await goTo(page, receiptsPath);
  await page.getByRole("button", { name: /^Void R-/ }).click();
  await dialog.getByLabel("Reason").fill("Wrong house");
  await expectHiddenWhileRevoked(receiptsPath);
  await expectValue(dialog.getByLabel("Reason"), "Wrong house");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  await expectHiddenWhileRevoked(receiptsPath);

  await goTo(page, ageingPath);
  await page.getByRole("checkbox", { name: "Select all shown houses" }).click();
  await page.getByRole("button", { name: "Send reminders" }).click();
  await expectHiddenWhileRevoked(ageingPath);

  await goTo(page, billsPath);
  await page.getByRole("button", { name: "Email Bills" }).click();
  await expectHiddenWhileRevoked(billsPath);
  await dialog.waitFor();
  expect(consoleErrors).toEqual([]);
});

test("granting a permission of a tab also grants its page, and the waiting user is redirected to it", async () => {
  const { portal } = await openHarness();
  const nobodyPage = await browser.openWindow(portal.url());
  await goTo(nobodyPage, "/login");
  await signInByForm(nobodyPage, { username: "nobody" });
  await nobodyPage.getByRole("heading", { name: "Access denied" }).waitFor();

  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${permissionsPath}`, "admin");
  await page.getByRole("combobox", { name: /^Role/ }).selectOption({ label: "Nobody" });
  await page.getByText("1 user has this role: nobody").waitFor();
  await page.getByRole("checkbox", { name: "Add of Expenses" }).click();
  await page.getByText("3 changes to save").waitFor();
  await leaveAndReturn(page);
  await page.getByText("3 changes to save").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await nobodyPage.getByRole("button", { name: "Add Expense" }).first().waitFor();
  await nobodyPage.waitForURL(`**${expensesPath}`);
  expect(consoleErrors).toEqual([]);
});

test("the home page says nothing of receipts to a resident who may not see them", async () => {
  const { portal, revoke } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "ali");
  const card = page.getByRole("region", { name: "My houses" }).getByRole("listitem").first();
  await card.getByText("No receipts yet").waitFor();
  await revoke({ role: "Resident", page: receiptsPath, action: "View" });
  await card.getByText("No receipts yet").waitFor({ state: "detached" });
  expect(await card.getByText("All receipts").count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("a CNIC is masked after the permission to view it was revoked while the connection was lost", async () => {
  const { admin, portal, revoke, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  const transfer = { OwnerName: "Omar", CNIC: "35202-1234567-1", Date: "2026-11-12", Fee: 0 };
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, transfer));
  const { page } = await browser.openSignedIn(`${portal.url()}/house/${HouseNo}`, "manager");
  const owners = page.getByRole("list", { name: "Owners" });
  await owners.getByText("35202-1234567-1").waitFor();
  await page.context().setOffline(true);
  await page
    .getByRole("banner")
    .getByText(/Offline since/)
    .waitFor();
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  await page.context().setOffline(false);
  await owners.getByText("*****-*******-1").waitFor();
});

test("only boxes with another value than the saved one keep it when a colleague saves them", async () => {
  const { portal, grant, revoke } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${permissionsPath}&role=2`, "admin");
  await page.getByText("1 user has this role: manager").waitFor();
  const box = (name: string, checked?: boolean) => page.getByRole("checkbox", { name, checked });

  // The second click also sets the View boxes, which are ticked already.
  await box("Add of Plots").click();
  await page.getByText("1 change to save").waitFor();
  await box("Add of Plots").click();
  await page.getByText("1 change to save").waitFor({ state: "detached" });
  await leaveAndReturn(page);
  await revoke({ role: "Manager", page: plotsPath, action: "Add" });
  await box("Add of Plots", false).waitFor();
  await revoke({ role: "Manager", page: plotsPath, action: "View" });
  await box("View of Plots", false).waitFor();

  await box("Update of Plots").click();
  await box("Delete of Plots").click();
  await page.getByText("2 changes to save").waitFor();
  await revoke({ role: "Manager", page: plotsPath, action: "Update" });
  await page.getByText("1 change to save").waitFor();
  await grant({ role: "Manager", page: plotsPath, action: "Update" });
  await box("Update of Plots", true).waitFor();
  await box("Delete of Plots", false).waitFor();
  await page.getByText("1 change to save").waitFor();
  expect(await page.getByRole("checkbox", { name: /not saved yet/ }).count()).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test("ticked boxes of a role or an action of a menu that was deleted meanwhile are not saved with the others", async () => {
  const { admin, portal } = await openHarness();
  const gardener = parseRecord(role, await admin.post("/role", { RoleName: "Gardener" }));
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${permissionsPath}`, "admin");
  const box = (name: string, checked?: boolean) => page.getByRole("checkbox", { name, checked });
  const selectRole = page.getByRole("combobox", { name: "Role", exact: true });
  await selectRole.selectOption("Gardener");
  await box("View of Plots").click();
  await page.getByText("2 changes to save").waitFor();
  await selectRole.selectOption("Nobody");
  await box("Add of Plots").click();
  await box("Delete of Plots").click();
  await page.getByText("6 changes to save, 2 in other roles").waitFor();
  assertOk(await admin.delete(`/role/${gardener.RoleID}`));
  await page.getByText("4 changes to save").waitFor();
  const deletePlots = (await admin.list(menuActionsMap)).find(
    (row) => row.MenuName === "Plots" && row.ActionName === "Delete",
  );
  assertOk(await admin.delete(`/menuactionsmap/${deletePlots?.MenuActionID}`));
  await page.getByText("3 changes to save").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Permission updated successfully!").waitFor();
  await box("Add of Plots", true).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("boxes that are ticked while others are being saved stay to be saved, and saved ones do not, also after leaving", async () => {
  const { portal, revoke } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${permissionsPath}&role=2`, "admin");
  await page.getByText("1 user has this role: manager").waitFor();
  const box = (name: string, checked?: boolean) => page.getByRole("checkbox", { name, checked });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const held: Route[] = [];
  await page.route("**/api/role-permissions", (route) =>
    route.request().method() === "POST" ? void held.push(route) : route.continue(),
  );
  const release = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await held.pop()?.continue();
    await answered;
  };

  await box("Add of Plots").click();
  await box("Update of Plots").click();
  await save.click();
  await expect.poll(() => held.length).toBe(1);
  await box("Delete of Plots").click();
  await box("Update of Plots").click();
  await release();
  await page.getByText("Permission updated successfully!").waitFor();
  await page.getByText("2 changes to save").waitFor();
  await box("Add of Plots", false).waitFor();
  await box("Update of Plots", true).waitFor();
  await box("Delete of Plots", false).waitFor();

  await save.click();
  await expect.poll(() => held.length).toBe(1);
  await leaveAndReturn(page, release);
  await box("Update of Plots", true).waitFor();
  await revoke({ role: "Manager", page: plotsPath, action: "Update" });
  await box("Update of Plots", false).waitFor();
  expect(await page.getByText(/changes? to save/).count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

/** Shows the list of roles, then the permissions again. */
async function leaveAndReturn(page: Page, whileAway?: () => Promise<void>): Promise<void> {
  await page
    .getByRole("tab", { name: "Role", exact: true })
    .or(page.getByRole("link", { name: "Role", exact: true }))
    .first()
    .click();
  await page.getByRole("button", { name: "Add Role" }).first().waitFor();
  await whileAway?.();
  await page.goBack();
  await page.getByRole("checkbox", { name: "Add of Plots" }).waitFor();
}
