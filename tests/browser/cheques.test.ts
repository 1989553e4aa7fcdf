// @module-tag browser
// @module-tag matrix
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { expectValue, goTo, setUpBrowser } from "../harness/browser.ts";
import { addCheque } from "../harness/cheques.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("cheques are deposited with the keyboard; a bounce shows in another window and in the audit", async () => {
  const { admin, portal } = await openHarness();
  assertOk(await admin.put("/society", { Name: "Housing Society", BounceFee: 300 }));
  for (const ChequeNo of ["4711", "4712"]) await addCheque(admin, { ChequeNo });
  await addCheque(admin, { ChequeNo: "4713", ChequeDate: "2026-12-01" });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=cheques`, "admin");
  const receipts = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-receipt`, "admin");
  const receipt = receipts.page.getByRole("row").filter({ hasText: "4711" });
  await receipt.getByText("Cheque: In hand").waitFor();
  await receipts.page.getByRole("row").filter({ hasText: "4713" }).getByText("Cheque: Post-dated").waitFor();

  const row = (number: string) => page.getByRole("row").filter({ hasText: number });
  await row("4711").waitFor();
  expect(await row("4713").count()).toBe(0);
  await row("4711").getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Deposit", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Deposit 2 cheques").waitFor();
  await dialog.getByText("Rs 2,000.00").waitFor();
  // The clock of the browser is later than that of the portal.
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-15");
  await dialog.getByRole("button", { name: "Deposit" }).press("Enter");
  await page.getByText("Deposit slip DS-1 saved").waitFor();
  await page.getByText("No cheques here.").waitFor();
  await receipt.getByText("Cheque: Deposited").waitFor();

  const states = page.getByRole("radiogroup", { name: "State" });
  await states.getByText("Post-dated").click();
  await row("4713").getByText("01/12/2026").waitFor();
  await states.getByText("Deposited").click();
  const downloading = page.waitForEvent("download");
  await row("4711").getByRole("button", { name: "Deposit slip DS-1 (PDF)" }).click();
  expect((await downloading).suggestedFilename()).toBe("deposit-slip_DS-1.pdf");
  await row("4711").getByRole("button", { name: "Mark cheque 4711 as bounced" }).click();
  await dialog.getByRole("button", { name: "Mark bounced" }).click();
  await dialog.getByText("Reason must have at least 3 characters").waitFor();
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-15");
  await expectValue(dialog.getByLabel("Fee"), "300");
  await dialog.getByLabel("Reason").fill("Insufficient funds");
  await dialog.getByLabel("Reason").press("Enter");
  await page.getByText(/^Cheque .+ bounced\. The installments it settled are due again\.$/).waitFor();
  await receipt.getByText("Bounced", { exact: true }).waitFor();
  await states.getByText("Bounced").click();
  await row("4711").getByText("Insufficient funds").waitFor();
  await row("4711").getByRole("button", { name: "Return cheque 4711" }).click();
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-15");
  await dialog.getByRole("button", { name: "Return" }).press("Enter");
  await page.getByText(/^Cheque .+ returned$/).waitFor();

  await goTo(page, `${portal.url()}/system-management?tab=audit`);
  const change = page.getByRole("row");
  await change.filter({ hasText: "Not paidnothing → From: 15/11/2026" }).waitFor();
  await change.filter({ hasText: "Cheques#1, #2" }).waitFor();
  expect([...consoleErrors, ...receipts.consoleErrors]).toEqual([]);
});

test("a post-dated cheque can be returned today", async () => {
  const { admin, portal } = await openHarness();
  await addCheque(admin, { ChequeNo: "4713", ChequeDate: "2026-12-01" });
  const { page } = await browser.openSignedIn(
    `${portal.url()}/finance-management?tab=cheques&state=post-dated`,
    "admin",
  );
  await page.getByRole("button", { name: "Return cheque 4713" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-15");
  // The hint of the field has the first permitted day, which must not be that of the cheque.
  expect(await dialog.getByText("01/12/2026").count()).toBe(0);
  await dialog.getByRole("button", { name: "Return" }).press("Enter");
  await page.getByText(/^Cheque .+ returned$/).waitFor();
});

test("the late answer for a cheque leaves the dialog of the next cheque open", async () => {
  const { admin, portal } = await openHarness();
  for (const ChequeNo of ["4711", "4712"]) await addCheque(admin, { ChequeNo });
  const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=cheques`, "admin");
  const held: Route[] = [];
  await page.route("**/api/cheque/*/return", (route) => void held.push(route));
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Return cheque 4711" }).click();
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-15");
  await dialog.getByRole("button", { name: "Return" }).press("Enter");
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Return cheque 4712" }).click();
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await held[0]?.continue();
  await page.getByText(/^Cheque .+ returned$/).waitFor();
  await expectValue(dialog.getByLabel("Date", { exact: true }), "2026-11-14");
});

test("after a change, a statement shows each entry once, also those of a cheque that was deposited again", async () => {
  const { admin, portal } = await openHarness();
  const { ChequeID, PlotID } = await addCheque(admin);
  const slip = { AccountID: 1, Date: "2026-11-15", ChequeIDs: [ChequeID] };
  assertOk(await admin.post("/deposit-slip", slip));
  assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { Date: slip.Date, Reason: "Insufficient funds" }));
  assertOk(await admin.post("/deposit-slip", slip));
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1?from=2026-01-01&to=2026-12-31`, "admin");
  const receiptRows = page.getByRole("region", { name: "Statement" }).getByRole("row").filter({ hasText: "R-1" });
  await expect.poll(() => receiptRows.count()).toBe(3);
  const charge = { PlotID, Kind: "charge", Amount: 500, Date: "2026-11-01", Reason: "Repair of the gate" };
  assertOk(await admin.post("/adjustment", charge));
  await page.getByRole("row").filter({ hasText: "Repair of the gate" }).waitFor();
  expect(await receiptRows.count()).toBe(3);
});
