// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { insertDuplicateInstallment } from "../harness/duplicate-installments.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { openSignedIn } = setUpBrowser();
const plansPath = "/payment-management?tab=payment-plans";
const year = 2026;

test("the dialog that generates a schedule proposes the month in which the house was added, and shows the penalties of past months before they are charged", async () => {
  const { admin, clock, createSchedule, createPlot, portal } = await openHarness();
  await createSchedule({ IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200 });
  clock.set("2026-12-05T07:00:00Z");
  const { PlotID } = await createPlot({ HouseNo: "N-7" });
  const { page, consoleErrors } = await openSignedIn(portal.url() + plansPath, "admin");
  await page.getByRole("button", { name: "Generate Payment Schedule" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 installment for 1 house").waitFor();
  await dialog.getByText("2 installments are skipped because their months are already charged.").waitFor();
  await dialog.getByLabel("From month").selectOption({ label: `June ${year}` });
  await dialog.getByText("6 installments are for past months").waitFor();
  await dialog.getByText("6 installments get penalties of Rs 1,200.00 in total immediately.").waitFor();
  await dialog.getByLabel("From month").selectOption({ label: `December ${year}` });
  await dialog.getByText("1 installment for 1 house").waitFor();
  await dialog.getByRole("button", { name: "Generate schedule" }).click();
  await page.getByText("Payment schedule generated successfully").waitFor();
  const rows = await admin.list(paymentSchedule, `?plot=${PlotID}`);
  expect(rows.map(({ DueDate }) => DueDate)).toEqual(["2026-12-10"]);
  expect(consoleErrors).toEqual([]);
});

test("an unpaid installment is withdrawn with a reason, and one of the two installments of a month charged twice is kept", async () => {
  const harness = await openHarness();
  const { admin, createSchedule, portal, society } = harness;
  const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
  await insertDuplicateInstallment(harness, rows[0]?.PaymentScheduleID ?? 0);
  const { page } = await openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule&year=${year}&view=all`,
    "admin",
  );
  await page.getByRole("button", { name: "Withdraw" }).last().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await dialog.getByText("Reason must have at least 3 characters").waitFor();
  await dialog.getByLabel("Reason").fill("The house is empty");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Installments withdrawn: 1").waitFor();

  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Keep this one" }).first().click();
  await dialog.getByLabel("Reason").fill("Billed twice");
  await dialog.getByRole("button", { name: "Keep this one" }).click();
  await page.getByText("No month is charged twice.").waitFor();
  await page.getByText("Withdrawn", { exact: true }).first().click();
  await page.getByText("The house is empty").first().waitFor();
  await page.getByText("Billed twice").first().waitFor();
  expect(assertOk(await admin.get("/withdrawn-installment")).body.data).toHaveLength(2);
});
