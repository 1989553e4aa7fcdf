// @module-tag browser
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { goTo, keepToasts, openScreen, setUpBrowser } from "../harness/browser.ts";
import { openHarnessWithMailServer, openSharedHarness } from "../harness/harness.ts";
import { recordHighlights } from "../harness/highlights.ts";
import { createMailableReceipt } from "../harness/mail.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser();
const harness = await openSharedHarness();
const { portal, admin, createPlot, createSchedule } = harness;
await createSchedule();
const receiptsPath = "/payment-management?tab=payment-receipt&year=2026";

test("the keyboard alone edits a receipt and undoes the edit", async () => {
  const { HouseNo } = await createPlot({});
  await createReceipt(admin, { HouseNo, AmountPaid: 1_200 });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${receiptsPath}&q=${HouseNo}`, "manager");
  await expectAmount(page, "1,200.00");
  await keepToasts(page);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1300");
  await page.keyboard.press("Enter");
  await page.getByText("Receipt updated", { exact: true }).waitFor();
  await expectAmount(page, "1,300.00");

  await page.keyboard.press("Control+z");
  await expectAmount(page, "1,200.00");
  expect(consoleErrors).toEqual([]);
});

test("Ctrl+Z in a text field undoes the typing, not the last change of a receipt", { tags: "matrix" }, async () => {
  const { HouseNo } = await createPlot({});
  await createReceipt(admin, { HouseNo, AmountPaid: 1_500 });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}&q=${HouseNo}`, "manager");
  await expectAmount(page, "1,500.00");
  await keepToasts(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1600");
  await page.keyboard.press("Enter");
  await page.getByText("Receipt updated", { exact: true }).waitFor();

  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await page.keyboard.press("/");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await expectAmount(page, "1,600.00");
  expect(sent.filter((method) => method !== "GET")).toEqual([]);
});

test("the email of a receipt is saved as a file if there is no mail server, which does not highlight the row of the receipt", {
  tags: "matrix",
}, async () => {
  const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
  await createReceipt(admin, { HouseNo, AmountPaid: 1_700 });
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}&q=${HouseNo}`, "manager");
  const row = page.getByRole("row").filter({ hasText: "1,700.00" });
  await row.getByText("Pending").waitFor();
  const countHighlights = await recordHighlights(page);
  await keepToasts(page);
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("1 receipt to 1 house; oldest").waitFor();
  await dialog.getByText("Preview of the first email").click();
  await dialog.getByText("owner@example.org").waitFor();
  await dialog.getByRole("button", { name: "Save 1 email" }).click();
  await row.getByText("Pending").waitFor({ state: "detached" });
  await row.getByText("Saved as file").waitFor();
  await page.getByText("1 email saved as a file", { exact: true }).waitFor();
  expect(await page.getByText("Emails sent successfully!").count()).toBe(0);
  expect(await countHighlights()).toBe(0);

  await openScreen(page, `/house/${HouseNo}`);
  await page.getByText(/^The email of receipt R-\d+ was saved as a file$/).waitFor();
});

test("receipts are reported as sent when the mail server has accepted all of them, not before", {
  tags: "matrix",
}, async () => {
  const { page, smtp, harness } = await openPendingEmails(["a@example.org", "b@example.org"]);
  const answer = createDeferred<"accepted">();
  smtp.answerMessage = () => answer.promise;
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await page.getByText("Sending 2 emails", { exact: true }).waitFor();
  await expect.poll(() => smtp.received.length).toBe(2);
  expect(await page.getByText("Emails sent successfully!").count()).toBe(0);
  answer.resolve("accepted");
  await page.getByText("Emails sent successfully!").waitFor();

  await createMailableReceipt(harness, "no@example.org");
  smtp.refuseRecipient = () => "550 No such mailbox";
  await page.getByText("1 pending").waitFor();
  // Within five seconds after a request, another one queues nothing.
  harness.clock.advanceMinutes(1);
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  await page.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText("Failed to send emails").waitFor();
  expect(await page.getByText("Emails sent successfully!").count()).toBe(1);
});

test("if some receipts are sent and others are not, the report has both numbers", { tags: "matrix" }, async () => {
  const { page, smtp } = await openPendingEmails(["a@example.org", "b@example.org", "no@example.org"]);
  smtp.refuseRecipient = (address) => (address === "no@example.org" ? "550 No such mailbox" : undefined);
  await page.getByRole("button", { name: "Send All Pending Emails" }).click();
  await page.getByRole("button", { name: "Send 3 emails" }).click();
  await page.getByText("Some emails were not sent").waitFor();
  await page.getByText("2 sent, 1 failed").waitFor();
});

test("on phones a toolbar takes two lines and the page does not scroll horizontally", { tags: "matrix" }, async () => {
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, receiptsPath);
  const toolbar = page.getByRole("group", { name: "Search and filter receipts" });
  await toolbar.getByRole("button", { name: "Add Receipt" }).waitFor();
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(120);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("on desktops the toolbar of the receipts takes one line", { tags: "matrix" }, async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}${receiptsPath}`, "manager");
  await page.getByRole("button", { name: "Add Receipt" }).first().waitFor();
  const toolbar = page.getByRole("group", { name: "Search and filter receipts" });
  await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(60);
});

/** Opens the list of receipts of a portal with a mail server. Each address belongs to a house with one receipt. */
async function openPendingEmails(addresses: readonly string[]) {
  const { harness, smtp } = await openHarnessWithMailServer();
  for (const address of addresses) await createMailableReceipt(harness, address);
  const { page } = await browser.openSignedIn(`${harness.portal.url()}${receiptsPath}`, "manager");
  await page.getByText(`${addresses.length} pending`).waitFor();
  await keepToasts(page);
  return { page, smtp, harness };
}

async function expectAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole("gridcell", { name: amount, exact: true }).waitFor();
}
