// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { findViolations } from "../harness/accessibility.ts";
import { setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";

const { openSignedIn } = setUpBrowser();

test("a service charge is revised from a month; a colleague's payment changes the preview, also at the last moment", async () => {
  const { admin, manager, createSchedule, portal } = await openHarness();
  await createSchedule();
  const { page, consoleErrors } = await openSignedIn(`${portal.url()}/payment-management?tab=service-charges`, "admin");
  await page.getByRole("button", { name: /^Revise .* from a month$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From month").selectOption({ label: "June" });
  await dialog.getByLabel("New amount a month, Rs").fill("3,000");
  await dialog.getByText("14 installments of 2 houses: Rs 35,000.00 before, Rs 42,000.00 after").waitFor();
  await expect.poll(() => dialog.getByText("06/2026 – 12/2026").count()).toBe(2);
  expect(await findViolations(page)).toEqual([]);

  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 6 * 2500, PaymentDate: "2026-11-15" });
  await dialog.getByText("1 adjustment will be created.").waitFor();
  await dialog.getByText("Charge of Rs 500.00").waitFor();

  // The preview cannot be refreshed, so the dialog does not show the next payment.
  await page.route("**/revise?dryRun=1", (route) => route.abort());
  await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-15" });
  await dialog.getByRole("button", { name: "Revise" }).click();
  await dialog.getByText("Records have changed in the meantime. Check the new preview first.").waitFor();
  await dialog.getByText("2 adjustments will be created.").waitFor();
  expect(await admin.list(serviceRate)).toHaveLength(1);
  await dialog.getByRole("button", { name: "Revise" }).click();
  await page.getByText("Service charge revised", { exact: true }).waitFor();
  await page.locator("[data-sonner-toast]").getByText("Residential A Ground").waitFor();
  await page.getByText("01/2026 – 05/2026").waitFor();
  await page.getByText("06/2026 – 12/2026").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a house is moved to another floor from a month, in Urdu; a month without a plan is refused at the field", async () => {
  const { admin, createPlan, createSchedule, portal, society } = await openHarness();
  await createSchedule();
  const { FloorID } = society.floors.first;
  await createPlan({ FloorID, FloorRate: 3000, StartMonth: 4 });
  const { page, consoleErrors } = await openSignedIn(`${portal.url()}/house/A-1`, {
    username: "admin",
    language: "ur",
  });
  await page.getByRole("button", { name: "منتقل کریں…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("منزل").selectOption({ label: "First" });
  await dialog.getByLabel("کس مہینے سے").selectOption({ label: "مارچ" });
  await dialog.getByText("اس قسم اور منزل کا کوئی ادائیگی کا منصوبہ").waitFor();
  await dialog.getByLabel("کس مہینے سے").selectOption({ label: "جون" });
  await dialog.getByText("06/2026 – 12/2026").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "منتقل کریں", exact: true }).click();
  await page.getByText("مکان منتقل ہو گیا").waitFor();
  await page.locator("[data-sonner-toast]").getByText("مکان A-1").waitFor();
  const amounts = (await admin.list(paymentSchedule, `?plot=${society.aliPlot.PlotID}`)).map(({ Amount }) => Amount);
  expect(amounts).toEqual([...Array(5).fill(2500), ...Array(7).fill(3000)]);
  expect(consoleErrors).toEqual([]);
});
