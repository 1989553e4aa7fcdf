// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { bill } from "../../shared/resources/bill.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt, readReceiptCodeUrl } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a bill is made with the keyboard, a payment marks it as paid, and the counter finds its house by consumer number or scanned code", async () => {
  const { portal, admin, society, createSchedule } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=bills`, "admin");
  await page.getByText("No bills yet.").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByRole("button", { name: "Make Bills" }).click();
  const row = page.getByRole("row").filter({ hasText: "BILL-1" });
  await row.getByText("Issued").waitFor();
  const [createdBill] = await admin.list(bill);

  const counter = await page.context().newPage();
  await counter.goto(`${portal.url()}/counter`);
  const search = counter.getByPlaceholder("House number, owner, phone or CNIC");
  await search.fill(createdBill?.ConsumerNo ?? "");
  await counter.getByRole("option").filter({ hasText: "A-1" }).waitFor();

  const receipt = await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 2500 });
  await row.getByText("Paid").waitFor();
  await search.fill(await readReceiptCodeUrl(admin, receipt));
  await counter.getByRole("option").filter({ hasText: "A-1" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the button of a bill is disabled while its PDF is loading, so that the PDF is requested once", async () => {
  const { portal, admin, society, createSchedule } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  assertOk(await admin.post("/bill", { Month: 11, Year: 2026 }));
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=bills`, "admin");
  const requests: Route[] = [];
  await page.route("**/api/bill/*.pdf*", (route) => void requests.push(route));
  const button = page.getByRole("button", { name: "PDF of BILL-1" });
  const readDisabled = () => button.getAttribute("aria-disabled");
  await button.click();
  await expect.poll(readDisabled).toBe("true");
  // The click and Enter request nothing while the PDF is loading; the button of another format does.
  await button.click({ force: true });
  await page.getByRole("row").filter({ hasText: "BILL-1" }).press("Enter");
  await page.getByRole("button", { name: "BILL-1 in three parts (A4)" }).click();
  await expect.poll(() => requests.length).toBe(2);
  const download = page.waitForEvent("download");
  await requests[0]?.continue();
  await download;
  await expect.poll(readDisabled).toBe(null);
  expect(requests).toHaveLength(2);
  await requests[1]?.continue();
  expect(consoleErrors).toEqual([]);
});

test("issued bills are mailed after a dialog shows their number, and without any left a message says so", async () => {
  const { portal, createPlot, createSchedule } = await openHarness();
  const { PlotID } = await createPlot({ EmailID: "owner@example.org" });
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [PlotID] });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=bills`, "admin");
  await page.getByText("No bills yet.").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("dialog").getByRole("button", { name: "Make Bills" }).click();
  await page.getByRole("row").filter({ hasText: "BILL-1" }).waitFor();
  const dialog = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Email Bills" }).click();
  await dialog.getByText("1 issued bill has not been emailed yet.").waitFor();
  await dialog.getByRole("button", { name: "Save 1 email" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Email Bills" }).click();
  await page.getByText("No bill to email.").waitFor();
  expect(consoleErrors).toEqual([]);
});
