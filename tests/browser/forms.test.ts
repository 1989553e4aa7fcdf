// @module-tag browser
// @module-tag matrix
import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawer } from "../../shared/resources/drawer.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import {
  expectFocused,
  goTo,
  loseAnswer,
  openScreen,
  pressRowAction,
  setUpBrowser,
  waitUntilLive,
} from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, society } = await openSharedHarness();
const systemUrl = `${portal.url()}/system-management?tab=`;

describe("missing values show errors at their fields, and the first of these fields gets the focus", () => {
  test.each([
    {
      tab: "menu",
      label: "Menu",
      errors: ["Menu name is required", "Menu URL is required", "Parent Menu is required", "Poition is required"],
      firstField: "Menu Name",
    },
    { tab: "action", label: "Action", errors: ["Action name is required"], firstField: "Action Name" },
    {
      tab: "map-menu-actions",
      label: "Menu action",
      errors: ["Menu is required", "Action is required"],
      firstField: "Menu",
    },
    { tab: "role", label: "Role", errors: ["Role name is required"], firstField: "Role Name" },
  ])("in the form of the tab $tab", async ({ tab, label, errors, firstField }) => {
    const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}${tab}`, "admin");
    await page.getByRole("button", { name: `Add ${label}` }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: `Create ${label}` }).click();
    for (const text of errors) await form.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => form.locator("[aria-invalid=true]").count()).toBe(errors.length);
    await expectFocused(form.getByLabel(firstField, { exact: true }));
    expect(consoleErrors).toEqual([]);
  });
});

test("a selected value stays although its options arrive after the user has left the field", async () => {
  const { HouseNo, PlotID, FloorID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const requests: Route[] = [];
  let holdsRequests = true;
  await page.route("**/api/plot-floor", (route) => (holdsRequests ? void requests.push(route) : route.continue()));
  await goTo(page, "/society-management?tab=plots");
  await page.getByRole("button", { name: `Edit ${HouseNo}` }).click();
  const form = page.getByRole("dialog", { name: "Edit Plot" });
  await form.getByLabel("Floor", { exact: true }).focus();
  await form.getByLabel("Mobile No").fill("03001234567");
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  holdsRequests = false;
  for (const request of requests) await request.continue();
  await form.getByRole("option", { name: "Ground" }).waitFor({ state: "attached" });
  await form.getByRole("button", { name: "Update Plot" }).click();
  await form.waitFor({ state: "detached" });
  expect(parseRecord(plot, await admin.get(`/plot/${PlotID}`))).toMatchObject({ FloorID, MobileNo: "03001234567" });
  expect(consoleErrors).toEqual([]);
});

test("typed text stays after an error and without a connection, and can be saved afterwards", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}role`, "admin");
  const other = await browser.openSignedIn(`${systemUrl}role`, "admin");
  await page.getByRole("button", { name: "Add Role" }).click();
  const form = page.getByRole("dialog");
  const name = form.getByLabel("Role Name");
  const save = form.getByRole("button", { name: "Create Role" });
  await form.getByLabel("Visible records").selectOption({ label: "Own plots only" });
  await name.fill("Resident");
  await save.click();
  await form.getByText(/Resident already exists/).waitFor();
  expect(await name.inputValue()).toBe("Resident");

  await name.fill("Tenant");
  await blockWrites(page);
  await save.click();
  await form.getByText("Failed to add role").waitFor();
  expect(await name.inputValue()).toBe("Tenant");
  expect(await form.getByLabel("Visible records").inputValue()).toBe("own");
  await page.unroute("**/api/**");
  await save.click();
  await page.getByText("Role added successfully").waitFor();
  await page.getByRole("row", { name: /Tenant.*Own plots only/ }).waitFor();
  await other.page.getByRole("row", { name: /Tenant.*Own plots only/ }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a form does not move on errors and requests, and saves once although an answer is lost", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${systemUrl}role`, "admin");
  const form = page.getByRole("dialog");
  const save = form.getByRole("button", { name: "Create Role" });
  const readPosition = (locator: Locator) =>
    locator.evaluate((element) => {
      const { left, top, right } = element.getBoundingClientRect();
      return { left, top, right };
    });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Add Role" }).click();
  const title = form.getByRole("heading");
  const titlePosition = await readPosition(title);
  await save.click();
  await form.getByText("Role name is required").waitFor();
  expect(await readPosition(title)).toEqual(titlePosition);

  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByLabel("Role Name").fill("Watchman");
  const buttons = [save, form.getByRole("button", { name: "Cancel" })];
  const readButtons = () => Promise.all(buttons.map(readPosition));
  for (const isAnswered of [false, true]) {
    const requests: Route[] = [];
    await page.route("**/api/role", (route) => void requests.push(route), { times: 1 });
    const before = await readButtons();
    await save.click();
    await expect.poll(() => requests.length).toBe(1);
    await expect.poll(() => save.getAttribute("aria-disabled")).toBe("true");
    expect(await readButtons()).toEqual(before);
    if (isAnswered) await requests[0]?.continue();
    else await Promise.all(requests.map(loseAnswer));
    await form.getByRole("alert").waitFor({ state: isAnswered ? "detached" : "visible" });
  }
  await page.getByText("Role added successfully").waitFor();
  await form.waitFor({ state: "detached" });
  expect(await admin.list(role, "?RoleName=Watchman")).toHaveLength(1);

  await openScreen(page, "/finance-management?tab=drawers");
  await page.getByRole("button", { name: "Open drawer" }).click();
  await form.getByLabel("Float").fill("1000");
  await page.route("**/api/drawer", loseAnswer, { times: 1 });
  await form.getByRole("button", { name: "Open Drawer" }).click();
  await form.getByText("No answer came, so this may be done already. Try again: it is done only once.").waitFor();
  await form.getByRole("button", { name: "Open Drawer" }).click();
  await form.waitFor({ state: "detached" });
  expect(await admin.list(drawer)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

describe.each([
  { size: "a phone", viewport: { width: 390, height: 844 } },
  { size: "a desktop", viewport: { width: 1440, height: 900 } },
])("on $size", ({ viewport }) => {
  test("the buttons of a dialog stay in place when an error appears", async () => {
    const { page } = await browser.openSignedIn(`${systemUrl}role`, "admin");
    await page.setViewportSize(viewport);
    await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 3000 });

    await page.getByRole("button", { name: "Add Role" }).click();
    const form = page.getByRole("dialog");
    const save = form.getByRole("button", { name: "Create Role" });
    const saveTop = await readTop(save);
    await save.click();
    await form.getByText("Role name is required").waitFor();
    expect(await readTop(save)).toBe(saveTop);
    await form.getByLabel("Role Name").fill("Guard");
    await expectSteadyOnFailure(page, save);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();

    await openScreen(page, "/system-management?tab=menu");
    await page.getByRole("button", { name: "Add Menu" }).click();
    const createMenu = form.getByRole("button", { name: "Create Menu" });
    await form.getByLabel("Page").waitFor();
    const createMenuTop = await readTop(createMenu);
    await createMenu.click();
    await form.getByText("Menu URL is required").waitFor();
    expect(await readTop(createMenu)).toBe(createMenuTop);

    await openScreen(page, "/payment-management?tab=adjustments");
    await page.getByRole("button", { name: "Several houses" }).click();
    const preview = form.getByRole("button", { name: "Preview" });
    await form.getByRole("checkbox", { name: "Select A-1" }).waitFor();
    const previewOffset = await readOffset(preview);
    await preview.click();
    await form.getByText("Please select houses").waitFor();
    expect(await readOffset(preview)).toBe(previewOffset);

    await openScreen(page, "/system-management?tab=role");
    await pressRowAction(page, "Delete");
    await expectSteadyOnFailure(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
    await page.keyboard.press("Escape");

    await openScreen(page, "/payment-management?tab=payment-receipt");
    await pressRowAction(page, "Void");
    const voidDialog = page.getByRole("alertdialog");
    const submit = voidDialog.getByRole("button", { name: "Void receipt" });
    const top = await readTop(submit);
    await submit.click();
    await voidDialog.getByText("Reason must have at least 3 characters").waitFor();
    expect(await readTop(submit)).toBe(top);
    await voidDialog.getByLabel("Reason").fill("Wrong house");
    await expectSteadyOnFailure(page, submit);
  });

  test("the error of a long form and its button are in view together", async () => {
    const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
    await page.setViewportSize(viewport);
    await pressRowAction(page, "Edit");
    const form = page.getByRole("dialog", { name: "Edit Plot" });
    await form.getByLabel("Mobile No").fill("0300-7654321");
    await page.route("**/api/plot/*", (route) => route.abort(), { times: 1 });
    const save = form.getByRole("button", { name: "Update Plot" });
    await save.click();
    const readBottom = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    };
    await form.getByRole("alert").waitFor();
    await expect.poll(() => readBottom(form.getByRole("alert"))).toBeLessThanOrEqual(viewport.height);
    expect(await readBottom(save)).toBeLessThanOrEqual(viewport.height);
  });
});

test("the buttons of a form that is higher than the window stay in sight: a paid expense, a cheque at the counter", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses`, "admin");
  await page.setViewportSize({ width: 1440, height: 800 });
  const isInSight = (button: Locator) =>
    button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return bottom <= innerHeight && element.contains(shown);
    });
  await page
    .getByRole("button", { name: /Add Expense/ })
    .first()
    .click();
  const form = page.getByRole("dialog", { name: "Add Expense" });
  await form.getByRole("switch", { name: "Paid" }).click();
  await form.getByLabel("Paid On").waitFor();
  expect(await isInSight(form.getByRole("button", { name: "Create Expense" }))).toBe(true);
  const description = form.getByLabel("Description");
  await description.focus();
  expect(await isInSight(description)).toBe(true);

  await goTo(page, "/counter");
  await page.getByRole("combobox", { name: "House number, owner, phone or CNIC" }).fill(society.aliPlot.HouseNo);
  await page.getByRole("option", { name: new RegExp(society.aliPlot.HouseNo) }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Payment Method").selectOption("Cheque");
  await page.getByLabel("Cheque No").waitFor();
  expect(await isInSight(page.getByRole("button", { name: "Record receipt" }))).toBe(true);
});

test("a top-level menu can only have the action View", async () => {
  const { page } = await browser.openSignedIn(`${systemUrl}map-menu-actions`, "admin");
  await page.getByRole("button", { name: "Add Menu action" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Menu", { exact: true }).selectOption({ label: "Society Management" });
  await form.getByText("This menu has every action that it can have").waitFor();
  await form.getByLabel("Menu", { exact: true }).selectOption({ label: "Society Management / Plots" });
  const actions = form.getByLabel("Action", { exact: true }).locator("option");
  await expect.poll(() => actions.count()).toBeGreaterThan(1);
});

test("the form of a menu action shows the stored action although the actions are loaded after it is opened", async () => {
  const { page } = await browser.openSignedIn(`${systemUrl}map-menu-actions`, "admin");
  const held: Route[] = [];
  // A request made before the live connection would be repeated.
  await waitUntilLive(page);
  await page.route(/\/api\/action(\?|$)/, (route) => void held.push(route));
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const action = page.getByRole("dialog").getByLabel("Action", { exact: true });
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect.poll(() => action.locator("option").count()).toBeGreaterThan(1);
  await expect.poll(() => action.inputValue()).not.toBe("");
});

test("a number field and a phone field show an error for letters, and a number field accepts Urdu digits", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=expenses`, "admin");
  await page
    .getByRole("button", { name: /Add Expense/ })
    .first()
    .click();
  const form = page.getByRole("dialog", { name: "Add Expense" });
  await form.getByLabel("Amount").fill("12abc");
  await page.keyboard.press("Enter");
  await form.getByText("Enter a number, for example 2500 or 2,500").waitFor();
  for (const amount of ["۲٬۵۰۰", "۱،۰۰۰", "۱۲٫۵"]) {
    await form.getByLabel("Amount").fill("12abc");
    await form.getByText("Enter a number, for example 2500 or 2,500").waitFor();
    await form.getByLabel("Amount").fill(amount);
    await form.getByText("Enter a number, for example 2500 or 2,500").waitFor({ state: "detached" });
  }

  await goTo(page, "/society-management?tab=plots");
  await page
    .getByRole("button", { name: /Add Plot/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Add Plot" }).getByLabel("Mobile No").fill("0300 12abc");
  await page.getByText("A phone number has digits, spaces, + and - only").waitFor();
});

/** Aborts all requests except GET. */
async function blockWrites(page: Page): Promise<void> {
  await page.route("**/api/**", (route) => (route.request().method() === "GET" ? route.continue() : route.abort()));
}

/** Expects that the button does not move when its request fails. */
async function expectSteadyOnFailure(page: Page, button: Locator): Promise<void> {
  await blockWrites(page);
  const top = await readTop(button);
  await button.click();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).last().getByRole("alert").waitFor();
  expect(await readTop(button)).toBe(top);
  await page.unroute("**/api/**");
}

/** The y position in pixels when the animation of the dialog is over. */
async function readTop(locator: Locator): Promise<number | undefined> {
  await locator.click({ trial: true });
  return (await locator.boundingBox())?.y;
}

/** The distance in pixels from the start of the form, which scrolling does not change. */
function readOffset(button: Locator): Promise<number | undefined> {
  return button.evaluate((element) => {
    const form = element.closest("form");
    return form ? element.getBoundingClientRect().top - form.getBoundingClientRect().top : undefined;
  });
}
