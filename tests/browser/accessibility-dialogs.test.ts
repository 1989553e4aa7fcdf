// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawer } from "../../shared/resources/drawer.ts";
import { plot } from "../../shared/resources/plot.ts";
import { findViolationsInBothThemes } from "../harness/accessibility.ts";
import { expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { keepToasts, openScreen, setUpBrowser } from "../harness/browser.ts";
import { depositCheque } from "../harness/cheques.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createIndebtedPlots, createMailableReceipt } from "../harness/mail.ts";
import { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";
import { enrol } from "../harness/totp.ts";
import {
  clickButton,
  clickLastRowAction,
  type DialogCase,
  expectAccessibleDialog,
  openTranslatedWindows,
  type Translate,
  type TranslatedWindow,
} from "../harness/translated-windows.ts";

const browser = setUpBrowser();
const harness = await openSharedHarness();
const { portal, admin, manager, ali, society, clock } = harness;
await createMailableReceipt(harness);
await createIndebtedPlots(harness, {});
await depositCheque(admin);
const { PlotID } = society.aliPlot;
const claimForm = { PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Online", Reference: "TX-9" };
assertOk(await ali.post("/claim", claimForm));
assertOk(await admin.post("/bill", { Month: 11, Year: 2026 }));
assertOk(await admin.post("/day-close", { Date: "2026-11-14" }));
await setLimits(admin, { Void: 100 });
expectApprovalRequested(
  await manager.delete(`/payment-receipt/${(await createReceipt(admin, { HouseNo: "A-2" })).PaymentReceiptID}`),
);

let windows: TranslatedWindow[] = [];

beforeAll(async () => {
  windows = await openTranslatedWindows(browser, portal.url(), "admin");
});

const dialogs: Readonly<Record<string, DialogCase>> = {
  "voiding a receipt": {
    path: "/payment-management?tab=payment-receipt",
    open: (page) => page.locator("[aria-rowindex='2'] button").last().click(),
  },
  "generating a schedule": {
    path: "/payment-management?tab=payment-plans",
    open: (page, translate) => clickButton(page, translate("Generate Payment Schedule")),
  },
  "importing receipts": {
    path: "/payment-management?tab=payment-receipt",
    open: (page, translate) => clickButton(page, translate("Import")),
  },
  "the columns of an import": {
    path: "/society-management?tab=plots",
    open: chooseImportFile,
  },
  "the preview of an import": {
    path: "/society-management?tab=plots",
    open: async (page, translate) => {
      await chooseImportFile(page, translate);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: translate("Check the rows") }).click();
      await dialog.getByText(translate("Import preview"), { exact: true }).waitFor();
    },
  },
  "mailing receipts": {
    path: "/payment-management?tab=payment-receipt",
    open: (page, translate) => clickButton(page, translate("Send All Pending Emails")),
  },
  "sending reminders": {
    path: "/finance-management?tab=ageing",
    open: async (page, translate) => {
      await page.getByRole("checkbox", { name: translate("Select all shown houses") }).click();
      await clickButton(page, translate("Send reminders"));
    },
  },
  "opening a drawer": {
    path: "/finance-management?tab=drawers",
    open: (page, translate) => clickButton(page, translate("Open drawer")),
  },
  "counting a drawer": {
    path: "/counter",
    open: async (page, translate) => {
      if ((await admin.list(drawer)).length === 0) await openDrawer(admin);
      await clickButton(page, translate("Count and close"));
    },
  },
  "closing the day": {
    path: "/finance-management?tab=drawers",
    open: async (page, translate) => {
      await page.getByText(translate("Day closes"), { exact: true }).click();
      await clickButton(page, translate("Close day"));
    },
  },
  "marking a cheque as bounced": {
    path: "/finance-management?tab=cheques",
    open: async (page, translate) => {
      await page.getByText(translate("Deposited"), { exact: true }).click();
      const name = translate("Mark cheque {number} as bounced").replace("{number}", ".*");
      await page.getByRole("button", { name: new RegExp(name) }).click();
    },
  },
  "deleting a type of plots": {
    path: "/society-management?tab=plot-type",
    open: (page) => page.locator("[aria-rowindex='2'] button").last().click(),
  },
  "the sheet of a closed day": {
    path: "/finance-management?tab=drawers",
    open: async (page, translate) => {
      await page.getByText(translate("Day closes"), { exact: true }).click();
      await page.getByRole("row").filter({ hasText: "14/11/2026" }).click();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: translate("Received and paid") }).waitFor();
    },
  },
  "revising a service charge": {
    path: "/payment-management?tab=service-charges",
    open: (page) => page.locator("[aria-rowindex='2'] [role=gridcell]").last().getByRole("button").first().click(),
  },
  "printing bills": {
    path: "/payment-management?tab=bills",
    open: (page, translate) => clickButton(page, translate("Print Bills")),
  },
  "mailing bills": {
    path: "/payment-management?tab=bills",
    open: (page, translate) => clickButton(page, translate("Email Bills")),
  },
  "adjustments of several houses": {
    path: "/payment-management?tab=adjustments",
    open: (page, translate) => clickButton(page, translate("Several houses")),
  },
  "the preview of adjustments of several houses": {
    path: "/payment-management?tab=adjustments",
    open: async (page, translate) => {
      await clickButton(page, translate("Several houses"));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(translate("Amount for each house")).fill("500");
      await dialog.getByLabel(translate("Date"), { exact: true }).fill("14/11/2026");
      await dialog.getByLabel(translate("Reason")).fill("Water tanker");
      await dialog.getByRole("checkbox").first().click();
      await dialog.getByRole("button", { name: translate("Preview") }).click();
      await page.getByRole("dialog", { name: translate("Preview") }).waitFor();
    },
  },
  "waiving an installment": {
    path: "/payment-management?tab=payment-schedule",
    open: (page) => clickLastRowAction(page, 0),
  },
  "withdrawing an installment": {
    path: "/payment-management?tab=payment-schedule",
    open: (page) => clickLastRowAction(page, 1),
  },
  "confirming a claim": {
    path: "/payment-management?tab=claims",
    open: (page) => clickLastRowAction(page, 0),
  },
  "declining a claim": {
    path: "/payment-management?tab=claims",
    open: (page) => clickLastRowAction(page, 1),
  },
  "approving a request": {
    path: "/finance-management?tab=approvals",
    open: (page) => clickLastRowAction(page, 0),
  },
  "locking a month": {
    path: "/finance-management?tab=month-lock",
    open: (page, translate) => clickButton(page, translate("Lock Month")),
  },
  "moving a house to another type or floor": {
    path: "/house/A-1",
    open: (page, translate) => clickButton(page, translate("Move…")),
  },
  "transferring a house to its next owner": {
    path: "/house/A-1",
    open: (page, translate) => clickButton(page, translate("Transfer ownership")),
  },
  "adding a receipt on the page of a house": {
    path: "/house/A-1",
    open: (page, translate) => clickButton(page, translate("Add receipt")),
  },
  "turning on the second factor": {
    path: "/account",
    open: (page, translate) => clickButton(page, translate("Turn on")),
  },
  "discarding unsaved input": {
    path: "/finance-management?tab=expenses",
    open: async (page, translate) => {
      await clickButton(page, translate("Add Expense"));
      await page.getByRole("dialog").getByRole("textbox").first().fill("Water pump");
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  "a merge conflict": {
    path: "/society-management?tab=plots",
    open: async (page, translate) => {
      await page.getByRole("row").filter({ hasText: "A-1" }).first().getByRole("button").first().click();
      const form = page.getByRole("dialog");
      const owner = form.getByLabel(translate("Owner Name"));
      await owner.fill(`${await owner.inputValue()} (typed)`);
      const stored = parseRecord(plot, await admin.get(`/plot/${PlotID}`));
      assertOk(await admin.put(`/plot/${PlotID}`, { ...stored, OwnerName: `${stored.OwnerName} (saved)` }));
      await form.locator("button[type=submit]").click();
      await page.getByRole("radiogroup", { name: translate("Owner Name") }).waitFor();
    },
  },
};

describe("in both languages and themes", () => {
  test.each(Object.entries(dialogs))("the dialog for %s has no accessibility violations", (_name, dialog) =>
    expectAccessibleDialog(windows, dialog),
  );

  test("a row that has just been ticked and its toast have no accessibility violations", async () => {
    for (const { page, language } of windows) {
      await openScreen(page, "/payment-management?tab=payment-schedule");
      await keepToasts(page);
      await page.getByRole("treegrid").getByRole("checkbox", { checked: false }).first().click();
      await page.locator("[data-sonner-toast]").first().waitFor();
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  });

  test("the result of an import has no accessibility violations", async () => {
    for (const { page, translate, language } of windows) {
      await openScreen(page, "/society-management?tab=plots");
      await chooseImportFile(page, translate, [`I-${language},New owner,A,Residential,Ground`]);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: translate("Check the rows") }).click();
      await dialog.getByRole("button", { name: translate("Import 1 row") }).click();
      await dialog.getByText(translate("Import finished")).first().waitFor();
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
      await dialog
        .getByRole("button", { name: translate("Close") })
        .last()
        .click();
    }
  });

  // Last, because turning on the second factor ends the other sessions of the administrator.
  test("the dialog for confirming the identity with a code has no accessibility violations", async () => {
    const { page } = await browser.openSignedIn(`${portal.url()}/finance-management?tab=approvals`, "admin");
    const token = (await page.evaluate(() => localStorage.getItem("auth_token"))) ?? "";
    const handle = { url: portal.url, now: clock.now, renameUser: async () => undefined };
    await enrol(new Person({ username: "admin", portal: handle, token }), clock.now());
    clock.advanceMinutes(11);
    for (const { translate, language } of windows) {
      await page.evaluate((name) => localStorage.setItem("language", name), language);
      await page.reload();
      await clickLastRowAction(page, 0);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: translate("Approve"), exact: true })
        .click();
      await page.getByRole("dialog", { name: translate("Confirm that it is you") }).waitFor();
      expect(await findViolationsInBothThemes(page), language).toEqual([]);
    }
  });
});

/**
 * Opens the import dialog with a spreadsheet, whose columns it then shows. Of the default rows, the first changes a
 * house, the second adds one on a new floor and the third is rejected.
 */
async function chooseImportFile(
  page: Page,
  translate: Translate,
  rows: readonly string[] = [
    "A-1,Imported name,A,Residential,Ground",
    "Z-1,New owner,A,Residential,Tower",
    "Z-2,,A,Residential,Ground",
  ],
): Promise<void> {
  await clickButton(page, translate("Import"));
  const text = ["House No,Owner Name,Category,Type,Floor", ...rows].join("\n");
  const file = { name: "register.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByRole("dialog").getByText("register.csv").first().waitFor();
}
