import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import readSheet from "read-excel-file/node";
import { expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { recordIn } from "../world/reply.ts";
import { world } from "../world/world.ts";
import { openBrowser } from "./chromium.ts";

const browser = openBrowser();
const year = 2026;

test("an office takes its report, its schedule and its receipts out of the portal", async () => {
  const { admin, society, aSchedule, anExpense, portal } = await world();
  await aSchedule();
  await anExpense({ ExpenseTitle: "=1+1" });
  const paid = {
    HouseNo: society.ali.HouseNo,
    AmountPaid: 5_500.5,
    PaymentDate: `${year}-11-20`,
    PaymentMethod: "Cash",
  };
  const receipt = recordIn(paymentReceipt, await admin.post("/payment-receipt", paid));
  const { page, complaints } = await browser.signedIn(portal.url(), "admin");

  await page.goto(`/generate-report?month=11&year=${year}`);
  await page.getByRole("button", { name: "Generate Report" }).click();
  const pdf = await download(page, () => page.getByRole("button", { name: "Export as PDF" }).click());
  expect(pdf.name).toBe(`report_11_${year}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const excel = await download(page, () => page.getByRole("button", { name: "Export as Excel" }).click());
  expect(excel.name).toBe(`report_11_${year}.xlsx`);
  expect(JSON.stringify(await readSheet(excel.bytes))).toContain('"=1+1",null,90000');

  await page.goto(`/payment-management?tab=payment-schedule&year=${year}&view=all&month=11`);
  await page.getByText(society.sana.HouseNo).first().waitFor();
  const csv = await download(page, () => exportAs(page, "CSV"));
  expect(csv.name).toBe("payment-schedule.csv");
  const lines = csv.bytes.toString("utf8").split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("House,Owner,No.,Month,Due date");
  expect(lines.find((line) => line.startsWith(`${society.sana.HouseNo},`))).toContain(`,November,10/11/${year},2500,`);

  await page.goto(`/society-management?tab=plots&q=${society.ali.HouseNo}`);
  await page.getByText(society.ali.HouseNo).first().waitFor();
  const plots = await download(page, () => exportAs(page, "Excel"));
  expect(plots.name).toBe("plot.xlsx");
  expect(JSON.stringify(await readSheet(plots.bytes))).toContain(society.ali.HouseNo);

  await page.goto(`/payment-management?tab=payment-receipt&year=${year}`);
  const slip = await download(page, () => page.getByRole("button", { name: `PDF of R-${receipt.ReceiptNo}` }).click());
  expect(slip.name).toBe(`receipt_R-${receipt.ReceiptNo}.pdf`);
  expect(slip.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(complaints).toEqual([]);
});

async function exportAs(page: Page, kind: "Excel" | "CSV"): Promise<void> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: kind }).click();
}

async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
