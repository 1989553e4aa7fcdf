// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { expectValue, loseAnswer, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a charge is added and voided with a reason, and other windows show both", async () => {
  const { portal, society } = await openHarness();
  const address = `${portal.url()}/payment-management?tab=adjustments`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "admin");
  const other = await browser.openSignedIn(`${portal.url()}/house/${society.aliPlot.HouseNo}?tab=adjustments`, "admin");
  await other.page.getByText("This house has no adjustments yet").waitFor();

  await page.getByRole("button", { name: "Add Adjustment" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Create Adjustment" }).click();
  for (const text of ["House is required", "Amount is required", "Reason must have at least 3 characters"])
    await form.getByText(text).waitFor();
  expect(await form.getByLabel("Installment or charge").count()).toBe(0);
  await form.getByLabel("House").fill(society.aliPlot.HouseNo.toLowerCase());
  await form.getByLabel("Amount").fill("1,200");
  await form.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await form.getByLabel("Reason").fill("Water tanker");
  await form.getByRole("button", { name: "Create Adjustment" }).click();
  await page.getByText("Adjustment added successfully").waitFor();
  await page.getByRole("row").filter({ hasText: "Water tanker" }).getByText("1,200.00").waitFor();
  await other.page.getByRole("row").filter({ hasText: "ADJ-1" }).getByText("Water tanker").waitFor();

  await page.getByRole("button", { name: "Void ADJ-1" }).click();
  await form.getByRole("button", { name: "Void" }).click();
  await form.getByText("Reason must have at least 3 characters").waitFor();
  await form.getByLabel("Reason").fill("Entered twice");
  await form.getByRole("button", { name: "Void" }).click();
  await page.getByText("ADJ-1 voided", { exact: true }).waitFor();
  await page.getByText("No adjustments yet.").waitFor();
  await other.page.getByRole("row").filter({ hasText: "ADJ-1" }).getByText("Entered twice").waitFor();
  await page.getByRole("radiogroup", { name: "Show" }).getByText("Voided").click();
  const voidedRow = page.getByRole("row").filter({ hasText: "ADJ-1" });
  await voidedRow.getByText("Entered twice").waitFor();
  await voidedRow.getByText(/^admin, /).waitFor();
  expect([...consoleErrors, ...other.consoleErrors]).toEqual([]);
});

test("a charge is added to several houses after a preview; the preview of a refund leaves out houses without enough credit", async () => {
  const { admin, portal, society } = await openHarness();
  const { aliPlot, sanaPlot } = society;
  const opening = { Kind: "opening", Amount: -700, Date: "2026-11-01", Reason: "Paid in advance" };
  await admin.post("/adjustment", { ...opening, PlotID: aliPlot.PlotID });
  await admin.post("/account", { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=adjustments`,
    "admin",
  );
  await page.getByRole("button", { name: "Several houses" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Preview" }).click();
  for (const text of ["Amount is required", "Reason must have at least 3 characters", "Please select houses"])
    await dialog.getByText(text).waitFor();
  await dialog.getByLabel("Amount for each house").fill("500");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await dialog.getByLabel("Reason").fill("Wedding hall");
  await dialog.getByRole("searchbox").fill(aliPlot.HouseNo);
  await dialog.getByRole("checkbox", { name: "Select all shown houses" }).click();
  await dialog.getByText("1 selected").waitFor();
  await dialog.getByRole("searchbox").fill("");
  await dialog.getByRole("checkbox", { name: `Select ${sanaPlot.HouseNo}` }).click();
  await dialog.getByText("2 selected").waitFor();
  await dialog.getByLabel("Kind").selectOption({ label: "Refund" });
  await dialog.getByLabel("Paid from account").selectOption({ label: "HBL" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("1 house cannot get the adjustment and is left out").waitFor();
  await dialog.getByText("At most Rs 0.00 is possible").waitFor();
  await dialog.getByText("200.00 Cr").waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByLabel("Kind").selectOption({ label: "Charge" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 houses, Rs 1,000.00 in total").waitFor();
  await dialog.getByRole("button", { name: "Create 2 adjustments" }).click();
  await page.getByText("Adjustments added: 2").waitFor();
  for (const house of [aliPlot, sanaPlot])
    await page.getByRole("row").filter({ hasText: house.HouseNo }).getByText("Wedding hall").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a charge for several houses leaves out a selected house that a colleague has deleted, also after the preview", async () => {
  const { admin, portal, society, createPlot } = await openHarness();
  const deleted = await createPlot();
  const deletedAfterPreview = await createPlot();
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=adjustments`,
    "manager",
  );
  await page.getByRole("button", { name: "Several houses" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount for each house").fill("500");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await dialog.getByLabel("Reason").fill("Wedding hall");
  for (const { HouseNo } of [society.sanaPlot, deleted, deletedAfterPreview])
    await dialog.getByRole("checkbox", { name: `Select ${HouseNo}` }).click();
  await dialog.getByText("3 selected").waitFor();
  assertOk(await admin.delete(`/plot/${deleted.PlotID}`));
  await dialog.getByText("2 selected").waitFor();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Create 2 adjustments" }).waitFor();
  assertOk(await admin.delete(`/plot/${deletedAfterPreview.PlotID}`));
  await dialog.getByText("A house of this preview was deleted. Go back for a new preview.").waitFor();
  expect(await dialog.getByRole("button", { name: "Create 2 adjustments" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Create 1 adjustment" }).click();
  await page.getByText("Adjustments added: 1").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a charge for several houses asks before its preview is closed, and is added once although the answer is lost and the user goes back", async () => {
  const { admin, portal, society } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=adjustments`, "admin");
  await page.getByRole("button", { name: "Several houses" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount for each house").fill("500");
  await dialog.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await dialog.getByLabel("Reason").fill("Wedding hall");
  await dialog.getByRole("checkbox", { name: `Select ${society.sanaPlot.HouseNo}` }).click();
  const showPreview = dialog.getByRole("button", { name: "Preview" });
  const create = dialog.getByRole("button", { name: "Create 1 adjustment" });
  await showPreview.click();
  await create.waitFor();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  await page.route("**/api/adjustment/bulk", loseAnswer, { times: 1 });
  await create.click();
  await dialog.getByText(/^No answer came, so this may be done already\./).waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  await showPreview.click();
  await create.click();
  await page.getByText("Adjustments added: 1").waitFor();
  expect(await admin.list(adjustment)).toHaveLength(1);
});

test("the form of an adjustment has the fields of its kind, and an installment is waived from its row", async () => {
  const { admin, createSchedule, portal, society } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  const [installment] = await admin.list(paymentSchedule);
  if (!installment) throw new Error("The schedule is empty");
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=payment-schedule`,
    "admin",
  );
  await page.getByRole("button", { name: `Waive November of ${installment.HouseNo}` }).click();
  const form = page.getByRole("dialog");
  await expectValue(form.getByLabel("Amount", { exact: true }), String(installment.Amount));
  await form.getByLabel("Amount", { exact: true }).fill(String(installment.Amount + 1));
  await form.getByLabel("Date", { exact: true }).fill("2026-11-14");
  await form.getByLabel("Reason").fill("Widow of a member");
  await form.getByRole("button", { name: "Create Adjustment" }).click();
  await form.getByText(/^At most .* is possible$/).waitFor();
  await form.getByLabel("Kind").selectOption({ label: "Transfer" });
  await form.getByText("Credit: Rs 0.00").waitFor();
  await form.getByLabel("To house").waitFor();
  expect(await form.getByLabel("Installment or charge").count()).toBe(0);
  await form.getByLabel("Kind").selectOption({ label: "Waiver" });
  await form.getByLabel("Installment or charge").selectOption({ index: 1 });
  await form.getByLabel("Amount", { exact: true }).fill("500");
  await form.getByRole("button", { name: "Create Adjustment" }).click();
  await page.getByText("Adjustment added successfully").waitFor();
  await page.getByRole("row").getByText("waived 500.00").waitFor();
  expect(consoleErrors).toEqual([]);
});
