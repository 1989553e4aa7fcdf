// @module-tag browser
// @module-tag matrix
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import readSheet from "read-excel-file/node";
import { expect, test } from "vitest";
import {
  addMonths,
  formatDateTime,
  formatDay,
  monthNames,
  monthOf,
  societyDayAt,
  type YearMonth,
} from "../../shared/dates.ts";
import { createAdjustmentBuilders } from "../harness/adjustments.ts";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { readPdf } from "../harness/pdf.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const year = 2026;

test("the report, the schedule, the plots and a receipt can be exported", async () => {
  const { admin, society, createSchedule, createExpense, portal } = await openHarness();
  await createSchedule();
  await createExpense({ ExpenseTitle: "=1+1" });
  const receipt = await createReceipt(admin, { HouseNo: society.aliPlot.HouseNo, AmountPaid: 5_500.5 });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/generate-report?month=11&year=${year}`,
    "admin",
  );
  const pdf = await downloadFile(page, () => page.getByRole("button", { name: "Export as PDF" }).click());
  expect(pdf.name).toBe(`report_11_${year}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const excel = await downloadFile(page, () => page.getByRole("button", { name: "Export as Excel" }).click());
  expect(excel.name).toBe(`report_11_${year}.xlsx`);
  expect(JSON.stringify(await readSheet(excel.bytes))).toContain('"=1+1",null,90000');

  await goTo(page, `/payment-management?tab=payment-schedule&year=${year}&view=all&month=11`);
  await page.getByText(society.sanaPlot.HouseNo).first().waitFor();
  const csv = await downloadFile(page, () => exportAs(page, "CSV"));
  expect(csv.name).toBe("payment-schedule.csv");
  const lines = csv.bytes.toString("utf8").split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("House,Owner,No.,Month,Due date");
  expect(lines.find((line) => line.startsWith(`${society.sanaPlot.HouseNo},`))).toContain(
    `,November,10/11/${year},2500,`,
  );

  await goTo(page, `/society-management?tab=plots&q=${society.aliPlot.HouseNo}`);
  await page.getByText(society.aliPlot.HouseNo).first().waitFor();
  const plots = await downloadFile(page, () => exportAs(page, "Excel"));
  expect(plots.name).toBe("plot.xlsx");
  expect(JSON.stringify(await readSheet(plots.bytes))).toContain(society.aliPlot.HouseNo);

  await goTo(page, `/payment-management?tab=payment-receipt&year=${year}`);
  const receiptPdf = await downloadFile(page, () =>
    page.getByRole("button", { name: `PDF of R-${receipt.ReceiptNo}` }).click(),
  );
  expect(receiptPdf.name).toBe(`receipt_R-${receipt.ReceiptNo}.pdf`);
  expect(receiptPdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(consoleErrors).toEqual([]);
});

test("an exported list has the same times as the screen, in the society's time zone", async () => {
  const { admin, portal } = await openHarness();
  const { OpenedAt } = await openDrawer(admin);
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=drawers`, "admin");
  const opened = formatDateTime(new Date(OpenedAt));
  await page.getByText(opened).waitFor();
  const csv = await downloadFile(page, () => exportAs(page, "CSV"));
  expect(csv.bytes.toString("utf8")).toContain(`,${opened},`);
});

test("the times in an exported list have no direction marks in Urdu", async () => {
  const { admin, portal } = await openHarness();
  const { addAdjustment, voidAdjustment, addReceipt } = createAdjustmentBuilders(admin);
  await voidAdjustment(await addAdjustment({}));
  await voidReceipt(admin, await addReceipt(500));
  const { page } = await browser.openSignedIn(portal.url(), { username: "admin", language: "ur" });
  for (const tab of ["adjustments", "payment-receipt"]) {
    await goTo(page, `/payment-management?tab=${tab}&voided=1`);
    await page.getByRole("row").filter({ hasText: "A-1" }).waitFor();
    const csv = (await downloadFile(page, () => exportAs(page, "CSV", "برآمد کریں"))).bytes.toString("utf8");
    expect(csv).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
    expect(csv).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  }
});

test("the report's PDF and Excel file have every figure of its screen, including the profit and the total of the categories", async () => {
  const { admin, society, createSchedule, createExpense, portal } = await openHarness();
  await createSchedule();
  const { HouseNo, PlotID } = society.aliPlot;
  await createReceipt(admin, { HouseNo, AmountPaid: 26_700 });
  await createExpense({ ExpenseTitle: "Lamps", Amount: 1_234 });
  assertOk(
    await admin.post("/adjustment", {
      PlotID,
      Kind: "charge",
      Amount: 777,
      Date: `${year}-11-12`,
      DueDate: `${year}-11-20`,
      Reason: "Tanker",
    }),
  );
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/generate-report?month=11&year=${year}`,
    "admin",
  );
  const parts = [
    page.getByRole("region", { name: "Categories", exact: true }),
    page.getByRole("region", { name: "Total Overview" }),
    page.getByRole("table", { name: `Expenses in November ${year}` }),
  ];
  const texts: string[] = [];
  for (const part of parts) texts.push(await part.innerText());
  const figures = [...new Set(texts.flatMap(findFigures))];
  // The received amount, the expense and the profit.
  expect(figures).toEqual(expect.arrayContaining(["1,700", "1,234", "466"]));

  const pdf = await downloadFile(page, () => page.getByRole("button", { name: "Export as PDF" }).click());
  const pdfText = readPdf(pdf.bytes).text;
  const pdfFigures = findFigures(pdfText);
  expect(pdfText).toMatch(/Tanker\nRs\s777\n/);
  expect(figures.filter((figure) => !pdfFigures.includes(figure))).toEqual([]);
  const excel = await downloadFile(page, () => page.getByRole("button", { name: "Export as Excel" }).click());
  const cells = (await readSheet(excel.bytes)).flatMap(({ data }) => data.flat());
  expect(cells).toEqual(expect.arrayContaining(["Tanker", 777]));
  const excelFigures = cells.flatMap((cell) => {
    if (typeof cell === "number") return [formatCount(cell), `${(cell * 100).toFixed(1)}%`];
    return findFigures(cell instanceof Date ? formatDay(cell.toISOString().slice(0, 10)) : String(cell));
  });
  expect(figures.filter((figure) => !excelFigures.includes(figure))).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("the report and the expenses are shown and exported in Urdu", async () => {
  const { society, createSchedule, createExpense, portal } = await openHarness();
  await createSchedule();
  await createExpense({ ExpenseTitle: "Guards, gate 2" });
  const reportUrl = `${portal.url()}/generate-report?month=11&year=${year}`;
  const { page, consoleErrors } = await browser.openSignedIn(reportUrl, { username: "admin", language: "ur" });

  await page.waitForURL(/tab=generate/);
  await page.getByRole("button", { name: "رپورٹ بنائیں" }).click();
  await page.getByText("رپورٹ تیار ہو گئی!").waitFor();
  await page.getByRole("heading", { name: `دیکھ بھال کی رپورٹ - نومبر ${year}` }).waitFor();
  await page
    .getByRole("table", { name: `نومبر ${year} کے اخراجات` })
    .getByText("Guards, gate 2")
    .waitFor();
  await page.getByText("مالی تقسیم (پائی چارٹ)").waitFor();
  const pdf = await downloadFile(page, () => page.getByRole("button", { name: "PDF میں برآمد کریں" }).click());
  expect(pdf.name).toBe(`report_11_${year}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const excel = await downloadFile(page, () => page.getByRole("button", { name: "ایکسل میں برآمد کریں" }).click());
  expect(excel.name).toBe(`report_11_${year}.xlsx`);
  const sheet = JSON.stringify(await readSheet(excel.bytes));
  for (const text of [`دیکھ بھال کی رپورٹ - نومبر ${year}`, "زمرہ وار خلاصہ", "Guards, gate 2"])
    expect(sheet).toContain(text);

  await goTo(page, "/finance-management?tab=expenses");
  await page.getByRole("row", { name: /Guards, gate 2/ }).waitFor();
  const expenses = await downloadFile(page, () => exportAs(page, "CSV", "برآمد کریں"));
  expect(expenses.name).toBe("expenses.csv");
  expect(expenses.bytes.toString("utf8").split("\r\n")[0]).toContain("مہینہ,قسم,عنوان,تفصیل");
  await goTo(page, "/system-management?tab=action");
  await page.getByRole("gridcell", { name: "دیکھنا", exact: true }).waitFor();
  const actions = await downloadFile(page, () => exportAs(page, "CSV", "برآمد کریں"));
  expect(actions.bytes.toString("utf8")).toContain("دیکھنا,");
  await goTo(page, `/finance-management?tab=received&q=${society.aliPlot.HouseNo}`);
  await page
    .getByRole("row", { name: /تاخیر شدہ|ابھی واجب نہیں/ })
    .first()
    .waitFor();
  const main = await page.getByRole("main").innerText();
  // Names of keys and of owners are not translated.
  expect(main.replaceAll(/Enter|Ali/g, "")).not.toMatch(/[A-Za-z]{3}/);

  await page.getByRole("button", { name: "برآمد کریں" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the report opens on the current month, and follows its selectors, arrows and the address", async () => {
  const { portal } = await openHarness();
  const thisMonth = monthOf(societyDayAt(browserNow()));
  const lastMonth = addMonths(thisMonth, -1);
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  const headingOf = ({ month, year }: YearMonth) =>
    page.getByRole("heading", { name: `Maintenance Report - ${monthNames[month - 1]} ${year}` });
  await headingOf(thisMonth).waitFor();
  await page.waitForURL(new RegExp(`month=${thisMonth.month}&year=${thisMonth.year}`));
  await page.keyboard.press("ArrowLeft");
  await headingOf(lastMonth).waitFor();
  await page.getByRole("button", { name: "Next month" }).click();
  await headingOf(thisMonth).waitFor();
  await page.getByRole("combobox", { name: "Year" }).selectOption("2025");
  await headingOf({ ...thisMonth, year: 2025 }).waitFor();
  await goTo(page, "/generate-report?month=1&year=2024");
  await headingOf({ month: 1, year: 2024 }).waitFor();
  expect(await page.getByRole("button", { name: "Previous month" }).isDisabled()).toBe(true);
  expect(consoleErrors).toEqual([]);
});

test("if a report cannot be generated, the previous one stays and the error is shown", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}/generate-report`, "admin");
  await page.getByRole("combobox", { name: "Month" }).selectOption({ label: "Select Month" });
  await page.getByRole("button", { name: "Generate Report" }).click();
  await page.getByText("Please select both month and year").waitFor();
  await page.getByRole("combobox", { name: "Month" }).selectOption({ label: "November" });
  await page.getByRole("combobox", { name: "Year" }).selectOption({ label: String(year) });
  await page.getByRole("button", { name: "Generate Report" }).click();
  await page.getByText("Report generated!").waitFor();

  await page.route("**/api/generate-report", (route) => route.abort());
  await page.getByRole("combobox", { name: "Month" }).selectOption({ label: "October" });
  await page.getByText("Server error").first().waitFor();
  await page.getByRole("heading", { name: `Maintenance Report - November ${year}` }).waitFor();
  await page.unroute("**/api/generate-report");
  await page.route("**/api/generate-report", (route) => route.fulfill({ status: 500, json: { message: "no" } }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Failed to generate report").first().waitFor();
  await page.getByRole("heading", { name: `Maintenance Report - November ${year}` }).waitFor();
});

/** Amounts, counts, percentages and parts of dates, without sign and currency. */
function findFigures(text: string): string[] {
  return text.match(/\d[\d,]*(?:\.\d+)?%?/g) ?? [];
}

function formatCount(value: number): string {
  return Math.abs(value).toLocaleString("en-PK");
}

async function exportAs(page: Page, kind: "Excel" | "CSV", name = "Export"): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("menuitem", { name: kind }).click();
}

async function downloadFile(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
