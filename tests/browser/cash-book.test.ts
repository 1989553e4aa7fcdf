// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { goTo, keepToasts, openScreen, setUpBrowser, signInByForm, waitUntilLive } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();
const bankForm = { AccountName: "HBL", Kind: "bank", OpeningBalance: 1000, OpeningDate: "2026-11-01" };

test("a tick is recorded in the account that is chosen above the schedule, and an open cash book shows it", async () => {
  const { admin, portal, createSchedule } = await openHarness();
  await createSchedule();
  const bank = parseRecord(account, await admin.post("/account", bankForm));
  const period = "from=2026-11-01&to=2026-11-30";
  const book = await browser.openSignedIn(
    `${portal.url()}/finance-management?tab=cash-book&account=${bank.AccountID}&${period}`,
    "admin",
  );
  await book.page.getByText("Nothing entered or left this account on these days.").waitFor();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/house/A-1?tab=schedule`, "manager");
  await page.getByLabel("Mark as paid into").selectOption({ label: "HBL" });
  await page.getByRole("checkbox", { name: "November 2026 of A-1 paid" }).click();
  await page.getByText(/2,500(\.00)? · HBL/).waitFor();
  await book.page.getByRole("row").filter({ hasText: "Marked paid" }).getByText("2,500.00").waitFor();
  await book.page.getByRole("row").filter({ hasText: "Total" }).getByText("3,500.00").waitFor();

  // An undone untick returns the money to its account, although another one is chosen now.
  await keepToasts(page);
  await page.getByLabel("Mark as paid into").selectOption({ label: "Cash" });
  await page.getByRole("checkbox", { name: "November 2026 of A-1 paid" }).click();
  await book.page.getByText("Nothing entered or left this account on these days.").waitFor();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "marked as Unpaid" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await book.page.getByRole("row").filter({ hasText: "Marked paid" }).getByText("2,500.00").waitFor();

  // The choice is not stored: after a reload, ticks are recorded in the cash account again.
  await page.reload();
  await expect.poll(() => page.getByLabel("Mark as paid into").inputValue()).toBe(String(cashAccountId));

  await page.getByLabel("Mark as paid into").selectOption({ label: "HBL" });
  await page.getByRole("button", { name: /manager/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await signInByForm(page, { username: "admin" });
  await expect.poll(() => page.getByLabel("Mark as paid into").inputValue()).toBe(String(cashAccountId));
  expect([...consoleErrors, ...book.consoleErrors]).toEqual([]);
});

test("a long cash book shows its first days, and the others on request; its sums are those of the whole period", async () => {
  const { admin, portal, transaction } = await openHarness();
  const bank = parseRecord(account, await admin.post("/account", bankForm));
  const form = { Payer: "Omar", Category: "Scrap", Amount: 10, Method: "Cash", AccountID: bank.AccountID };
  const first = parseRecord(otherIncome, await admin.post("/other-income", { ...form, Date: "2026-11-02" }));
  await transaction(async (tx) => {
    const { OtherIncomeID: _, Version: __, ...row } = await tx.get(otherIncome, first.OtherIncomeID);
    const days = ["2026-11-02", "2026-11-03", "2026-11-04"];
    await tx.insertMany(
      otherIncome,
      days.flatMap((day) => Array.from({ length: 300 }, () => ({ ...row, Date: day }))),
    );
  });
  assertOk(await admin.get("/cash-book"));
  const path = `/finance-management?tab=cash-book&account=${bank.AccountID}&from=2026-11-01&to=2026-11-30`;
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${path}`, "admin");
  // The first entry, and 300 more on each of the first two days.
  await page.getByText("First 601 entries shown, all before 04/11/2026").waitFor();
  await page.getByText("Rs 10,010.00").first().waitFor();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("First 601 entries shown, all before 04/11/2026").waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("after a failed request, a button loads the cash book again", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await waitUntilLive(page);
  await page.route("**/api/cash-book*", (route) => route.abort());
  await openScreen(page, "/finance-management?tab=cash-book");
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await page.unroute("**/api/cash-book*");
  await retry.click();
  await page.getByText("Nothing entered or left this account on these days.").waitFor();
});

test("the accounts have no balances until these are loaded, and the totals are those of the accounts that the search shows", async () => {
  const { admin, portal } = await openHarness();
  await admin.post("/account", bankForm);
  await admin.post("/account", { ...bankForm, AccountName: "Meezan", OpeningBalance: 300 });
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const balancesUrl = "**/api/cash-book/balances";
  await page.route(balancesUrl, (route) => route.abort());
  await goTo(page, "/finance-management?tab=accounts");
  await page.getByRole("row").filter({ hasText: "Meezan" }).getByText("—").waitFor();
  expect(await page.getByText("Rs 0.00").count()).toBe(0);
  await page.unroute(balancesUrl);
  await page.reload();
  await page.getByText("Total Rs 1,300.00").waitFor();
  await page.getByRole("searchbox").fill("meezan");
  await page.getByText("Total Rs 300.00").waitFor();
  await page.getByRole("row").filter({ hasText: "Total" }).getByText("300.00", { exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});
