// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";

const browser = setUpBrowser();

test("at midnight in society time, the open dashboard, wall display, ageing page and report are updated", async () => {
  const { clock, portal, society, createSchedule } = await openHarness();
  // One second before 2027 begins in Karachi. Then A-2 becomes overdue with a penalty, and an installment of A-1 is
  // due.
  clock.set("2026-12-31T18:59:59Z");
  const penalty = { IsPenaltyApply: true, PenaltyAmount: 77, GracePeriodDays: 0 };
  await createSchedule({ plots: [society.sanaPlot.PlotID], StartMonth: 12, DueOnDay: 31, ...penalty });
  await createSchedule({ plots: [society.aliPlot.PlotID], StartYear: 2027, EndYear: 2027, DueOnDay: 1 });
  const open = (path: string) => browser.openSignedIn(`${portal.url()}${path}`, "manager");
  const dashboard = await open("/");
  const display = await open("/");
  await goTo(display.page, "/?display=wall");
  const ageing = await open("/finance-management?tab=ageing");
  const report = await open("/generate-report?month=12&year=2026");
  for (const { page } of [dashboard, display]) await page.getByText("December 2026", { exact: true }).first().waitFor();
  const ageingRow = (house: string) => ageing.page.getByRole("row").filter({ hasText: house });
  await ageing.page.getByText("No house is overdue.").waitFor();
  await report.page.getByText("2,500", { exact: false }).first().waitFor();

  clock.set("2026-12-31T19:00:01Z");
  for (const { page } of [dashboard, display]) {
    await page.getByText("January 2027", { exact: true }).first().waitFor();
    await page.getByText("2,500", { exact: false }).first().waitFor();
  }
  await ageingRow("A-2").waitFor();
  expect(await ageingRow("A-1").count()).toBe(0);
  await portal.runJobs();
  await ageingRow("A-2").getByText("2,577.00").first().waitFor();
  for (const { page } of [dashboard, display, report])
    await page.getByText("2,577", { exact: false }).first().waitFor();
  for (const { consoleErrors } of [dashboard, display, ageing, report]) expect(consoleErrors).toEqual([]);
});
