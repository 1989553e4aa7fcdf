// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a certificate is refused while something is due, issued after the payment, downloaded, and withdrawn live by a charge", async () => {
  const { portal, admin, society, createSchedule } = await openHarness();
  const { PlotID } = society.aliPlot;
  await createSchedule({ StartMonth: 1, EndMonth: 1, plots: [PlotID] });
  const { page, consoleErrors } = await browser.openSignedIn(
    `${portal.url()}/society-management?tab=certificates`,
    "admin",
  );
  await page.getByText("No certificates yet.").waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("A-1");
  await page.getByRole("option").filter({ hasText: "A-1" }).click();
  await dialog.getByText("No certificate is possible: Rs 2,500.00 is due").waitFor();
  const submit = dialog.getByRole("button", { name: "Issue Certificate" });
  expect(await submit.isDisabled()).toBe(true);

  await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 2500 });
  await dialog.getByText("Nothing is due today").waitFor();
  await submit.click();
  const row = page.getByRole("row").filter({ hasText: "NDC-1" });
  await row.getByText("Valid").waitFor();
  const download = page.waitForEvent("download");
  await row.getByRole("button", { name: "PDF of NDC-1" }).click();
  expect((await download).suggestedFilename()).toBe("certificate_NDC-1.pdf");

  const charge = { PlotID, Kind: "charge", Amount: 500, Date: "2026-11-15", Reason: "Water tanker" };
  assertOk(await admin.post("/adjustment", charge));
  await row.getByText("Withdrawn").waitFor();
  await row.getByText("An amount became due").waitFor();
  await goTo(page, `${portal.url()}/house/A-1`);
  await page.getByRole("list", { name: "Certificates" }).getByText("Withdrawn").waitFor();
  expect(consoleErrors).toEqual([]);
});
