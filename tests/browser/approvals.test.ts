// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { approval } from "../../shared/resources/approval.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { society } from "../../shared/resources/society.ts";
import { createScheduleAndLimits, expectApprovalRequested } from "../harness/approvals.ts";
import { keepToasts, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const receiptForm = { HouseNo: "A-1", AmountPaid: 4000, PaymentDate: "2026-11-15", PaymentMethod: "Cash" } as const;

test("a void above the limit is sent for approval; the approver sees it in the header and approves it with the keyboard", async () => {
  const harness = await openHarness();
  const { admin, manager, portal } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  await createReceipt(admin, receiptForm);
  const requester = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "manager");
  const approver = await browser.openSignedIn(`${portal.url()}/`, "admin");
  for (const { page } of [requester, approver]) await keepToasts(page);

  await requester.page.getByRole("button", { name: "Edit R-1" }).click();
  await requester.page.getByRole("textbox", { name: "Amount" }).fill("2999");
  await requester.page.getByText("A second person must approve this").waitFor();
  await requester.page.getByRole("textbox", { name: "Amount" }).fill("3000");
  await requester.page.getByText("A second person must approve this").waitFor({ state: "detached" });
  await requester.page.keyboard.press("Escape");
  await requester.page.getByRole("button", { name: "Void R-1" }).click();
  const dialog = requester.page.getByRole("dialog").or(requester.page.getByRole("alertdialog"));
  await dialog.getByLabel("Reason").fill("Cheque came back");
  await dialog.getByRole("button", { name: "Void receipt" }).click();
  await requester.page.getByText("Sent for approval. It takes effect when a second person approves it.").waitFor();
  await requester.page.getByRole("row").filter({ hasText: "R-1" }).getByText("4,000.00").first().waitFor();
  expect(await requester.page.getByRole("link", { name: "1 request waits for approval" }).count()).toBe(0);

  await approver.page.getByRole("link", { name: "1 request waits for approval" }).click();
  await approver.page.getByRole("row").filter({ hasText: "Cheque came back" }).getByText("R-1").waitFor();
  await approver.page.getByRole("table").or(approver.page.getByRole("grid")).first().focus();
  await approver.page.keyboard.press("ArrowDown");
  await approver.page.keyboard.press("Enter");
  const decision = approver.page.getByRole("dialog", { name: "Approve this request?" });
  await decision.getByText("Voiding · A-1 · R-1 · Rs 4,000.00").waitFor();
  await decision.getByLabel("Note").fill("Seen the cheque");
  await decision.getByRole("button", { name: "Approve" }).press("Enter");
  await approver.page.locator("[data-sonner-toast]").getByText("Voiding · A-1 · R-1 · Rs 4,000.00").waitFor();
  await approver.page.getByText("Nothing waits for approval.").waitFor();
  await approver.page.getByRole("link", { name: "1 request waits for approval" }).waitFor({ state: "detached" });

  await requester.page.getByText("admin approved: Voiding · A-1 · R-1").waitFor();
  await requester.page.getByRole("row").filter({ hasText: "R-1" }).waitFor({ state: "detached" });
  expect(await manager.list(paymentReceipt)).toEqual([]);
  expect([...requester.consoleErrors, ...approver.consoleErrors]).toEqual([]);
});

test("a user cannot decide on their own request and sees the note of the user who declines it in Urdu", async () => {
  const harness = await openHarness();
  const { admin, manager, portal } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
  expectApprovalRequested(await manager.delete(`/payment-receipt/${PaymentReceiptID}`));
  const address = `${portal.url()}/finance-management?tab=approvals`;
  const requester = await browser.openSignedIn(address, "manager");
  await requester.page.getByRole("row").filter({ hasText: "R-1" }).waitFor();
  expect(await requester.page.getByRole("button", { name: /^(Approve|Decline): / }).count()).toBe(0);
  const { page, consoleErrors } = await browser.openSignedIn(address, { username: "admin", language: "ur" });
  await page.getByRole("button", { name: /^نامنظور کریں: / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "نامنظور کریں" }).click();
  await dialog.getByText("نوٹ میں کم از کم 3 حروف ہونے چاہئیں").waitFor();
  await dialog.getByLabel("نوٹ").fill("Payer has it");
  await dialog.getByRole("button", { name: "نامنظور کریں" }).click();
  await page.getByText("منظوری کے انتظار میں کچھ نہیں۔").waitFor();
  await requester.page.getByText("Nothing waits for approval.").waitFor();
  await requester.page.getByRole("radiogroup", { name: "Show" }).getByText("All").click();
  const row = requester.page.getByRole("row").filter({ hasText: "R-1" });
  await row.getByText("Declined").waitFor();
  await row.getByText("Payer has it").waitFor();
  expect([...requester.consoleErrors, ...consoleErrors]).toEqual([]);
});

test("a dialog whose request a colleague decides stays open with the note and cannot be sent, and does not open again in the list of all", async () => {
  const harness = await openHarness();
  const { admin, manager, portal } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
  expectApprovalRequested(await manager.delete(`/payment-receipt/${PaymentReceiptID}`));
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/finance-management?tab=approvals`,
    "admin",
  );
  await page.getByRole("button", { name: /^Decline: / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("Payer has it");
  const [request] = await admin.list(approval);
  assertOk(await admin.post(`/approval/${request?.ApprovalID}/approve`, { Note: "" }));
  await dialog.getByText("This request has already been decided.").waitFor();
  expect(await dialog.getByLabel("Note").inputValue()).toBe("Payer has it");
  expect(await dialog.getByRole("button", { name: "Decline" }).isDisabled()).toBe(true);

  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("radiogroup", { name: "Show" }).getByText("All").click();
  await page.getByRole("row").filter({ hasText: "Approved" }).waitFor();
  expect(await dialog.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("on phones the header has one menu for an approval and a claim that wait, and space for the title", async () => {
  const harness = await openHarness();
  const { admin, ali, manager, portal, society } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
  const { PlotID } = society.aliPlot;
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule`,
    "admin",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  expectApprovalRequested(await manager.delete(`/payment-receipt/${PaymentReceiptID}`, { Reason: "Wrong" }));
  await page.getByRole("link", { name: "1 request waits for approval" }).waitFor();
  assertOk(await ali.post("/claim", { PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Online" }));
  await page.getByRole("button", { name: "1 request waits for approval, 1 claim waits for the office" }).click();
  const title = page.getByRole("navigation", { name: "Breadcrumb" });
  expect((await title.boundingBox())?.width).toBeGreaterThanOrEqual(160);
  await page.getByRole("menuitem", { name: "1 claim waits for the office" }).click();
  await page.waitForURL("**tab=claims");
  expect(consoleErrors).toEqual([]);
});

test("the society screen sets the limits and the fee for a bounced cheque, and clears them", async () => {
  const { admin, portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/system-management?tab=society`, "admin");
  await page.getByLabel("Voids without approval up to").fill("1,500");
  await page.getByLabel("Days that a receipt may be back-dated").fill("7");
  await page.getByLabel("Fee for a bounced cheque").fill("300");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Society updated successfully").waitFor();
  const { Limits, BounceFee } = parseRecord(society, await admin.get("/society"));
  expect(Limits).toMatchObject({ Void: 1500, Waiver: null, Refund: null, WriteOff: null, BackdateDays: 7 });
  expect(BounceFee).toBe(300);
  await page.getByLabel("Voids without approval up to").fill("");
  await page.getByLabel("Fee for a bounced cheque").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  const readCleared = async () => {
    const saved = parseRecord(society, await admin.get("/society"));
    return [saved.Limits.Void, saved.BounceFee];
  };
  await expect.poll(readCleared).toEqual([null, null]);
  expect(consoleErrors).toEqual([]);
});
