// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { expectFocused, expectValue, setUpBrowser } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { readDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a cashier opens a drawer, takes cash, counts it with a difference and closes it, and the supervisor's list shows each step", async () => {
  const { portal, admin, manager, clock } = await openHarness();
  clock.set(browserNow().toISOString());
  const cashier = await browser.openSignedIn(`${portal.url()}/counter`, "manager");
  const supervisor = await browser.openSignedIn(`${portal.url()}/finance-management?tab=drawers`, "admin");
  const panel = cashier.page.getByRole("region", { name: "Your drawer" });
  await supervisor.page.getByText("No drawer is open.").waitFor();

  await panel.getByRole("button", { name: "Open drawer" }).click();
  await expectFocused(cashier.page.getByLabel("Float"));
  await cashier.page.keyboard.type("1000");
  await expectValue(cashier.page.getByLabel("Float"), "1000");
  await cashier.page.getByRole("button", { name: "Open Drawer" }).click();
  await panel.getByText(/^Open since/).waitFor();
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 6500, PaymentMethod: "Cash" });
  await panel.getByText("7,500.00").waitFor();
  const row = supervisor.page.getByRole("row", { name: /manager/ });
  await row.getByText("7,500.00").waitFor();
  expect(await findViolationsInBothThemes(cashier.page)).toEqual([]);
  expect(await findViolationsInBothThemes(supervisor.page)).toEqual([]);

  await panel.getByRole("button", { name: "Count and close" }).click();
  const dialog = cashier.page.getByRole("dialog");
  await dialog.getByLabel("Rs 5,000").fill("1");
  await dialog.getByLabel("Rs 1,000").fill("2");
  await dialog.getByLabel("Rs 100", { exact: true }).fill("4");
  await dialog.getByText("-100.00").waitFor();
  await dialog.getByRole("button", { name: "Close Drawer" }).click();
  await dialog.getByText(/the difference needs a reason/).waitFor();
  await dialog.getByLabel("Rs 50", { exact: true }).fill("1");
  await dialog.getByText(/the difference needs a reason/).waitFor({ state: "detached" });
  await dialog.getByLabel("Rs 50", { exact: true }).fill("");
  await dialog.getByLabel("Reason for the difference").fill("Wrong change given");
  expect(await findViolationsInBothThemes(cashier.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close Drawer" }).click();

  await cashier.page.getByText("Counted 7,400.00, difference -100.00").waitFor();
  await panel.getByText(/^You have no open drawer\./).waitFor();
  await supervisor.page.getByText("No drawer is open.").waitFor();
  expect(await readDrawer(admin, { DrawerID: 1 })).toMatchObject({
    Expected: 7500,
    Counted: 7400,
    Difference: -100,
    DifferenceReason: "Wrong change given",
  });

  await supervisor.page.getByText("Day closes", { exact: true }).click();
  await supervisor.page.getByRole("button", { name: "Close day" }).click();
  await supervisor.page.getByRole("dialog").getByRole("button", { name: "Close Day" }).click();
  await supervisor.page.getByRole("row", { name: /7,400.00/ }).click();
  await supervisor.page.keyboard.press("Enter");
  const sheet = supervisor.page.getByRole("dialog");
  await sheet.getByText("manager: -100.00, Wrong change given").waitFor();
  expect(await findViolationsInBothThemes(supervisor.page)).toEqual([]);
});

test("a cashier counts a drawer and hands it over; the colleague's counter and the list of drawers show it", async () => {
  const { portal, manager, clock } = await openHarness();
  clock.set(browserNow().toISOString());
  const cashier = await browser.openSignedIn(`${portal.url()}/counter`, "manager");
  const colleague = await browser.openSignedIn(`${portal.url()}/counter`, "admin");
  const list = await browser.openSignedIn(`${portal.url()}/finance-management?tab=drawers`, "admin");
  const panelOf = ({ page }: typeof cashier) => page.getByRole("region", { name: "Your drawer" });
  assertOk(await manager.post("/drawer", { Float: 1500 }));

  await panelOf(cashier).getByRole("button", { name: "Hand over" }).click();
  const dialog = cashier.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Hand Over" }).click();
  await dialog.getByText("Colleague is required").waitFor();
  await dialog.getByLabel("Colleague").selectOption({ label: "admin" });
  await dialog.getByLabel("Rs 1,000").fill("1");
  await dialog.getByLabel("Rs 500", { exact: true }).fill("1");
  await dialog.getByRole("button", { name: "Hand Over" }).click();
  await panelOf(cashier)
    .getByText(/^You have no open drawer\./)
    .waitFor();
  await panelOf(colleague)
    .getByText(/^Open since/)
    .waitFor();
  await panelOf(colleague).getByText("1,500.00").first().waitFor();
  await panelOf(colleague).getByText("Handed over by manager").waitFor();
  await list.page.getByRole("row", { name: /admin/ }).getByText("1,500.00").first().waitFor();
  await list.page.getByText("All drawers", { exact: true }).click();
  const closed = list.page.getByRole("row", { name: /manager/ });
  await closed.getByText("Handed over", { exact: true }).waitFor();
  await closed.click();
  await list.page.keyboard.press("Enter");
  await list.page.getByRole("dialog").getByText("Handed over to admin").waitFor();
  expect([...cashier.consoleErrors, ...colleague.consoleErrors, ...list.consoleErrors]).toEqual([]);
});

test("a count whose drawer a colleague closes meanwhile stays open and cannot be sent, in the list of drawers and at the counter", async () => {
  const { portal, manager, clock } = await openHarness();
  clock.set(browserNow().toISOString());
  const counter = await browser.openSignedIn(`${portal.url()}/counter`, "manager");
  const list = await browser.openSignedIn(`${portal.url()}/finance-management?tab=drawers`, "admin");
  assertOk(await manager.post("/drawer", { Float: 1000 }));
  await counter.page.getByRole("button", { name: "Count and close" }).click();
  await list.page.getByRole("button", { name: "Close the drawer of manager" }).click();
  const dialogs = [counter, list].map(({ page }) => page.getByRole("dialog"));
  for (const dialog of dialogs) await dialog.getByLabel("Rs 1,000").fill("1");

  assertOk(await manager.post("/drawer/1/close", { Denominations: { 1000: 1 }, DifferenceReason: "" }));
  for (const dialog of dialogs) {
    await dialog.getByText("This drawer has already been closed.").waitFor();
    expect(await dialog.getByLabel("Rs 1,000").inputValue()).toBe("1");
    expect(await dialog.getByRole("button", { name: "Close Drawer" }).isDisabled()).toBe(true);
  }
  for (const { page } of [counter, list]) {
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  assertOk(await manager.post("/drawer", { Float: 500 }));
  await counter.page.getByText(/^Open since/).waitFor();
  await list.page.getByText("All drawers", { exact: true }).click();
  await list.page
    .getByRole("row", { name: /manager/ })
    .nth(1)
    .waitFor();
  for (const { page, consoleErrors } of [counter, list]) {
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(consoleErrors).toEqual([]);
  }
});
