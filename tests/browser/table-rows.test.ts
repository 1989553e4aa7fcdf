// @module-tag browser
// @module-tag matrix
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { plot } from "../../shared/resources/plot.ts";
import { hoverForTitle, openScreen, setUpBrowser } from "../harness/browser.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const { portal, admin, manager, createPlot, createSchedule } = await openSharedHarness();
const OwnerName = "Muhammad Aslam";
const { PlotID, HouseNo } = await createPlot({ HouseNo: "B-7", OwnerName, MobileNo: "0300-1234567" });
await createSchedule({ plots: [PlotID] });
await createReceipt(admin, { HouseNo, AmountPaid: 3_000 });
const charge = { PlotID, Kind: "charge", Amount: 500, Date: "2026-11-15", Reason: "Water tanker" };
assertOk(await admin.post("/adjustment", charge));

const phone = { width: 390, height: 844 };

test("the reason of a refused change replaces a truncated text and its tooltip, and is not cut off on phones", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/payment-management?tab=payment-schedule`, "admin");
  const row = page
    .getByRole("row")
    .filter({ hasText: /days late/ })
    .last();
  const rowIndex = await row.getAttribute("aria-rowindex");
  // The state of the installment, in a column so narrow that it is truncated.
  const cell = page.locator(`[aria-rowindex="${rowIndex}"] [role=gridcell]:nth-child(11)`);
  await cell.evaluate((element) => element.style.setProperty("width", "40px"));
  await expect.poll(() => hoverForTitle(cell)).toMatch(/days late/);

  const message = "All months up to November 2026 are locked. Unlock them first, or record this with a later date.";
  const refusal = { success: false, message };
  await page.route("**/api/payment-schedule/*", (route) => route.fulfill({ status: 409, json: refusal }));
  await page.locator(`[aria-rowindex="${rowIndex}"]`).getByRole("checkbox").click();
  await cell.getByTitle(message).waitFor({ state: "attached" });
  await expect.poll(() => hoverForTitle(cell)).toBe("");

  await page.setViewportSize(phone);
  const reason = page.getByText(message);
  const isCutOff = () =>
    reason.evaluate((element) => {
      const bottomOf = (part: Element | null | undefined) => part?.getBoundingClientRect().bottom ?? 0;
      const card = element.closest("[role=row]");
      const list = [...document.querySelectorAll("[role=rowgroup]")].at(-1);
      return (
        element.scrollHeight > element.clientHeight ||
        bottomOf(element) >= bottomOf(card) ||
        bottomOf(card) > bottomOf(list)
      );
    });
  await expect.poll(isCutOff).toBe(false);
});

test("on phones the cards of houses name their owners, and the target that opens a chat is not cut off", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await page.setViewportSize(phone);
  for (const path of ["/payment-management?tab=adjustments", "/payment-management?tab=payment-receipt"]) {
    await openScreen(page, path);
    await page.getByRole("row").filter({ hasText: HouseNo }).getByText(OwnerName).waitFor();
  }
  await openScreen(page, "/finance-management?tab=ageing");
  const link = page.getByRole("link", { name: `WhatsApp to ${HouseNo}` });
  await link.waitFor();
  expect(await measureClickableSize(link)).toEqual({ width: 44, height: 44 });
});

test("the house's schedule shows the whole state of an installment, and the audit its changes, on every width", async () => {
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  for (const width of [1440, 1120, 800, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await openScreen(page, `/house/${HouseNo}?tab=schedule`);
    const state = page.getByRole("gridcell").filter({ hasText: "Not due yet" }).first();
    const isCutOff = () => state.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await expect.poll(isCutOff, { message: `${width} px` }).toBe(false);
    await openScreen(page, "/system-management?tab=audit");
    const changes = page.getByRole("columnheader", { name: "Changes" });
    await expect.poll(async () => (await changes.boundingBox())?.width).toBeGreaterThan(200);
  }
});

test("a changed row glows and then fades; with reduced motion it glows evenly and ends", async () => {
  const { page } = await browser.openSignedIn(`${portal.url()}/society-management?tab=plots`, "admin");
  const row = page.getByRole("row").filter({ hasText: HouseNo });
  await row.waitFor();
  for (const [reducedMotion, isEven] of [
    ["no-preference", false],
    ["reduce", true],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    const [record] = await manager.list(plot, `?HouseNo=${HouseNo}`);
    const [response] = await Promise.all([
      manager.put(`/plot/${PlotID}`, { ...record, LandlineNo: isEven ? "1" : "2" }),
      row.getByText("manager just now").waitFor(),
    ]);
    assertOk(response);
    const colors = await readGlow(row);
    expect(colors[0]).not.toBe("rgb(255, 255, 255)");
    expect(colors[1]).toBe(colors[0]);
    expect(colors[2] === colors[0]).toBe(isEven);
    await row.getByText("manager just now").waitFor({ state: "detached" });
  }
});

/** The background color of a row 0, 1.5 and 2.5 seconds after the start of its highlight. */
function readGlow(row: Locator): Promise<string[]> {
  return row.evaluate((element) => {
    const [animation] = element.getAnimations();
    // Below 0 if the row was rendered after its change arrived.
    const delay = animation?.effect?.getTiming().delay ?? 0;
    return [0, 1_500, 2_500].map((time) => {
      if (animation) animation.currentTime = Math.max(0, delay + time);
      return getComputedStyle(element).backgroundColor;
    });
  });
}

/** Width and height around the centre of a control within which a click reaches it. */
function measureClickableSize(control: Locator): Promise<{ width: number; height: number }> {
  return control.evaluate((element) => {
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const reaches = (x: number, y: number) => element.contains(document.elementFromPoint(x, y));
    const count = (size: number, isReached: (offset: number) => boolean) =>
      Array.from({ length: Math.round(size) }, (_, offset) => isReached(offset + 0.5)).filter(Boolean).length;
    return {
      width: count(width, (offset) => reaches(left + offset, top + height / 2)),
      height: count(height, (offset) => reaches(left + width / 2, top + offset)),
    };
  });
}
