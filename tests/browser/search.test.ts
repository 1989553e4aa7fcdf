// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { expectFocused, goTo, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, createPlot, createSchedule } = await openSharedHarness();

test("the keyboard moves from the search box to the matches and back, and opens a match", async () => {
  const house = await createPlot({ HouseNo: "S-31", OwnerName: "Sohail Anjum" });
  await createPlot({ HouseNo: "S-32", OwnerName: "Sohail Tariq" });
  await createSchedule({ plots: [house.PlotID] });
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
  const row = (houseNo: string) => page.getByRole("row").filter({ hasText: houseNo });
  await row("S-31").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("sohail");
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-cursor]").filter({ hasText: "S-31" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-cursor]").filter({ hasText: "S-32" }).waitFor();
  await page.keyboard.press("Escape");
  await expectFocused(page.getByRole("searchbox"));
  await page.keyboard.type("s-31");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Edit Plot" }).waitFor();
  expect(await page.getByRole("dialog").getByLabel("Owner Name").inputValue()).toBe("Sohail Anjum");

  await goTo(page, "/payment-management?tab=payment-schedule");
  await row("S-31").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("s-31");
  await page.waitForURL(/q=s-31/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/house/S-31");

  // Lists whose records cannot be changed open the house.
  const charge = { Kind: "charge", PlotID: house.PlotID, Amount: 500, Date: "2026-11-01", Reason: "Broken gate" };
  assertOk(await admin.post("/adjustment", charge));
  for (const path of ["/finance-management?tab=received&month=all", "/payment-management?tab=adjustments"]) {
    await goTo(page, path);
    await row("S-31").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("s-31");
    await page.waitForURL(/q=s-31/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/house/S-31");
  }
  expect(consoleErrors).toEqual([]);
});

test("a new record is scrolled to and highlighted", async () => {
  for (let number = 100; number < 140; number++) await createPlot({ HouseNo: `P-${number}` });
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
  await page.getByText("P-100", { exact: true }).first().waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add Plot" });
  await form.getByLabel("House No").fill("Z-999");
  await form.getByLabel("Owner Name").fill("Nadia");
  for (const name of ["Category", "Type", "Floor"])
    await form.getByLabel(name, { exact: true }).selectOption({ index: 1 });
  await page.keyboard.press("Enter");
  await page
    .getByRole("row")
    .filter({ hasText: "Z-999" })
    .getByText(/just now/)
    .waitFor();
});

test("a search text of the address is cut to the length that the search box accepts", async () => {
  await createPlot({ HouseNo: "S-40", OwnerName: "Sadia Noor" });
  const address = `${portal.url()}/society-management?tab=plots`;
  const { page, consoleErrors } = await browser.openSignedIn(`${address}&q=${"sadia+".repeat(100)}`, "admin");
  await page.getByRole("row").filter({ hasText: "S-40" }).waitFor();
  const searchBox = page.getByRole("searchbox");
  expect(await searchBox.inputValue()).toHaveLength(200);
  await searchBox.fill("");
  await searchBox.pressSequentially("S".repeat(300));
  expect(await searchBox.inputValue()).toHaveLength(200);
  expect(consoleErrors).toEqual([]);
});
