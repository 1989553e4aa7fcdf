// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { claim } from "../../shared/resources/claim.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { users } from "../../shared/resources/users.ts";
import { expectValue, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createJpeg } from "../harness/images.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();

test("a resident claims from the home page with a photo of the slip, and sees the receipt that the office records", async () => {
  const { portal, ali } = await openHarness();
  const { page: office, ...officeWindow } = await browser.openSignedIn(
    `${portal.url()}/payment-management?tab=claims`,
    "admin",
  );
  await office.getByText("No open claims.").waitFor();
  const { page: home, ...homeWindow } = await browser.openSignedIn(portal.url(), "ali");
  await home.getByRole("link", { name: "I Have Paid" }).click();
  const form = home.getByRole("dialog");
  await form.getByLabel("Amount").fill("5000");
  await form.getByLabel("Payment Date").fill("2026-11-14");
  await form.getByLabel("Bank").fill("HBL");
  await form.getByLabel("Reference").fill("TX-1");
  const photo = { name: "slip.jpg", mimeType: "image/jpeg", buffer: createJpeg(40, 30) };
  await form.getByLabel("Photo of the slip").setInputFiles(photo);
  await form.getByRole("button", { name: "Send Claim" }).click();
  await form.waitFor({ state: "hidden" });

  await office.getByRole("link", { name: "1 claim waits for the office" }).waitFor();
  expect(await home.getByRole("link", { name: /waits for the office/ }).count()).toBe(0);
  await office.getByRole("button", { name: "Confirm: A-1" }).click();
  const confirmation = office.getByRole("dialog");
  await confirmation.getByRole("img", { name: "Slip" }).waitFor();
  expect(await confirmation.getByLabel("Reference").inputValue()).toBe("TX-1");
  await confirmation.getByRole("button", { name: "Record receipt" }).click();
  await office.getByText("No open claims.").waitFor();
  await home.getByText("Confirmed · R-1").waitFor();
  expect(await ali.list(claim)).toMatchObject([{ State: "confirmed", AttachmentType: "image/jpeg" }]);
  expect([...officeWindow.consoleErrors, ...homeWindow.consoleErrors]).toEqual([]);
});

test("the claim form of a resident with several houses is filled with the house whose card opened it", async () => {
  const { portal, admin, createPlot } = await openHarness();
  const { PlotID, HouseNo } = await createPlot({ HouseNo: "K-2" });
  const aliUser = (await admin.list(users)).find(({ Username }) => Username === "ali");
  const PlotIDs = [...(aliUser?.PlotIDs ?? []), PlotID];
  assertOk(await admin.put(`/users/${aliUser?.UserID}`, { ...aliUser, PlotIDs }));
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "ali");
  const card = page.getByRole("region", { name: "My houses" }).getByRole("listitem").filter({ hasText: HouseNo });
  await card.getByRole("link", { name: "I Have Paid" }).click();
  await expectValue(page.getByRole("dialog").getByLabel("House"), String(PlotID));
  expect(consoleErrors).toEqual([]);
});

test("two clerks open one claim: one records the receipt, and the dialog of the other says that the claim has been decided", async () => {
  const { portal, admin, ali, society } = await openHarness();
  const { PlotID } = society.aliPlot;
  const body = { PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Online", Reference: "TX-9" };
  assertOk(await ali.post("/claim", body));
  const claims = `${portal.url()}/payment-management?tab=claims`;
  const windows = [await browser.openSignedIn(claims, "admin"), await browser.openSignedIn(claims, "manager")] as const;
  for (const { page } of windows) await page.getByRole("button", { name: "Confirm: A-1" }).click();
  const [first, second] = windows.map(({ page }) => page.getByRole("dialog"));
  await first?.getByRole("button", { name: "Record receipt" }).click();
  await first?.waitFor({ state: "detached" });
  await second?.getByText("This claim has already been decided or withdrawn.").waitFor();
  expect(await second?.getByRole("button", { name: "Record receipt" }).isDisabled()).toBe(true);
  expect(await admin.list(paymentReceipt)).toMatchObject([{ AmountPaid: 900 }]);
});
