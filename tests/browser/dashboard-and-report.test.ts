// @module-tag browser
// @module-tag matrix
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { monthOf, societyDayAt } from "../../shared/dates.ts";
import { expectValue, goTo, setUpBrowser } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const browser = setUpBrowser({ reusesWindows: false });

test("a chart is as wide as its figure, also when that becomes narrower during the first drawing", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "manager");
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector("canvas")) return;
      observer.disconnect();
      document.body.style.paddingInlineEnd = "400px";
    }).observe(document, { subtree: true, childList: true });
  });
  await goTo(page, "/");
  const readWidths = () =>
    page.locator("canvas").evaluate((canvas) => {
      const figureWidth = canvas.closest("figure")?.clientWidth ?? 0;
      return { isNarrow: figureWidth < 400, difference: canvas.clientWidth - figureWidth };
    });
  await expect.poll(readWidths).toEqual({ isNarrow: true, difference: 0 });
  expect(consoleErrors).toEqual([]);
});

test("an amount on the dashboard links to the rows that add up to it, a new activity has the time just now, and Received opens on this month", async () => {
  const { portal, manager, createSchedule } = await openHarness();
  await createSchedule();
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 26_000 });
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const card = page.getByRole("article").filter({ hasText: "Current Year" });
  // Two houses with twelve installments of Rs 2,500, of which Rs 26,000 are paid.
  await card.getByRole("link", { name: "Rs 34,000" }).click();
  await page.getByRole("heading", { name: "Received", exact: true }).waitFor();
  await page.getByText("Outstanding Rs 34,000.00").waitFor();
  const total = page.getByRole("row").filter({ hasText: "Total" });
  await total.getByText("34,000.00").waitFor();
  await page.getByText("Part-paid").first().waitFor();

  await page.goBack();
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByText("manager added receipt R-1").waitFor();
  await createReceipt(manager, { HouseNo: "A-2", AmountPaid: 100 });
  const entry = activity.getByRole("listitem").first();
  await entry.getByText("manager added receipt R-2").waitFor();
  await entry.getByText("just now").waitFor();

  await goTo(page, "/finance-management?tab=received");
  const thisMonth = page.getByText("Billed Rs 5,000.00");
  const wholeYear = page.getByText("Billed Rs 60,000.00");
  await thisMonth.waitFor();
  const month = page.getByRole("combobox", { name: /^Month/ });
  await expectValue(month, String(monthOf(societyDayAt(browserNow())).month));
  await month.selectOption({ label: "All Months" });
  await wholeYear.waitFor();
  await page.goBack();
  await thisMonth.waitFor();
  await page.goForward();
  await wholeYear.waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the first activity in an empty list has the time just now, and one that a permission shows has its own", async () => {
  const { portal, clock, grant, revoke, createExpense } = await openHarness();
  const viewExpenses = {
    role: "Dashboard reader",
    page: "/finance-management?tab=expenses",
    action: "View",
  } as const;
  await grant(viewExpenses);
  const { page } = await browser.openSignedIn(portal.url(), "dashboardReader");
  const activity = page.getByRole("region", { name: "Activity" });
  const empty = activity.getByText("No activity yet.");
  await empty.waitFor();
  await createExpense({});
  await activity.getByText("just now").waitFor();
  clock.advanceMinutes(61);
  await revoke(viewExpenses);
  await empty.waitFor();
  await grant(viewExpenses);
  await activity.getByText("1 hour ago").waitFor();
});

test("an activity between the load of the list and the live connection is shown", async () => {
  const { portal, grant, createExpense } = await openHarness();
  await grant({ role: "Dashboard reader", page: "/finance-management?tab=expenses", action: "View" });
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "dashboardReader");
  const connection = createDeferred<void>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await connection.promise;
    socket.connectToServer();
  });
  await goTo(page, "/");
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByText("No activity yet.").waitFor();
  await createExpense({});
  connection.resolve();
  await activity.getByText("just now").waitFor();
});

test("the report and the charts lead to the rows behind their amounts, by mouse and by keyboard", async () => {
  const { portal, createSchedule } = await openHarness();
  await createSchedule();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/generate-report`, "admin");
  const rows = page.getByRole("heading", { name: "Received", exact: true });
  // Two houses with an installment of Rs 2,500 in this month.
  const chart = page.getByRole("figure").filter({ hasText: "Financial Breakdown (Pie Chart)" });
  // Not at its centre, where its slices meet.
  await chart.locator("canvas").click({ position: await findPointBesideCentre(chart) });
  await rows.waitFor();
  await page.getByText("Outstanding Rs 5,000.00").waitFor();
  await page.goBack();
  await page.getByRole("article").getByRole("link", { name: "Rs 5,000" }).press("Enter");
  await page.getByText("Outstanding Rs 5,000.00").waitFor();

  await goTo(page, "/");
  const month = page.getByRole("figure").getByRole("button", { name: "Jan" });
  await month.focus();
  await expect.poll(async () => (await month.boundingBox())?.width).toBeGreaterThan(10);
  await month.press("Enter");
  await rows.waitFor();
  expect(new URL(page.url()).searchParams.get("month")).toBe("1");
  expect(consoleErrors).toEqual([]);
});

async function findPointBesideCentre(chart: Locator): Promise<{ x: number; y: number }> {
  const box = await chart.locator("canvas").boundingBox();
  return { x: (box?.width ?? 0) / 2 + 20, y: (box?.height ?? 0) / 2 + 20 };
}
