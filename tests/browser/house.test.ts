// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { formatAmount } from "../../shared/money.ts";
import { adjustmentName } from "../../shared/resources/adjustment.ts";
import { createAdjustmentBuilders } from "../harness/adjustments.ts";
import { expectValue, goTo, openScreen, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, ali, society, createPlot, createSchedule, changeUser, revoke } = await openSharedHarness();
await createSchedule();
await createReceipt(admin, { HouseNo: "A-1", AmountPaid: 3_000 });

const yearQuery = "from=2026-01-01&to=2026-12-31";

test("a house number in the list of plots links to the page of the house", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "manager");
  await page.getByRole("link", { name: "A-1", exact: true }).click();
  await page.getByRole("heading", { name: "Ali" }).waitFor();
  await page.waitForURL("**/house/A-1");
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect.poll(() => breadcrumb.innerText()).toBe("Society Management / Plots / A-1");
  await page.getByText("Receipt R-1, Cash").waitFor();
  await expect.poll(() => page.title()).toBe("A-1, Ali · Gulshan-e-Test");
  expect(consoleErrors).toEqual([]);
});

test("on a phone the months of a year take the width of the page of a house, so that their names have space", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1`, "manager");
  await page.setViewportSize({ width: 390, height: 844 });
  const strip = page.getByRole("img", { name: /of 12 paid/ }).first();
  await expect.poll(async () => (await strip.boundingBox())?.width).toBeGreaterThan(340);
});

test("the page of a house ignores the case of the house number", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/a-1?tab=receipts`, "manager");
  await page.getByRole("gridcell", { name: "R-1", exact: true }).waitFor();
  await page.waitForURL(/\/house\/A-1\?tab=receipts$/);
});

test("the back button of a house that was opened by its address leads to the plots", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/a-1?tab=receipts`, "manager");
  await page.waitForURL(/\/house\/A-1\?tab=receipts$/);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.waitForURL(/\/society-management\?tab=plots$/);
});

test("the prepared message to an owner names no amount while records of the house are missing", async () => {
  const { FloorID } = society.floors.first;
  const { PlotID } = await createPlot({ HouseNo: "D-8", EmailID: "owner@example.org", FloorID });
  await createSchedule({ plots: [PlotID], FloorID });
  const { page } = await browser.openSignedIn(`${portal.url()}/guide`, "manager");
  await waitUntilLive(page);
  const readHref = () => page.getByRole("link", { name: "Email", exact: true }).getAttribute("href");
  const adjustments = /\/api\/adjustment[?]SettledPlotID=/;
  await page.route(adjustments, (route) => route.fulfill({ status: 503, json: { success: false, message: "Busy" } }));
  const scheduleLoaded = page.waitForResponse(/\/api\/payment-schedule[?]plot=/);
  await openScreen(page, "/house/D-8");
  await scheduleLoaded;
  await page.getByText("The balance could not be loaded").waitFor();
  expect(decodeURIComponent(String(await readHref()))).not.toContain("is due");
  await page.unroute(adjustments);
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect.poll(async () => decodeURIComponent(String(await readHref()))).toContain("is due as of");
});

test("the statement shows the amounts of the API", async () => {
  const expected = await readStatement(admin);
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1?${yearQuery}`, "manager");
  await page.getByText("Receipt R-1, Cash").waitFor();
  const table = page.getByRole("region", { name: "Statement" });
  await expect
    .poll(() => table.locator("tbody tr > :last-child").allInnerTexts())
    .toEqual([expected.opening, ...expected.entries.map(({ Balance }) => Balance)].map(formatAmount));
  await expect
    .poll(() => table.locator("tfoot td").allInnerTexts())
    .toEqual([expected.charged, expected.paid, expected.closing].map(formatAmount));
});

test("a statement is printed and saved only if its last day is not before its first", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1?from=2026-12-31&to=2026-01-01`, "manager");
  await page.getByText("Choose a first day and a last day that is not before it.").waitFor();
  await page.getByRole("link", { name: /^Schedule\s*12$/ }).waitFor();
  const print = page.getByRole("button", { name: "Print statement" });
  const savePdf = page.getByRole("button", { name: "PDF" });
  expect(await print.or(savePdf).count()).toBe(0);
  await goTo(page, `/house/A-1?${yearQuery}`);
  await print.waitFor();
  await savePdf.waitFor();
});

test("the prepared message to an owner names the overdue amount, without what is due today, like the list of overdue houses", async () => {
  const { HouseNo, PlotID } = await createPlot({ MobileNo: "0300-1234567" });
  const { addAdjustment } = createAdjustmentBuilders(admin);
  await addAdjustment({ PlotID, Amount: 700, Date: "2026-11-14" });
  await addAdjustment({ PlotID, Amount: 50, Date: "2026-11-15" });
  const { page } = await browser.openSignedIn(`${portal.url()}/house/${HouseNo}`, "manager");
  const link = page.getByRole("link", { name: "WhatsApp" });
  await expect.poll(() => link.getAttribute("href")).toContain(encodeURIComponent("Rs 700.00 is due"));
});

test("a receipt added by another user appears live with that user's name", async () => {
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}/house/A-1?${yearQuery}`, "manager");
  await page.getByText("Receipt R-1, Cash").waitFor();
  const before = await readStatement(admin);
  // Starts to wait before the change, because the name disappears after some seconds.
  const named = page.getByRole("row", { name: /Receipt R-\d+, Cash.*admin just now/ }).waitFor();
  await Promise.all([named, createReceipt(admin, { HouseNo: "A-1", AmountPaid: 500 })]);
  await page
    .getByRole("row", { name: new RegExp(`^Balance on 31/12/2026.*${formatAmount(before.closing - 500)}$`) })
    .waitFor();
  await page.getByText(/admin added receipt R-2/).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("the tabs of a house count the voided receipts and adjustments that they list", async () => {
  const { addAdjustment, voidAdjustment } = createAdjustmentBuilders(admin);
  const { PlotID } = society.aliPlot;
  await addAdjustment({ PlotID });
  await voidAdjustment(await addAdjustment({ PlotID, Reason: "Wedding hall" }));
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1?tab=adjustments`, "admin");
  await page.getByRole("row").filter({ hasText: "Wedding hall" }).getByText("Entered by mistake").waitFor();
  await page.getByRole("link", { name: /^Adjustments\s*2$/ }).waitFor();
});

test("a transfer of credit from another house is among the adjustments and changes of the house that gets it, also after its void", async () => {
  const { addAdjustment, voidAdjustment } = createAdjustmentBuilders(admin);
  const [{ PlotID }, receiver] = [await createPlot(), await createPlot()];
  await addAdjustment({ PlotID, Kind: "opening", Amount: -100, Date: "2026-11-01", Reason: "Paid ahead" });
  const transfer = await addAdjustment({ PlotID, Kind: "transfer", ToPlotID: receiver.PlotID, Reason: "Same owner" });
  const { page } = await browser.openSignedIn(`${portal.url()}/house/${receiver.HouseNo}?tab=adjustments`, "admin");
  const row = page.getByRole("row").filter({ hasText: "Same owner" });
  await row.waitFor();
  expect(await row.getByText("Entered by mistake").count()).toBe(0);
  await voidAdjustment(transfer);
  await row.getByText("Entered by mistake").waitFor();
  await page.getByRole("link", { name: /^Adjustments\s*1$/ }).waitFor();
  await goTo(page, `/house/${receiver.HouseNo}?tab=changes`);
  const changes = page.getByRole("region", { name: "Changes" });
  const name = adjustmentName(transfer);
  await changes.getByText(`admin added adjustment ${name}`).waitFor();
  await changes.getByText(`admin voided adjustment ${name}`).waitFor();
});

test("the changes of a house contain a corrected CNIC, masked for users without the permission to view it", async () => {
  const house = await createPlot();
  assertOk(await admin.put("/plot", { ...house, CNIC: "35202-1234567-1" }));
  const address = `${portal.url()}/house/${house.HouseNo}?tab=changes`;
  const { page } = await browser.openSignedIn(address, "admin");
  const changes = page.getByRole("region", { name: "Changes" });
  await changes.getByText("admin changed CNIC").waitFor();
  assertOk(await admin.put("/plot", { ...house, Version: undefined, CNIC: "35202-1234567-2" }));
  const correction = changes.getByRole("listitem").filter({ hasText: "35202-1234567-2" });
  await correction.filter({ hasText: "35202-1234567-1" }).first().waitFor();
  await revoke({ role: "Manager", page: "/society-management?tab=plots", action: "ViewCNIC" });
  const manager = await browser.openSignedIn(address, "manager");
  await manager.page.getByText("*****-*******-2").first().waitFor();
  expect(await manager.page.getByText("35202-1234567").count()).toBe(0);
});

test("the schedule of a house names the year of the address when nothing is due in it", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-1?tab=schedule&year=2031`, "manager");
  await page.getByText("No installment is due in 2031").waitFor();
  const year = page.getByRole("combobox", { name: /^Year/ });
  await expectValue(year, "2031");
  await page.getByRole("button", { name: "Show all years" }).click();
  await expectValue(year, "all");
  await page.getByRole("checkbox", { name: "October 2026 of A-1 paid" }).waitFor();
});

test("the page of a house opens the receipt form with the outstanding amount filled in", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-2`, "manager");
  await page.getByRole("button", { name: "Add receipt" }).waitFor();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog");
  await expectValue(form.getByLabel("Amount"), "27500");
  // The form proposes the day of the browser's clock, which is ahead of the harness's clock.
  await form.getByLabel("Payment Date").fill("2026-11-15");
  await form.getByRole("button", { name: "Create Receipt" }).press("Enter");
  await page.getByText("Payment receipt added").waitFor();
  await page.getByText("Nothing overdue").waitFor();
});

test("a resident sees only their own house; another house is not distinguished from one that does not exist", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "ali");
  await page.getByRole("region", { name: "My houses" }).getByRole("link", { name: "A-1", exact: true }).click();
  await page.getByRole("heading", { name: "Ali" }).waitFor();
  expect(await page.getByRole("button", { name: "Add receipt" }).count()).toBe(0);
  for (const number of ["A-2", "Z-99"]) {
    await goTo(page, `/house/${number}`);
    await page.getByText("This house does not exist, or you have no access to it").waitFor();
  }
  expect((await ali.get(`/plot/${society.sanaPlot.PlotID}/statement`)).status).toBe(404);
});

test("a house that is unlinked from a resident is hidden at once", {
  tags: "requirement-5",
}, async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/house/A-2`, "sana");
  await page.getByRole("heading", { name: "Sana" }).waitFor();
  await changeUser("sana", { PlotIDs: [] });
  await page.getByText("This house was deleted, or you no longer have access to it").waitFor();
});

async function readStatement(person: Person) {
  const reply = await person.get(`/plot/${society.aliPlot.PlotID}/statement?${yearQuery}`);
  return statementRecord.parse(assertOk(reply).body.data);
}
