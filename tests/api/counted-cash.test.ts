// @module-tag requirement-47

import { describe, expect, test } from "vitest";
import type { Day } from "../../shared/dates.ts";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import { account } from "../../shared/resources/account.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { closeDrawer, openDrawer, readDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { postImport, runImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

const today = "2026-11-15";
const noonTomorrow = "2026-11-16T07:00:00Z";
const receiptForm = { HouseNo: "A-1", AmountPaid: 500, PaymentDate: today, PaymentMethod: "Cash" } as const;
const incomeForm = { Date: today, Payer: "Bilal", Category: "Scrap", Amount: 80, Method: "Cash" } as const;

const readRefusal = ({ status, body }: Reply) => [status, body.code, body.values];
const receiptCountedRefusal = (record: string) => [409, "receipt-counted", { record }];
const cashCountedRefusal = (record: string) => [409, "cash-counted", { record }];

describe("cash in a drawer", () => {
  test("a receipt of a closed drawer cannot be corrected, but can be voided and recorded again in today's drawer", async () => {
    const { admin, manager, clock } = await openHarness();
    const drawer = await openDrawer(manager);
    const { PaymentReceiptID } = await createReceipt(manager, receiptForm);
    assertOk(await closeDrawer(manager, drawer, 1500));
    const bookBefore = await readBook(admin, today);
    clock.set(noonTomorrow);
    const nextDrawer = await openDrawer(manager);
    const path = `/payment-receipt/${PaymentReceiptID}`;
    for (const change of [
      { AmountPaid: 450 },
      { PaymentDate: "2026-11-14" },
      { PaymentDate: "2026-11-16" },
      { PaymentMethod: "Online", Reference: "77" },
      { AccountID: await createPettyCashAccount(admin) },
    ])
      expect(readRefusal(await manager.put(path, { ...receiptForm, ...change }))).toEqual(
        receiptCountedRefusal("Drawer (manager)"),
      );
    // A change of the house or the remarks does not change the cash.
    assertOk(await manager.put(path, { ...receiptForm, HouseNo: "A-2", Remarks: "Paid for his brother" }));
    assertOk(await manager.delete(path));
    await createReceipt(manager, { ...receiptForm, AmountPaid: 450, PaymentDate: "2026-11-16" });
    expect(await readDrawer(admin, nextDrawer)).toMatchObject({ Expected: 950 });
    const { entries, ...sums } = await readBook(admin, today);
    const { entries: _, ...sumsBefore } = bookBefore;
    expect(sums).toEqual(sumsBefore);
    expect(entries.map(({ No, In }) => [No, In])).toEqual([["R-1", 500]]);
    const { entries: laterEntries } = await readBook(admin, "2026-11-16");
    expect(laterEntries.map(({ Kind, In, Out }) => [Kind, In, Out])).toEqual([
      ["receipt", 450, 0],
      ["void", 0, 500],
    ]);
  });

  test("the amounts of expenses, other income and refunds of a closed drawer can be neither changed nor removed", async () => {
    const { admin, manager, createExpense } = await openHarness();
    const drawer = await openDrawer(admin);
    await createReceipt(admin, receiptForm);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    const unpaid = await createExpense({ Amount: 30 });
    const { OtherIncomeID } = parseIds(await admin.post("/other-income", incomeForm));
    const { AdjustmentID } = parseIds(await admin.post("/adjustment", adjustmentForm({ Kind: "refund", Amount: 50 })));
    assertOk(await closeDrawer(admin, drawer, 1410));
    const bookBefore = await readBook(admin, today);
    const expensePath = `/expenses/${expense.ExpenseID}`;
    const values = { ...expense, Version: undefined };
    const pettyCashId = await createPettyCashAccount(admin);
    for (const reply of [
      await admin.put(expensePath, { ...values, Amount: 12 }),
      await admin.put(expensePath, { ...values, IsPaid: 0, PaidOnDate: null }),
      await admin.put(expensePath, { ...values, AccountID: pettyCashId }),
      await admin.delete(expensePath),
      await manager.put(`/other-income/${OtherIncomeID}`, { ...incomeForm, Amount: 8 }),
      await manager.put(`/other-income/${OtherIncomeID}`, { ...incomeForm, Date: "2026-11-14" }),
      await manager.delete(`/other-income/${OtherIncomeID}`),
      await manager.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Wrong house" }),
    ])
      expect(readRefusal(reply)).toEqual(cashCountedRefusal("Drawer (admin)"));
    expect(await readBook(admin, today)).toEqual(bookBefore);
    // Other fields can be changed, and an unpaid expense can be paid.
    assertOk(await admin.put(expensePath, { ...values, ExpenseTitle: "Bulbs", Payee: "Omar" }));
    assertOk(await admin.put(`/other-income/${OtherIncomeID}`, { ...incomeForm, Category: "Paper" }));
    assertOk(
      await admin.put(`/expenses/${unpaid.ExpenseID}`, { ...unpaid, Version: undefined, IsPaid: 1, PaidOnDate: today }),
    );
  });

  test("cash in an open drawer can be corrected, also with a date whose day is closed", async () => {
    const { admin, clock, createExpense } = await openHarness();
    assertOk(await admin.post("/day-close", { Date: today }));
    clock.set(noonTomorrow);
    const drawer = await openDrawer(admin);
    const { PaymentReceiptID } = await createReceipt(admin, receiptForm);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    assertOk(await admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...receiptForm, AmountPaid: 450 }));
    assertOk(await admin.delete(`/expenses/${expense.ExpenseID}`));
    expect(await readDrawer(admin, drawer)).toMatchObject({ Expected: 1450 });
  });
});

describe("cash of a day", () => {
  test("cash without a drawer cannot be corrected after the day close, so that the sheet and the cash book stay as they are", async () => {
    const { admin, clock, createExpense } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    const onlineForm = { ...receiptForm, PaymentMethod: "Online", Reference: "9", AmountPaid: 7 } as const;
    const onlineReceipt = await createReceipt(admin, onlineForm);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    const { OtherIncomeID } = parseIds(await admin.post("/other-income", incomeForm));
    const pettyCashId = await createPettyCashAccount(admin);
    const transferForm = { FromAccountID: 1, ToAccountID: pettyCashId, Date: today, Amount: 60 };
    const { AccountTransferID } = parseIds(await admin.post("/account-transfer", transferForm));
    const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: today }));
    const bookBefore = await readBook(admin, today);
    clock.set(noonTomorrow);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    for (const change of [{ AmountPaid: 450 }, { PaymentDate: "2026-11-16" }, { PaymentMethod: "Online" }])
      expect(readRefusal(await admin.put(path, { ...receiptForm, ...change }))).toEqual(
        receiptCountedRefusal("15/11/2026"),
      );
    const correctedMethod = { ...onlineForm, PaymentMethod: "Cash" };
    expect(readRefusal(await admin.put(`/payment-receipt/${onlineReceipt.PaymentReceiptID}`, correctedMethod))).toEqual(
      receiptCountedRefusal("15/11/2026"),
    );
    for (const reply of [
      await admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Version: undefined, Amount: 1 }),
      await admin.delete(`/expenses/${expense.ExpenseID}`),
      await admin.put(`/other-income/${OtherIncomeID}`, { ...incomeForm, Amount: 1 }),
      await admin.put(`/account-transfer/${AccountTransferID}`, { ...transferForm, Amount: 6 }),
      await admin.delete(`/account-transfer/${AccountTransferID}`),
    ])
      expect(readRefusal(reply)).toEqual(cashCountedRefusal("15/11/2026"));
    // The online receipt has no account of its own, so it is in the book of the cash account; only cash is counted.
    assertOk(await admin.put(`/payment-receipt/${onlineReceipt.PaymentReceiptID}`, { ...onlineForm, AmountPaid: 8 }));
    assertOk(await admin.delete(path));
    const { entries, closing } = await readBook(admin, today);
    expect(closing).toBe(bookBefore.closing + 1);
    expect(entries.filter(({ No }) => No !== "R-2")).toHaveLength(bookBefore.entries.length - 1);
    const { entries: laterEntries } = await readBook(admin, "2026-11-16");
    expect(laterEntries.map(({ Kind, Out }) => [Kind, Out])).toEqual([["void", 500]]);
    expect(await admin.list(dayClose)).toEqual([sheet]);
  });

  test("cash can be corrected until its day is closed, and also when it is recorded after the day close", async () => {
    const { admin, clock } = await openHarness();
    const receipt = await createReceipt(admin, receiptForm);
    assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receiptForm, AmountPaid: 450 }));
    assertOk(await admin.post("/day-close", { Date: today }));
    clock.set(noonTomorrow);
    for (const PaymentDate of [today, "2026-11-16"]) {
      const laterReceipt = await createReceipt(admin, { ...receiptForm, PaymentDate });
      const path = `/payment-receipt/${laterReceipt.PaymentReceiptID}`;
      assertOk(await admin.put(path, { ...receiptForm, PaymentDate, AmountPaid: 1 }));
    }
  });

  test("counted cash cannot be corrected after the society has chosen another account for cash", async () => {
    const { admin, manager, clock, createExpense } = await openHarness();
    const pettyCashId = await createPettyCashAccount(admin);
    const drawer = await openDrawer(manager);
    const drawerReceipt = await createReceipt(manager, receiptForm);
    assertOk(await closeDrawer(manager, drawer, 1500));
    const receiptWithoutDrawer = await createReceipt(admin, receiptForm);
    const expense = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    const transferForm = { FromAccountID: 1, ToAccountID: pettyCashId, Date: today, Amount: 60 };
    const { AccountTransferID } = parseIds(await admin.post("/account-transfer", transferForm));
    assertOk(await admin.post("/day-close", { Date: today }));
    const { entries: _, ...sumsBefore } = await readBook(admin, today);
    clock.set(noonTomorrow);
    assertOk(await admin.put("/society", { Name: "S", MethodAccounts: { Cash: pettyCashId } }));
    const receipts = [
      [drawerReceipt, "Drawer (manager)"],
      [receiptWithoutDrawer, "15/11/2026"],
    ] as const;
    for (const [{ PaymentReceiptID }, record] of receipts)
      for (const change of [{ AmountPaid: 100 }, { AccountID: pettyCashId }])
        expect(
          readRefusal(await admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...receiptForm, ...change })),
        ).toEqual(receiptCountedRefusal(record));
    for (const reply of [
      await admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Version: undefined, Amount: 1 }),
      await admin.delete(`/account-transfer/${AccountTransferID}`),
    ])
      expect(readRefusal(reply)).toEqual(cashCountedRefusal("15/11/2026"));
    for (const [{ PaymentReceiptID }] of receipts) assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    const { entries, ...sums } = await readBook(admin, today);
    expect(sums).toEqual(sumsBefore);
    expect(entries).toHaveLength(4);
    expect((await readBook(admin, "2026-11-16")).out).toBe(1000);
    // Cash that is recorded in the earlier account since then has not been counted.
    const laterReceipt = await createReceipt(admin, { ...receiptForm, AccountID: 1 });
    const path = `/payment-receipt/${laterReceipt.PaymentReceiptID}`;
    assertOk(await admin.put(path, { ...receiptForm, AccountID: 1, AmountPaid: 450 }));
  });

  test("an expense that is paid after the day close can be corrected until the next one", async () => {
    const { admin, clock, createExpense } = await openHarness();
    const expense = await createExpense({ Amount: 120 });
    assertOk(await admin.post("/day-close", { Date: today }));
    clock.set(noonTomorrow);
    const put = (change: object) =>
      admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Version: undefined, ...change });
    const payment = { IsPaid: 1, PaidOnDate: today };
    assertOk(await put(payment));
    assertOk(await put({ ...payment, Amount: 100 }));
    assertOk(await put({ IsPaid: 0, PaidOnDate: null }));
    assertOk(await put(payment));
    clock.advanceMinutes(1);
    assertOk(await admin.post("/day-close", { Date: "2026-11-16" }));
    for (const change of [
      { ...payment, Amount: 90 },
      { IsPaid: 0, PaidOnDate: null },
    ])
      expect(readRefusal(await put(change))).toEqual(cashCountedRefusal("16/11/2026"));
  });

  test("the day close contains exactly the corrections that were accepted when both happen at once on two servers", async () => {
    const { admin, portal } = await openHarness();
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    const receipts = await Promise.all(Array.from({ length: 10 }, () => createReceipt(admin, receiptForm)));
    const [closing, ...changes] = await Promise.all([
      adminOnSecondServer.post("/day-close", { Date: today }),
      ...receipts.map(({ PaymentReceiptID }) =>
        admin.put(`/payment-receipt/${PaymentReceiptID}`, { ...receiptForm, AmountPaid: 501 }),
      ),
    ]);
    const sheet = parseRecord(dayClose, closing);
    expect(changes.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const book = await readBook(admin, today);
    expect(book.in).toBe(sheet.ByMethod.Cash);
  });
});

describe("undone imports", () => {
  test("a day close contains neither imported expenses nor the undo of their import, and agrees with the cash book", async () => {
    const { admin, createExpense } = await openHarness();
    const header = "Type,Title,Month,Year,Amount,Paid,Paid On\n";
    assertOk(await postImport(admin, "expenses", `${header}Power,Lamps,11,2026,10,no,\n`));
    const csv = `${header}Power,Lamps,11,2026,10,yes,15/11/2026\nPower,Pump,11,2026,500,yes,15/11/2026\n`;
    const { ImportBatchID } = await runImport(admin, "expenses", csv);
    expect((await readBook(admin, today)).out).toBe(510);
    assertOk(await admin.post(`/import/expenses/${ImportBatchID}/undo`));
    await createExpense({ Amount: 20, IsPaid: 1, PaidOnDate: today });
    const closed = parseRecord(dayClose, await admin.post("/day-close", { Date: today }));
    expect(closed.Expenses).toBe((await readBook(admin, today)).out);
    expect(closed.Lines.map(({ Amount }) => Amount)).toEqual([-20]);
  });

  test("an import can be undone after its day was closed, and the cash book is then as before the import", async () => {
    const { admin } = await openHarness();
    const csv = "Type,Title,Month,Year,Amount,Paid,Paid On\nPower,Pump,11,2026,500,yes,15/11/2026\n";
    const { ImportBatchID } = await runImport(admin, "expenses", csv);
    assertOk(await admin.post("/day-close", { Date: today }));
    assertOk(await admin.post(`/import/expenses/${ImportBatchID}/undo`));
    expect(await admin.list(expenses)).toEqual([]);
    expect((await readBook(admin, today)).out).toBe(0);
  });
});

/** The cash book of the cash account on one day. */
async function readBook(reader: Person, day: Day) {
  return cashBookRecord.parse(assertOk(await reader.get(`/cash-book?from=${day}&to=${day}`)).body.data);
}

async function createPettyCashAccount(admin: Person): Promise<number> {
  const form = { AccountName: "Petty cash", Kind: "cash", OpeningBalance: 0, OpeningDate: "2026-01-01" };
  return parseRecord(account, await admin.post("/account", form)).AccountID;
}

/** A successful reply with one of these ids. */
function parseIds(reply: Reply) {
  return assertOk(reply).body.data as Record<"OtherIncomeID" | "AdjustmentID" | "AccountTransferID", number>;
}
