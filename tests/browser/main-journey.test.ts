// @module-tag browser
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createWorkbook } from "../../shared/documents/spreadsheet.ts";
import { formatRupees } from "../../shared/money.ts";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { hasSampleFiles, sampleFolder } from "../harness/sample-files.ts";

const browser = setUpBrowser();
const xlsxMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const rate = 2_500;
const year = 2026;

const smallFile = {
  name: "a small spreadsheet",
  read: async () =>
    createWorkbook({
      name: "Plots",
      rows: [
        ["House No", "Category", "Type", "Floor", "Owner Name"],
        ["A-1", "A", "Residential", "Ground", "Kashif Baig"],
        ["A-3", "A", "Residential", "Ground", "Zubair Naqvi"],
        ["B-1", "B", "Commercial", "First", "Faisal Abbasi"],
      ],
      frozenRows: 1,
      columnWidths: [],
    }),
  plotCountText: /^4 plots/,
};
const sampleFile = {
  name: "the sample spreadsheet",
  read: () => readFile(join(sampleFolder, "plots.xlsx")),
  plotCountText: /^63\d plots/,
};

test.each(hasSampleFiles ? [smallFile, sampleFile] : [smallFile])(
  "$name of plots is imported, charges are generated, and every window shows a payment live",
  async ({ read, plotCountText }) => {
    const { admin, portal } = await openHarness();
    const adminWindow = await browser.openSignedIn(portal.url(), "admin");
    const cashier = await browser.openSignedIn(portal.url(), "manager");
    const manager = await browser.openSignedIn(portal.url(), "manager");

    await importSpreadsheet(portal.url(), { token: await admin.token(), body: await read() });
    await goTo(adminWindow.page, "/society-management?tab=plots");
    await adminWindow.page.getByText(plotCountText).waitFor();

    await addServiceCharge(adminWindow.page);
    await adminWindow.page.getByRole("button", { name: "Generate Payment Plan" }).click();
    await adminWindow.page.getByText("Payment plan generated successfully").waitFor();

    await goTo(adminWindow.page, "/payment-management?tab=payment-plans");
    await adminWindow.page
      .getByRole("button", { name: /Generate Payment Schedule/ })
      .first()
      .click();
    await adminWindow.page.getByLabel("From month").selectOption({ label: `January ${year}` });
    await adminWindow.page.getByRole("button", { name: "Generate schedule", exact: true }).click();
    await adminWindow.page.getByText("Payment schedule generated successfully").waitFor();

    const schedulePath = `/payment-management?tab=payment-schedule&year=${year}&view=all`;
    await goTo(adminWindow.page, schedulePath);
    await goTo(cashier.page, schedulePath);
    await goTo(manager.page, "/");
    const novemberCheckbox = paidCheckbox(cashier.page, "A-1", "November");
    await novemberCheckbox.waitFor();
    await manager.page.getByText("0.00").first().waitFor();

    await novemberCheckbox.click();
    await cashier.page.getByText("House A-1 marked as Paid").waitFor();
    await expectPaid(adminWindow.page, "A-1", "November");
    await manager.page.getByText(formatRupees(rate, 0), { exact: true }).first().waitFor();

    await goTo(adminWindow.page, `/generate-report?month=11&year=${year}`);
    await adminWindow.page.getByRole("button", { name: "Generate Report" }).click();
    await adminWindow.page.getByRole("heading", { name: `Maintenance Report - November ${year}` }).waitFor();
    await adminWindow.page
      .getByLabel("Total Overview")
      .getByText(formatRupees(rate, 0), { exact: true })
      .first()
      .waitFor();

    expect([adminWindow, cashier, manager].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
  },
);

interface SpreadsheetUpload {
  token: string | undefined;
  body: Uint8Array<ArrayBuffer>;
}

async function importSpreadsheet(url: string, { token, body }: SpreadsheetUpload): Promise<void> {
  const response = await fetch(`${url}/api/import/plots`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": xlsxMediaType },
    body,
  });
  expect(response.status).toBe(200);
}

async function addServiceCharge(page: Page): Promise<void> {
  await goTo(page, "/payment-management?tab=service-charges");
  await page
    .getByRole("button", { name: /Add Service Charge/ })
    .first()
    .click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Type").selectOption({ label: "Residential" });
  await form.getByLabel("Category").selectOption({ label: "A" });
  await form.getByLabel("Floor", { exact: true }).selectOption({ label: "Ground" });
  await form.getByLabel("Per Floor Rate").fill(String(rate));
  await form.getByLabel("Start Month").selectOption({ label: "January" });
  await form.getByLabel("End Month").selectOption({ label: "December" });
  for (const label of ["Start Year", "End Year"]) {
    await form.getByLabel(label).click();
    await page.getByRole("option", { name: String(year) }).click();
  }
  await form.getByRole("button", { name: "Create Service Charge" }).click();
  await page.getByText("Item added successfully").waitFor();
}

function paidCheckbox(page: Page, house: string, month: string, state: { checked?: true } = {}) {
  return page.getByRole("checkbox", {
    name: new RegExp(`${month}.*${house}\\b|${house}\\b.*${month}`),
    ...state,
  });
}

async function expectPaid(page: Page, house: string, month: string): Promise<void> {
  await paidCheckbox(page, house, month, { checked: true }).waitFor();
}
