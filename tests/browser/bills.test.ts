// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { z } from "zod";
import { bill } from "../../shared/resources/bill.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

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
  const search = counter.getByPlaceholder("House number, owner or CNIC");
  await search.fill(createdBill?.ConsumerNo ?? "");
  await counter.getByRole("option").filter({ hasText: "A-1" }).waitFor();

  const receipt = { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  const { PaymentReceiptID } = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receipt));
  await row.getByText("Paid").waitFor();
  const { data } = assertOk(await admin.get(`/payment-receipt/${PaymentReceiptID}/code`)).body;
  await search.fill(z.object({ url: z.string() }).parse(data).url);
  await counter.getByRole("option").filter({ hasText: "A-1" }).waitFor();
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
  await dialog.getByRole("button", { name: "Email 1 bill" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Email Bills" }).click();
  await page.getByText("No bill to email.").waitFor();
  expect(consoleErrors).toEqual([]);
});
