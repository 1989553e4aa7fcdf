// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { loseAnswer, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const receiptsPath = "/payment-management?tab=payment-receipt&year=all";

test("receipts are imported step by step, and another window shows them live", async () => {
  const { portal, admin, createSchedule } = await openHarness();
  await createSchedule();
  const cashier = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  const colleague = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "admin");
  await colleague.page.getByText("No receipts found.").first().waitFor();
  await cashier.page.getByRole("button", { name: "Import" }).click();
  const dialog = cashier.page.getByRole("dialog");

  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("photo.xlsx", "no spreadsheet"));
  await dialog.getByText("This file is not a spreadsheet (xlsx or CSV).").waitFor();

  const register =
    "Register 2026\nHouse,Paisa,Date,Mode\nA-1,2500,05/01/2026,Cash\nA-1,1000,12/02/2026,chq\nZ-9,5,1/1/2026,Cash\n";
  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("register.csv", register));
  await dialog.getByText("Choose a column for: Amount").waitFor();
  await dialog.getByLabel("Amount (required)").selectOption({ label: "Paisa" });

  await cashier.page.route("**/api/import/receipts?*", (route) => route.abort());
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await dialog.getByRole("alert").waitFor();
  await cashier.page.unroute("**/api/import/receipts?*");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("House Z-9 does not exist").waitFor();

  await cashier.page.keyboard.press("Escape");
  const confirmation = cashier.page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  // Acts as a proxy whose timeout ends before the portal answers. The next attempt must not import the rows again.
  await cashier.page.route("**/api/import/receipts?alike=*", async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504 });
  });
  const announced = colleague.page.getByText("manager has imported a spreadsheet").waitFor();
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await dialog.getByRole("alert").waitFor();
  await cashier.page.unroute("**/api/import/receipts?alike=*");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("Import finished").waitFor();
  await announced;
  await colleague.page.getByText("R-2", { exact: true }).waitFor();
  await colleague.page.getByText("Imported", { exact: true }).first().waitFor();
  expect(assertOk(await admin.get("/payment-receipt")).body.msg).toBe("All emails already sent.");
  // The import can be undone also after the user has closed the dialog to look at the list.
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await cashier.page.getByText("R-2", { exact: true }).waitFor();
  await cashier.page.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("Import finished: 2 added, 0 changed").waitFor();
  await dialog.getByText("register.csv").waitFor();
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await cashier.page.getByText("Import undone").waitFor();
  await dialog.waitFor({ state: "detached" });
  await colleague.page.getByText("No receipts found.").first().waitFor();
  for (const { consoleErrors } of [cashier, colleague]) expect(consoleErrors).toEqual([]);
});

test("an import whose answer was lost may have been carried out, and is not repeated with other choices", async () => {
  const { portal, admin } = await openHarness();
  await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 2_500, PaymentDate: "2026-01-05" });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const rows = "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\nA-2,1000,12/02/2026,Cash\n";
  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("receipts.csv", rows));
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await page.route("**/api/import/receipts?alike=skip*", async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504 });
  });
  await dialog.getByRole("button", { name: "Import 1 row" }).click();
  await dialog.getByRole("button", { name: "Try again" }).waitFor();

  await page.keyboard.press("Escape");
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText("The rows may have been imported.").waitFor();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  // After a day the server may have forgotten the idempotency key.
  await setClockAhead(page, 24 * 3_600_000);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("alert").getByText("The rows may have been imported.").waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await setClockAhead(page, 0);
  await dialog.getByRole("button", { name: "Back", exact: true }).click();
  await dialog.getByText("Import them too").click();
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await dialog
    .getByRole("alert")
    .getByText("The first attempt reached the portal. Look at the list before you import this file again.")
    .waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await admin.list(paymentReceipt)).toHaveLength(2);
});

test("an import that can no longer be undone says why and offers no retry", async () => {
  const { portal, admin } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "admin");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const rows = "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\n";
  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("receipts.csv", rows));
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await dialog.getByRole("button", { name: "Import 1 row" }).click();
  await dialog.getByText("Import finished").waitFor();
  for (const receipt of await admin.list(paymentReceipt)) await voidReceipt(admin, receipt);
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await dialog.getByRole("alert").getByText("R-1 was changed or used since").waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("an undo whose answer was lost is made once, and an import that was undone elsewhere is no longer offered for undo", async () => {
  const { portal, admin } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "admin");
  const dialog = page.getByRole("dialog");
  const undo = dialog.getByRole("button", { name: "Undo import" });
  const importOneReceipt = async () => {
    await page.getByRole("button", { name: "Import" }).click();
    const rows = "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\n";
    await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("receipts.csv", rows));
    await dialog.getByRole("button", { name: "Check the rows" }).click();
    await dialog.getByRole("button", { name: "Import 1 row" }).click();
    await dialog.getByText("Import finished").waitFor();
  };
  await importOneReceipt();
  await page.route("**/api/import/receipts/*/undo", loseAnswer, { times: 1 });
  await undo.click();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Import undone").waitFor();
  await dialog.waitFor({ state: "detached" });

  await importOneReceipt();
  assertOk(await admin.post("/import/receipts/2/undo"));
  await undo.click();
  await dialog.getByRole("alert").getByText("This import was undone before").waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await undo.count()).toBe(0);
});

test("an import shows a new preview when a record has changed since the check, and then imports it", async () => {
  const { portal, admin, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const rows = `House,Category,Type,Floor,Owner\n${HouseNo},,,,Ali Raza\n`;
  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("plots.csv", rows));
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  const importRow = dialog.getByRole("button", { name: "Import 1 row" });
  await importRow.waitFor();
  const transfer = { OwnerName: "Bilal Khan", CNIC: "", MobileNo: "", LandlineNo: "", EmailID: "", Date: "2026-11-14" };
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, transfer));
  await importRow.click();
  await dialog.getByRole("alert").getByText("Records have changed in the meantime.").waitFor();
  expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await dialog.getByText("Bilal Khan").waitFor();
  expect(await admin.list(plot, `?HouseNo=${HouseNo}`)).toMatchObject([{ OwnerName: "Bilal Khan" }]);
  await importRow.click();
  await dialog.getByText("Import finished").waitFor();
  expect(await admin.list(plot, `?HouseNo=${HouseNo}`)).toMatchObject([{ OwnerName: "Ali Raza" }]);
});

test("the new preview of an import counts possible duplicates once that the user has chosen to import", async () => {
  const { portal, admin } = await openHarness();
  const receipt = { HouseNo: "A-1", AmountPaid: 2_500, PaymentDate: "2026-01-05" };
  await createReceipt(admin, receipt);
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const rows = "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\nA-2,1000,12/02/2026,Cash\n";
  await dialog.locator("input[type=file]").setInputFiles(spreadsheetFile("receipts.csv", rows));
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await dialog.getByText("Import them too").click();
  const importRows = dialog.getByRole("button", { name: "Import 2 rows" });
  await importRows.waitFor();
  await createReceipt(admin, { HouseNo: "A-2", AmountPaid: 1_000, PaymentDate: "2026-02-12" });
  await importRows.click();
  await dialog.getByRole("alert").getByText("Records have changed in the meantime.").waitFor();
  await dialog.getByText("2 rows look like existing records or other rows").waitFor();
  await importRows.click();
  await dialog.getByText("Import finished").waitFor();
  expect(await admin.list(paymentReceipt)).toHaveLength(4);
});

/** Sets the clock of the browser ahead by this time. */
function setClockAhead(page: Page, byMs: number): Promise<void> {
  return page.evaluate((shift) => {
    // The clock that the harness has set calls this function.
    Date.now = () => Math.round(performance.timeOrigin + performance.now()) + shift;
  }, byMs);
}

function spreadsheetFile(name: string, text: string) {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) };
}
