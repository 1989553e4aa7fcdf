// @module-tag browser
// @module-tag matrix
import { readFile } from "node:fs/promises";
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openScreen, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { readPdf } from "../harness/pdf.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a house is transferred with what is due; the predecessor's window loses access to it, and the statement of the next owner begins with one balance", async () => {
  const { admin, changeUser, createSchedule, portal, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  await createSchedule({ StartMonth: 10, EndMonth: 12, plots: [PlotID] });
  await createReceipt(admin, { HouseNo, AmountPaid: 1000, PaymentDate: "2026-11-09" });
  const address = `${portal.url()}/house/${HouseNo}`;
  const predecessor = await browser.openSignedIn(address, "ali");
  await predecessor.page.getByRole("heading", { name: "Ali" }).first().waitFor();
  const { page, consoleErrors } = await browser.openSignedIn(address, "admin");
  const owners = page.getByRole("list", { name: "Owners" });
  await owners.getByText("since the beginning").waitFor();

  await page.getByRole("button", { name: "Transfer ownership" }).click();
  const form = page.getByRole("dialog");
  await form.getByText("Rs 4,000.00 is due until that day").waitFor();
  await form.getByText("No-demand certificate").waitFor();
  await form.getByRole("note").filter({ hasText: "Portal users who lose access at once" }).getByText("ali").waitFor();
  await form.getByRole("button", { name: "Transfer ownership" }).click();
  await form.getByText("Owner name is required").waitFor();
  await form.getByLabel("Owner Name").fill("Omar Farooq");
  await form.getByLabel("CNIC").fill("3520212345671");
  await form.getByLabel("First day of the next owner").fill("2026-11-12");
  await form.getByLabel("Transfer fee, Rs").fill("500");
  await form.getByRole("button", { name: "Transfer ownership" }).click();
  await form.getByText("The next owner must accept it, or it must be paid first.").waitFor();
  await form.getByLabel("The next owner accepts what is due").check();
  await form.getByRole("button", { name: "Transfer ownership" }).click();
  await page.getByText("Ownership transferred").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Transfer letter", exact: true }).first().click();
  expect((await download).suggestedFilename()).toBe("transfer_A-1_2026-11-12.pdf");
  await owners.getByText("since 12/11/2026").waitFor();
  await owners.getByText("until 11/11/2026").waitFor();
  await owners.getByText("35202-1234567-1").waitFor();
  await page.getByText("(Ali)").waitFor();
  await predecessor.page.getByText("you no longer have access to it").waitFor();

  await changeUser("sana", { PlotIDs: [PlotID] });
  const nextOwner = await browser.openSignedIn(address, "sana");
  await nextOwner.page.getByText("Brought forward").waitFor();
  await nextOwner.page.getByRole("list", { name: "Owners" }).getByText("*****-*******-1").waitFor();
  // 4,000 taken over and the fee.
  await nextOwner.page.getByText("Rs 4,500").first().waitFor();
  expect(await nextOwner.page.getByText("Ali").count()).toBe(0);
  expect([...consoleErrors, ...predecessor.consoleErrors, ...nextOwner.consoleErrors]).toEqual([]);
});

test("the statement of the next owner names records of the time before in Urdu, on the screen and in its PDF", async () => {
  const { admin, changeUser, createSchedule, portal, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  await createSchedule({ StartMonth: 10, EndMonth: 10, plots: [PlotID] });
  const transfer = { OwnerName: "Omar", Date: "2026-11-12", AcceptDues: true };
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, transfer));
  await changeUser("sana", { PlotIDs: [PlotID] });
  // Paid after the transfer, so that the statement has an entry whose installment the next owner does not see.
  const [october] = await admin.list(paymentSchedule);
  assertOk(await admin.put(`/payment-schedule/${october?.PaymentScheduleID}`, { IsPaid: 1 }));
  const address = `${portal.url()}/house/${HouseNo}`;
  const { page, consoleErrors } = await browser.openSignedIn(address, { username: "sana", language: "ur" });
  await page.getByText("قسط 1 کی ادائیگی، اکتوبر").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  const pdf = readPdf(await readFile(await (await download).path()));
  expect(pdf.text).not.toContain("Payment of");
  expect(consoleErrors).toEqual([]);
});

test("the statement of the next owner shows no figures until it is loaded, and a failed request can be repeated", async () => {
  const { admin, changeUser, portal, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-12", Fee: 500 }));
  await changeUser("sana", { PlotIDs: [PlotID] });
  const { page } = await browser.openSignedIn(portal.url(), "sana");
  await waitUntilLive(page);
  const statementUrl = `**/api/plot/${PlotID}/statement?*`;
  await page.route(statementUrl, (route) => route.abort());
  await openScreen(page, `/house/${HouseNo}`);
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  expect(await page.getByText("Brought forward").count()).toBe(0);
  await page.unroute(statementUrl);
  await retry.click();
  await page.getByText("Brought forward").waitFor();
  await page.getByText("500.00", { exact: true }).first().waitFor();
});

test("the home page and the page of the house show no amount due until it is known what the next owner took over", async () => {
  const { admin, changeUser, portal, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-12", Fee: 500 }));
  await changeUser("sana", { PlotIDs: [PlotID] });
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "sana");
  await waitUntilLive(page);
  const balanceUrl = `**/api/plot/${PlotID}/balance`;
  const retry = page.getByRole("button", { name: "Try again" });
  for (const { path, area } of [
    { path: "/", area: page.getByRole("region", { name: "My houses" }) },
    { path: `/house/${HouseNo}`, area: page.getByRole("main") },
  ]) {
    const held: Route[] = [];
    await page.route(balanceUrl, (route) => void held.push(route));
    await openScreen(page, path);
    await expect.poll(() => held.length).toBe(1);
    await area.getByText("A-1").first().waitFor();
    await area
      .getByText("No receipts yet")
      .or(page.getByRole("link", { name: /^Receipts\s*0$/ }))
      .waitFor();
    expect(await area.getByText("overdue").count()).toBe(0);
    await held[0]?.abort();
    await retry.waitFor();
    expect(await area.getByText("overdue").count()).toBe(0);
    await page.unroute(balanceUrl);
    await retry.click();
    await area.getByText("1 overdue").waitFor();
    await retry.waitFor({ state: "detached" });
  }
});
