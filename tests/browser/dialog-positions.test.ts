// @module-tag browser
// @module-tag matrix
import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { claim } from "../../shared/resources/claim.ts";
import { openScreen, pressRowAction, setUpBrowser } from "../harness/browser.ts";
import { shareHarness } from "../harness/harness.ts";
import { createJpeg } from "../harness/images.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser();

const openSociety = shareHarness(async (harness) => {
  const { admin, createSchedule } = harness;
  const { plan } = await createSchedule({ StartMonth: 10, EndMonth: 12 });
  assertOk(await admin.post("/month-lock", { Month: 8, Year: 2026 }));
  return { ...harness, plan };
});

describe.each([
  { size: "a phone", viewport: { width: 390, height: 844 } },
  { size: "a desktop", viewport: { width: 1440, height: 900 } },
])("on $size, fields and buttons stay in place", ({ viewport }) => {
  async function openWindowAt(path: string) {
    const { portal } = await openSociety();
    const { page } = await browser.openSignedIn(`${portal.url()}${path}`, "admin");
    await page.setViewportSize(viewport);
    return { page, form: page.getByRole("dialog") };
  }

  test("when an error is shorter than the hint that it replaces, or a line longer", async () => {
    const { page, form } = await openWindowAt("/society-management?tab=plot-users");
    await page.getByRole("button", { name: "Add User" }).click();
    await form.getByLabel("Username").fill("zubair");
    await form.getByLabel("Full Name").fill("Zubair Butt");
    await form.getByLabel("Role").selectOption({ label: "Clerk" });
    const userFormPositions = await readPositions(form);
    await form.getByLabel("Password", { exact: true }).fill("short");
    await form.getByRole("button", { name: "Create User" }).click();
    await form.getByText("Password must be at least").waitFor();
    expect(await readPositions(form)).toEqual(userFormPositions);
    await form.getByRole("button", { name: "Cancel" }).click();

    await openScreen(page, "/payment-management?tab=adjustments");
    await page.getByRole("button", { name: "Add Adjustment" }).first().click();
    const chargeFormPositions = await readPositions(form);
    for (const label of ["Date", "Due date"]) {
      await form.getByLabel(label, { exact: true }).fill("99/99/9999");
      await page.keyboard.press("Tab");
    }
    await expect.poll(() => form.getByText("Type a date such as 22/11/2026").count()).toBe(2);
    expect(await readPositions(form)).toEqual(chargeFormPositions);
    const message = "The amount must not be higher than the credit of the house";
    await page.route("**/api/adjustment", (route) => refuse(route, { errors: { Amount: message } }));
    await form.getByLabel("House", { exact: true }).fill("A-1");
    await page.keyboard.press("Tab");
    await form.getByLabel("Amount").fill("100");
    await form.getByLabel("Date", { exact: true }).fill("29/11/2026");
    await form.getByLabel("Due date", { exact: true }).fill("");
    await form.getByLabel("Reason").fill("Water tanker");
    await form.getByRole("button", { name: "Create Adjustment" }).click();
    await form.getByText(message).waitFor();
    expect(await readPositions(form)).toEqual(chargeFormPositions);
  });

  test("when the date is in a locked month", async () => {
    const { page, form } = await openWindowAt("/payment-management?tab=adjustments");
    for (const button of ["Add Adjustment", "Several houses"]) {
      await page.getByRole("button", { name: button }).first().click();
      await form.getByText("At least 3 characters").waitFor();
      if (button === "Several houses") await form.getByRole("checkbox", { name: "Select A-1" }).waitFor();
      const before = await readPositions(form);
      await form.getByLabel("Date", { exact: true }).fill("15/08/2026");
      await form.getByText(/08\/2026 is locked/).waitFor();
      expect(await readPositions(form)).toEqual(before);
      await form.getByRole("button", { name: "Cancel" }).click();
    }
  });

  test("when no month is chosen to be locked", async () => {
    const { page, form } = await openWindowAt("/finance-management?tab=month-lock");
    await page.getByRole("button", { name: "Lock Month" }).first().click();
    await form.getByText("Receipts still to be emailed").waitFor();
    const before = await readPositions(form);
    await form.getByLabel("Lock up to and including").selectOption({ label: "Select" });
    expect(await readPositions(form)).toEqual(before);
  });

  test("when the preview of several adjustments cannot be applied", async () => {
    const { page, form } = await openWindowAt("/payment-management?tab=adjustments");
    await page.getByRole("button", { name: "Several houses" }).click();
    await form.getByLabel("Amount for each house").fill("100");
    await form.getByLabel("Date", { exact: true }).fill("2026-11-15");
    await form.getByLabel("Reason").fill("Water tanker");
    await form.getByRole("checkbox", { name: "Select A-1" }).check();
    await form.getByRole("button", { name: "Preview" }).click();
    const create = form.getByRole("button", { name: "Create 1 adjustment" });
    await create.waitFor();
    const before = await readPositions(form);
    await page.route("**/api/adjustment/**", (route) => route.abort());
    await create.click();
    await form.getByRole("alert").waitFor();
    expect(await readPositions(form)).toEqual(before);
  });

  test("when the preview of a generation arrives, changes or fails", async () => {
    const { plan } = await openSociety();
    const { page, form } = await openWindowAt("/payment-management?tab=payment-plans");
    const path = `**/api/payment-plan/${plan.PaymentPlanID}/**`;
    const requests = await holdRequests(page, path);
    await pressRowAction(page, "Generate");
    await form.getByRole("status").waitFor();
    const before = await readPositions(form);
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    for (const request of requests) await request.continue();
    await form.getByText("No installments will be added.").waitFor();
    expect(await readPositions(form)).toEqual(before);
    await page.unroute(path);
    await page.route(path, (route) => refuse(route, { message: "The payment plan was deleted meanwhile" }));
    await form.getByLabel("From month").selectOption({ label: "November 2026" });
    await form.getByText("The payment plan was deleted meanwhile").waitFor();
    expect(await readPositions(form)).toEqual(before);
  });

  test("when the slip of a claim arrives late, and when a colleague declines the claim", async () => {
    const { admin, ali, society } = await openSociety();
    const { PlotID } = society.aliPlot;
    const claimForm = { Amount: 900, PaymentDate: "2026-11-14", Method: "Online", Reference: "TX-9" };
    const { ClaimID } = parseRecord(claim, await ali.post("/claim", { PlotID, ...claimForm }));
    const uploadRequest = { method: "PUT", body: new Uint8Array(createJpeg(40, 30)) } as const;
    await ali.fetch(`/claim/${ClaimID}/slip`, {
      ...uploadRequest,
      headers: { "content-type": "application/octet-stream" },
    });
    const { page, form } = await openWindowAt("/payment-management?tab=claims");
    const requests = await holdRequests(page, "**/api/claim/*/slip");
    await pressRowAction(page, "Confirm: A-1");
    await form.getByLabel("Reference").waitFor();
    await expect.poll(() => requests.length).toBe(1);
    const before = await readPositions(form);
    await requests[0]?.continue();
    await form.getByRole("img", { name: "Slip" }).waitFor();
    expect(await readPositions(form)).toEqual(before);
    assertOk(await admin.post(`/claim/${ClaimID}/decline`, { Note: "Not received" }));
    await form.getByText("This claim has already been decided or withdrawn.").waitFor();
    expect(await readPositions(form)).toEqual(before);
  });

  test("when the balance in the dialog for a transfer arrives late", async () => {
    const { page, form } = await openWindowAt("/house/A-1");
    const requests = await holdRequests(page, "**/api/plot/*/balance");
    await page.getByRole("button", { name: "Transfer ownership" }).click();
    await form.getByText("Loading...").waitFor();
    const before = await readPositions(form);
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    for (const request of requests) await request.continue();
    await form.getByText("is due until that day").waitFor();
    expect(await readPositions(form)).toEqual(before);
    await form.getByLabel("First day of the next owner").fill("01/10/2026");
    await form.getByText("Nothing is due until that day").first().waitFor();
    expect(await readPositions(form)).toEqual(before);
  });
});

/** Keeps the requests until the test answers them. */
async function holdRequests(page: Page, path: string): Promise<readonly Route[]> {
  const requests: Route[] = [];
  await page.route(path, (route) => void requests.push(route));
  return requests;
}

function refuse(route: Route, { message = "Invalid", errors = {} }: { message?: string; errors?: object }) {
  return route.fulfill({ status: 409, json: { success: false, message, errors } });
}

/**
 * The positions of the title, the fields and the buttons when the dialog's animation is over; those of its form are
 * relative to the form, because scrolling does not count.
 */
async function readPositions(dialog: Locator): Promise<Readonly<Record<string, readonly number[]>>> {
  await dialog.getByRole("button").last().click({ trial: true });
  return dialog.evaluate((panel) => {
    const positions: Record<string, readonly number[]> = {};
    // The buttons of a form that is higher than its dialog are at its lower edge, and move when the dialog is scrolled.
    const buttons = panel.querySelector("form [type=submit]")?.parentElement;
    if (buttons) buttons.style.position = "static";
    for (const [index, element] of [...panel.querySelectorAll("h2, form, input, select, textarea, button")].entries()) {
      const { left, top } = element.getBoundingClientRect();
      const form = element.parentElement?.closest("form");
      const start = form?.getBoundingClientRect().top ?? 0;
      const name = element.tagName === "BUTTON" ? element.textContent : element.getAttribute("name");
      positions[[index, element.tagName, name].join(" ")] = [left, element.tagName === "FORM" ? 0 : top - start].map(
        Math.round,
      );
    }
    buttons?.style.removeProperty("position");
    return positions;
  });
}
