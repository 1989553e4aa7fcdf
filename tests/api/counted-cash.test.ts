// @module-tag requirement-47

import { describe, expect, test } from "vitest";
import type { Day } from "../../shared/dates.ts";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import { account } from "../../shared/resources/account.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { closeDrawer, openDrawer, readDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { importSheet } from "../harness/imports.ts";
import { createReceipt } from "../harness/mail.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

const today = "2026-11-15";
const tomorrow = "2026-11-16T07:00:00Z";
const cash = { HouseNo: "A-1", AmountPaid: 500, PaymentDate: today, PaymentMethod: "Cash" } as const;
const income = { Date: today, Payer: "Bilal", Category: "Scrap", Amount: 80, Method: "Cash" } as const;

const refusalOf = ({ status, body }: Reply) => [status, body.code, body.values];
const countedReceipt = (record: string) => [409, "receipt-counted", { record }];
const countedCash = (record: string) => [409, "cash-counted", { record }];

describe("cash in a drawer", () => {
  test("of a closed drawer stays as counted: a receipt is not corrected, but voided and recorded again in today's drawer and on today's date", async () => {
    const { admin, manager, clock } = await openHarness();
    const drawer = await openDrawer(manager);
    const { PaymentReceiptID } = await createReceipt(manager, cash);
    assertOk(await closeDrawer(manager, drawer, 1500));
    const counted = await readBook(admin, today);
    clock.set(tomorrow);
    const nextDrawer = await openDrawer(manager);
    const path = `/payment-receipt/${PaymentReceiptID}`;
    for (const change of [
      { AmountPaid: 450 },
      { PaymentDate: "2026-11-14" },
      { PaymentDate: "2026-11-16" },
      { PaymentMethod: "Online", Reference: "77" },
      { AccountID: await createAccount(admin) },
    ])
      expect(refusalOf(await manager.put(path, { ...cash, ...change }))).toEqual(countedReceipt("Drawer (manager)"));
    // The house and the remarks move no cash.
    assertOk(await manager.put(path, { ...cash, HouseNo: "A-2", Remarks: "Paid for his brother" }));
    assertOk(await manager.delete(path));
    await createReceipt(manager, { ...cash, AmountPaid: 450, PaymentDate: "2026-11-16" });
    expect(await readDrawer(admin, nextDrawer)).toMatchObject({ Expected: 950 });
    const { entries, ...sums } = await readBook(admin, today);
    const { entries: _, ...before } = counted;
    expect(sums).toEqual(before);
    expect(entries.map(({ No, In }) => [No, In])).toEqual([["R-1", 500]]);
    const { entries: later } = await readBook(admin, "2026-11-16");
    expect(later.map(({ Kind, In, Out }) => [Kind, In, Out])).toEqual([
      ["receipt", 450, 0],
      ["void", 0, 500],
    ]);
  });

  test("of a closed drawer stays as counted: expenses, other income and refunds are neither changed nor removed", async () => {
    const { admin, manager, society, createExpense } = await openHarness();
    const drawer = await openDrawer(admin);
    await createReceipt(admin, cash);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    const unpaid = await createExpense({ Amount: 30 });
    const { OtherIncomeID } = parseData(await admin.post("/other-income", income));
    const refund = { PlotID: society.aliPlot.PlotID, Kind: "refund", Amount: 50, Date: today, Reason: "Paid twice" };
    const { AdjustmentID } = parseData(await admin.post("/adjustment", refund));
    assertOk(await closeDrawer(admin, drawer, 1410));
    const counted = await readBook(admin, today);
    const expensePath = `/expenses/${expense.ExpenseID}`;
    const values = { ...expense, Version: undefined };
    const pettyCashId = await createAccount(admin);
    for (const reply of [
      await admin.put(expensePath, { ...values, Amount: 12 }),
      await admin.put(expensePath, { ...values, IsPaid: 0, PaidOnDate: null }),
      await admin.put(expensePath, { ...values, AccountID: pettyCashId }),
      await admin.delete(expensePath),
      await manager.put(`/other-income/${OtherIncomeID}`, { ...income, Amount: 8 }),
      await manager.put(`/other-income/${OtherIncomeID}`, { ...income, Date: "2026-11-14" }),
      await manager.delete(`/other-income/${OtherIncomeID}`),
      await manager.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Wrong house" }),
    ])
      expect(refusalOf(reply)).toEqual(countedCash("Drawer (admin)"));
    expect(await readBook(admin, today)).toEqual(counted);
    // What moves no cash can be changed, and what was not paid yet can be paid.
    assertOk(await admin.put(expensePath, { ...values, ExpenseTitle: "Bulbs", Payee: "Omar" }));
    assertOk(await admin.put(`/other-income/${OtherIncomeID}`, { ...income, Category: "Paper" }));
    assertOk(
      await admin.put(`/expenses/${unpaid.ExpenseID}`, { ...unpaid, Version: undefined, IsPaid: 1, PaidOnDate: today }),
    );
  });

  test("in an open drawer can be corrected, also on a day that was closed before", async () => {
    const { admin, clock, createExpense } = await openHarness();
    assertOk(await admin.post("/day-close", { Date: today }));
    clock.set(tomorrow);
    const drawer = await openDrawer(admin);
    const { PaymentReceiptID } = await createReceipt(admin, cash);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    assertOk(await admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...cash, AmountPaid: 450 }));
    assertOk(await admin.delete(`/expenses/${expense.ExpenseID}`));
    expect(await readDrawer(admin, drawer)).toMatchObject({ Expected: 1450 });
  });
});

describe("cash of a day", () => {
  test("that is closed stays, without a drawer, as it was at the day close, on its sheet and in the cash book", async () => {
    const { admin, clock, createExpense } = await openHarness();
    const receipt = await createReceipt(admin, cash);
    const online = { ...cash, PaymentMethod: "Online", Reference: "9", AmountPaid: 7 } as const;
    const onlineReceipt = await createReceipt(admin, online);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    const { OtherIncomeID } = parseData(await admin.post("/other-income", income));
    const pettyCashId = await createAccount(admin);
    const accountTransfer = { FromAccountID: 1, ToAccountID: pettyCashId, Date: today, Amount: 60 };
    const { AccountTransferID } = parseData(await admin.post("/account-transfer", accountTransfer));
    const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: today }));
    const counted = await readBook(admin, today);
    clock.set(tomorrow);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    for (const change of [{ AmountPaid: 450 }, { PaymentDate: "2026-11-16" }, { PaymentMethod: "Online" }])
      expect(refusalOf(await admin.put(path, { ...cash, ...change }))).toEqual(countedReceipt("15/11/2026"));
    const correctedMethod = { ...online, PaymentMethod: "Cash" };
    expect(refusalOf(await admin.put(`/payment-receipt/${onlineReceipt.PaymentReceiptID}`, correctedMethod))).toEqual(
      countedReceipt("15/11/2026"),
    );
    for (const reply of [
      await admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Version: undefined, Amount: 1 }),
      await admin.delete(`/expenses/${expense.ExpenseID}`),
      await admin.put(`/other-income/${OtherIncomeID}`, { ...income, Amount: 1 }),
      await admin.put(`/account-transfer/${AccountTransferID}`, { ...accountTransfer, Amount: 6 }),
      await admin.delete(`/account-transfer/${AccountTransferID}`),
    ])
      expect(refusalOf(reply)).toEqual(countedCash("15/11/2026"));
    // The online receipt has no account of its own, so it is in the book of the cash account; only cash is counted.
    assertOk(await admin.put(`/payment-receipt/${onlineReceipt.PaymentReceiptID}`, { ...online, AmountPaid: 8 }));
    assertOk(await admin.delete(path));
    const { entries, closing } = await readBook(admin, today);
    expect(closing).toBe(counted.closing + 1);
    expect(entries.filter(({ No }) => No !== "R-2")).toHaveLength(counted.entries.length - 1);
    const { entries: later } = await readBook(admin, "2026-11-16");
    expect(later.map(({ Kind, Out }) => [Kind, Out])).toEqual([["void", 500]]);
    expect(await admin.list(dayClose)).toEqual([sheet]);
  });

  test("can be corrected until the day is closed; a later day and what is recorded later stay open", async () => {
    const { admin, clock } = await openHarness();
    const receipt = await createReceipt(admin, cash);
    assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...cash, AmountPaid: 450 }));
    assertOk(await admin.post("/day-close", { Date: today }));
    clock.set(tomorrow);
    for (const PaymentDate of [today, "2026-11-16"]) {
      const later = await createReceipt(admin, { ...cash, PaymentDate });
      const path = `/payment-receipt/${later.PaymentReceiptID}`;
      assertOk(await admin.put(path, { ...cash, PaymentDate, AmountPaid: 1 }));
    }
  });

  test("is either closed or corrected, when both happen at once on two servers", async () => {
    const { admin, portal } = await openHarness();
    const second = (await portal.startAnotherServer()).person("admin");
    const receipts = await Promise.all(Array.from({ length: 10 }, () => createReceipt(admin, cash)));
    const [closing, ...changes] = await Promise.all([
      second.post("/day-close", { Date: today }),
      ...receipts.map(({ PaymentReceiptID }) =>
        admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...cash, AmountPaid: 501 }),
      ),
    ]);
    const sheet = parseRecord(dayClose, closing);
    expect(changes.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const book = await readBook(admin, today);
    expect(book.in).toBe(sheet.ByMethod.Cash);
  });
});

describe("undone imports", () => {
  test("of expenses are on no day close, because imported expenses are on none either; the cash book agrees", async () => {
    const { admin, createExpense } = await openHarness();
    const titles = "Type,Title,Month,Year,Amount,Paid,Paid On\n";
    assertOk(await importSheet(admin, "expenses", `${titles}Power,Lamps,11,2026,10,no,\n`));
    const csv = `${titles}Power,Lamps,11,2026,10,yes,15/11/2026\nPower,Pump,11,2026,500,yes,15/11/2026\n`;
    const { ImportBatchID } = parseData(await importSheet(admin, "expenses", csv));
    expect((await readBook(admin, today)).out).toBe(510);
    assertOk(await admin.post(`/import/expenses/${ImportBatchID}/undo`));
    await createExpense({ Amount: 20, IsPaid: 1, PaidOnDate: today });
    const closed = parseRecord(dayClose, await admin.post("/day-close", { Date: today }));
    expect(closed.Expenses).toBe((await readBook(admin, today)).out);
    expect(closed.Lines.map(({ Amount }) => Amount)).toEqual([-20]);
  });

  test("are removed even from a day that was closed meanwhile; its cash book is as before the import", async () => {
    const { admin } = await openHarness();
    const csv = "Type,Title,Month,Year,Amount,Paid,Paid On\nPower,Pump,11,2026,500,yes,15/11/2026\n";
    const { ImportBatchID } = parseData(await importSheet(admin, "expenses", csv));
    assertOk(await admin.post("/day-close", { Date: today }));
    assertOk(await admin.post(`/import/expenses/${ImportBatchID}/undo`));
    expect(await admin.list(expenses)).toEqual([]);
    expect((await readBook(admin, today)).out).toBe(0);
  });
});

/** The cash account on one day. */
async function readBook(reader: Person, day: Day) {
  return cashBookRecord.parse(assertOk(await reader.get(`/cash-book?from=${day}&to=${day}`)).body.data);
}

async function createAccount(admin: Person): Promise<number> {
  const form = { AccountName: "Petty cash", Kind: "cash", OpeningBalance: 0, OpeningDate: "2026-01-01" };
  return parseRecord(account, await admin.post("/account", form)).AccountID;
}

function parseData(reply: Reply) {
  return assertOk(reply).body.data as Record<
    "OtherIncomeID" | "AdjustmentID" | "AccountTransferID" | "ImportBatchID",
    number
  >;
}
