// @module-tag requirement-47

import { describe, expect, test } from "vitest";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { drawerMovement } from "../../shared/resources/drawer-movement.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { approve, expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { closeDrawer, openDrawer, readDrawer, requireDrawer } from "../harness/drawers.ts";
import { openHarness } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const drawersPage = "/finance-management?tab=drawers";
const today = "2026-11-15";
const cashReceiptForm = { HouseNo: "A-1", AmountPaid: 500, PaymentDate: today, PaymentMethod: "Cash" } as const;

describe("a drawer", () => {
  test("cash that the cashier records changes the expected cash of a drawer, and receipts by other methods are separate sums", async () => {
    const { admin, manager, createExpense } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    expect(adminDrawer).toMatchObject({
      UserID: 1,
      Cashier: "admin",
      Float: 1000,
      Expected: 1000,
      ClosedAt: null,
      Counted: null,
    });
    await createReceipt(admin, cashReceiptForm);
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 300, PaymentMethod: "Cheque" });
    await createReceipt(manager, { ...cashReceiptForm, AmountPaid: 70 });
    const { ExpenseID } = await createExpense({ Amount: 120, IsPaid: 1, PaidOnDate: today });
    await createExpense({ Amount: 999 });
    const incomeForm = { Date: today, Payer: "Bilal", Category: "Rent of the hall", Amount: 2000, Method: "Cash" };
    assertOk(await admin.post("/other-income", incomeForm));
    assertOk(await admin.post("/other-income", { ...incomeForm, Method: "Online" }));
    assertOk(await admin.post("/adjustment", adjustmentForm({ Kind: "refund", Amount: 50 })));
    const sums = { OtherIncome: 2000, Refunds: 50, Expenses: 120, Expected: 3330 };
    const ByMethod = { Cash: 500, "Bank Transfer": 0, Cheque: 300, Online: 0 };
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ ...sums, ByMethod });

    assertOk(await admin.delete(`/expenses/${ExpenseID}`));
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expenses: 0, Expected: 3450 });
    expect(
      (await admin.list(drawerMovement, `?drawer=${adminDrawer.DrawerID}`)).map(({ No, Action, Amount }) => [
        No,
        Action,
        Amount,
      ]),
    ).toEqual([
      ["R-1", "added", 500],
      ["R-2", "added", 300],
      ["E-1", "added", -120],
      ["OI-1", "added", 2000],
      ["ADJ-1", "added", -50],
      ["E-1", "removed", 120],
    ]);
  });

  test("a drawer contains only money of the account that is set for cash", async () => {
    const { admin } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    const pettyCashForm = { AccountName: "Petty cash", Kind: "cash", OpeningBalance: 0, OpeningDate: "2026-01-01" };
    const { AccountID } = assertOk(await admin.post("/account", pettyCashForm)).body.data as { AccountID: number };
    await createReceipt(admin, { ...cashReceiptForm, AccountID });
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 1000 });
    const { body } = assertOk(await admin.get("/society"));
    const society = body.data as { MethodAccounts: object };
    const changedSociety = { ...society, MethodAccounts: { ...society.MethodAccounts, Cash: AccountID } };
    const refused = await admin.put("/society", changedSociety);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      "wrong-state",
      "Not possible, because Drawer (admin) is open",
    ]);
    assertOk(await closeDrawer(admin, adminDrawer, 1000));
    assertOk(await admin.put("/society", changedSociety));
    const nextDrawer = await openDrawer(admin);
    await createReceipt(admin, cashReceiptForm);
    expect(await readDrawer(admin, nextDrawer)).toMatchObject({ Expected: 1500 });
  });

  test("a change of the amount, method or state of a receipt changes the drawer of its cashier, also when a colleague makes it", async () => {
    const { admin, manager } = await openHarness();
    const managerDrawer = await openDrawer(manager);
    const adminDrawer = await openDrawer(admin);
    const receipt = await createReceipt(manager, cashReceiptForm);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    const readExpected = async () => (await readDrawer(admin, managerDrawer))?.Expected;
    assertOk(await admin.put(path, { ...cashReceiptForm, AmountPaid: 450 }));
    expect(await readExpected()).toBe(1450);
    assertOk(await admin.put(path, { ...cashReceiptForm, AmountPaid: 450, PaymentMethod: "Cheque" }));
    expect(await readExpected()).toBe(1000);
    expect((await readDrawer(admin, managerDrawer))?.ByMethod).toMatchObject({ Cash: 0, Cheque: 450 });
    assertOk(await manager.put(path, { ...cashReceiptForm, AmountPaid: 450, Remarks: "Cash after all" }));
    assertOk(await admin.delete(path));
    expect(await readExpected()).toBe(1000);
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 1000 });
  });

  test("a drawer can be closed once, with counted notes and coins, and a difference needs a reason", async () => {
    const { admin } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 6789 });
    const close = (body: object) => admin.post(`/drawer/${adminDrawer.DrawerID}/close`, body);
    const Denominations = {
      "5000": 1,
      "1000": 2,
      "500": 1,
      "100": 2,
      "50": 1,
      "20": 1,
      "10": 1,
      "5": 1,
      "2": 1,
      "1": 2,
    };
    const shortCount = await close({ Denominations: { ...Denominations, "1": 1 } });
    expect([shortCount.status, shortCount.body.errors]).toEqual([
      400,
      { DifferenceReason: "Counted Rs 7,788.00, expected Rs 7,789.00: the difference needs a reason" },
    ]);
    for (const wrongDenominations of [{ "3000": 1 }, { "1": 1.5 }, { "1": -1 }, { "1": "2" }, [1], null])
      expect((await close({ Denominations: wrongDenominations })).status).toBe(400);
    expect((await close({})).status).toBe(400);
    const closed = parseRecord(drawer, await close({ Denominations }));
    expect(closed).toMatchObject({
      Expected: 7789,
      Counted: 7789,
      Difference: 0,
      DifferenceReason: "",
      ClosedAt: "2026-11-15T07:00:00.000Z",
    });
    expect(closed.Denominations).toHaveLength(10);
    const repeated = await close({ Denominations });
    expect([repeated.status, repeated.body.code, repeated.body.message]).toEqual([
      409,
      "wrong-state",
      "Not possible, because Drawer (admin) is closed",
    ]);
  });

  test("a void takes the money from the open drawer of the user who voids and does not change a closed drawer", async () => {
    const { admin, manager } = await openHarness();
    const closedDrawer = await openDrawer(manager);
    const firstReceipt = await createReceipt(manager, cashReceiptForm);
    const secondReceipt = await createReceipt(manager, cashReceiptForm);
    const stateBefore = assertOk(await closeDrawer(manager, closedDrawer, 2000)).body.data;
    const adminDrawer = await openDrawer(admin);
    assertOk(await admin.delete(`/payment-receipt/${firstReceipt.PaymentReceiptID}`));
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 500, ByMethod: { Cash: -500 } });
    // Without an open drawer, the void changes only the cash account.
    assertOk(await manager.delete(`/payment-receipt/${secondReceipt.PaymentReceiptID}`));
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 500 });
    expect(await readDrawer(admin, closedDrawer)).toEqual(stateBefore);
  });

  test("the cash book keeps voided cash of a closed drawer on its day, and takes it out on the day of the void", async () => {
    const { admin, manager, clock } = await openHarness();
    const closedDrawer = await openDrawer(manager);
    const cashReceipt = await createReceipt(manager, cashReceiptForm);
    const onlineReceipt = await createReceipt(manager, { ...cashReceiptForm, PaymentMethod: "Online", AmountPaid: 30 });
    assertOk(await closeDrawer(manager, closedDrawer, 1500));
    const sheet = assertOk(await admin.post("/day-close", { Date: today })).body.data;
    clock.set("2026-11-16T07:00:00Z");
    const laterDrawer = await openDrawer(admin);
    const mistypedReceipt = await createReceipt(admin, { ...cashReceiptForm, AmountPaid: 70 });
    for (const { PaymentReceiptID } of [cashReceipt, onlineReceipt, mistypedReceipt])
      assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    expect(await readDrawer(admin, laterDrawer)).toMatchObject({
      Expected: 500,
      ByMethod: { Cash: -500, Online: -30 },
    });
    expect(await readEntries(admin)).toEqual([
      [today, "receipt", "R-1", 500, 0],
      ["2026-11-16", "void", "R-1", 0, 500],
    ]);
    expect(await admin.list(dayClose)).toEqual([sheet]);
  });

  test("the void of cash recorded without a drawer takes the cash from the drawer of the user who voids", async () => {
    const { admin, manager } = await openHarness();
    const [voidedByManager, voidedByAdmin] = [
      await createReceipt(admin, cashReceiptForm),
      await createReceipt(admin, cashReceiptForm),
    ];
    const managerDrawer = await openDrawer(manager);
    assertOk(await manager.delete(`/payment-receipt/${voidedByManager.PaymentReceiptID}`));
    assertOk(await admin.delete(`/payment-receipt/${voidedByAdmin.PaymentReceiptID}`));
    expect(await readDrawer(admin, managerDrawer)).toMatchObject({ Expected: 500 });
    expect(await readEntries(admin)).toEqual([
      [today, "receipt", "R-1", 500, 0],
      [today, "void", "R-1", 0, 500],
    ]);
  });

  test("imported payments and their voids do not change a drawer, and a void takes the money from the account on its day", async () => {
    const { admin } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    assertOk(
      await postImport(
        admin,
        "receipts",
        "House No,Amount,Date,Method\nA-1,300,01/11/2026,Cash\nA-1,80,02/11/2026,Online\n",
      ),
    );
    assertOk(
      await postImport(admin, "expenses", "Ref,Type,Title,Month,Amount,Paid On\n1,Office,Tea,11/2026,20,03/11/2026\n"),
    );
    assertOk(await admin.delete("/payment-receipt/1"));
    assertOk(await admin.delete("/payment-receipt/2"));
    assertOk(await admin.delete("/expenses/1"));
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 1000, Expenses: 0 });
    expect(await readEntries(admin)).toEqual([
      ["2026-11-01", "receipt", "R-1", 300, 0],
      [today, "void", "R-1", 0, 300],
    ]);
    assertOk(await closeDrawer(admin, adminDrawer, 1000));
    const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: today }));
    expect(sheet).toMatchObject({ ByMethod: { Cash: -300, Online: -80 }, ReceiptCount: 0 });
  });

  test("a drawer pays an unpaid imported expense that is marked as paid, until it is marked as unpaid", async () => {
    const { admin } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    const csv = (paidOn: string) => `Ref,Type,Title,Month,Amount,Paid On\n1,Office,Tea,11/2026,20,${paidOn}\n`;
    assertOk(await postImport(admin, "expenses", csv("")));
    const [expense] = await admin.list(expenses);
    const setPaid = (IsPaid: 0 | 1) => setExpensePaid(admin, expense, IsPaid);
    const readExpenses = async () => (await readDrawer(admin, adminDrawer))?.Expenses;
    await setPaid(1);
    expect(await readExpenses()).toBe(20);
    await setPaid(0);
    expect(await readExpenses()).toBe(0);
    assertOk(await postImport(admin, "expenses", csv("14/11/2026")));
    await setPaid(0);
    expect(await readExpenses()).toBe(0);
    await setPaid(1);
    expect(await readExpenses()).toBe(20);
  });

  test("an expense that one cashier marked as paid and then as unpaid is paid from the drawer of the colleague who pays it later", async () => {
    const { admin, manager, createExpense } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    const managerDrawer = await openDrawer(manager);
    const expense = await createExpense({ Amount: 500 });
    const readExpected = async () => [
      (await readDrawer(admin, adminDrawer))?.Expected,
      (await readDrawer(admin, managerDrawer))?.Expected,
    ];
    await setExpensePaid(admin, expense, 1);
    expect(await readExpected()).toEqual([500, 1000]);
    await setExpensePaid(admin, expense, 0);
    await setExpensePaid(manager, expense, 1);
    expect(await readExpected()).toEqual([1000, 500]);
    await setExpensePaid(manager, expense, 0);
    assertOk(await closeDrawer(admin, adminDrawer, 1000));
    assertOk(await closeDrawer(manager, managerDrawer, 1000));
    // No drawer has the expense any more, so the closed ones do not refuse its next payment.
    await setExpensePaid(manager, expense, 1);
    await setExpensePaid(manager, expense, 0);
    expect(await readExpected()).toEqual([1000, 1000]);
  });

  test("a drawer is handed over to a colleague with the counted cash, or without a count with the expected cash", async () => {
    const { admin, manager, clerk, ali } = await openHarness();
    const adminDrawer = await openDrawer(admin);
    const userIdOf = async (person: typeof admin) => (await person.session()).user.UserID;
    const handOver = (id: number, body: object) => admin.post(`/drawer/${id}/handover`, body);
    for (const ToUserID of [await userIdOf(admin), await userIdOf(clerk), await userIdOf(ali), 9999])
      expect((await handOver(adminDrawer.DrawerID, { ToUserID })).body.errors).toEqual({
        ToUserID: "This user cannot take over a drawer",
      });
    expect((await handOver(adminDrawer.DrawerID, {})).status).toBe(400);
    const ToUserID = await userIdOf(manager);
    expect(assertOk(await admin.get("/drawer/colleagues")).body.data).toEqual([
      { UserID: ToUserID, FullName: "manager" },
    ]);
    const countForm = { Denominations: { "500": 1, "100": 4 }, DifferenceReason: "One note was false" };
    const handedOverDrawer = parseRecord(drawer, await handOver(adminDrawer.DrawerID, { ToUserID, ...countForm }));
    expect(handedOverDrawer).toMatchObject({
      Counted: 900,
      Difference: -100,
      HandedTo: "manager",
      HandedToDrawerID: 2,
    });
    const [, managerDrawer] = await admin.list(drawer);
    expect(managerDrawer).toMatchObject({
      Cashier: "manager",
      Float: 900,
      Expected: 900,
      ClosedAt: null,
      HandedFrom: "admin",
    });
    await openDrawer(admin);
    expect((await handOver(2, { ToUserID: await userIdOf(admin) })).body.code).toBe("wrong-state");
    expect((await handOver(1, { ToUserID })).body.message).toBe("Not possible, because Drawer (admin) is closed");
    assertOk(await closeDrawer(admin, { DrawerID: 3 }, 1000));
    const returnedDrawer = parseRecord(
      drawer,
      await manager.post("/drawer/2/handover", { ToUserID: await userIdOf(admin) }),
    );
    expect(returnedDrawer).toMatchObject({ Counted: 900, Difference: 0, Denominations: [] });
    expect(await readDrawer(admin, { DrawerID: 4 })).toMatchObject({ Cashier: "admin", Float: 900 });
  });
});

describe("rights to drawers", () => {
  test("cashiers can read and close their own drawer, users with the page can read all drawers, and supervisors can also close them", async () => {
    const { admin, manager, clerk, ali, grant } = await openHarness();
    for (const person of [clerk, ali]) expect((await person.post("/drawer", { Float: 0 })).status).toBe(403);
    expect((await clerk.get("/drawer/own")).status).toBe(403);
    await grant({ role: "Clerk", page: drawersPage, action: "Add" });
    expect(assertOk(await clerk.get("/drawer/own")).body.data).toBeNull();
    const clerkDrawer = await openDrawer(clerk);
    const adminDrawer = await openDrawer(admin);
    expect(assertOk(await clerk.get("/drawer/own")).body.data).toEqual(clerkDrawer);
    expect((await clerk.get("/drawer")).status).toBe(403);
    expect((await clerk.get("/drawer-movement")).status).toBe(403);
    expect((await closeDrawer(clerk, adminDrawer, 1000)).status).toBe(403);
    await grant({ role: "Clerk", page: drawersPage, action: "View" });
    expect(await clerk.list(drawer)).toHaveLength(2);
    expect((await closeDrawer(clerk, adminDrawer, 1000)).status).toBe(403);
    assertOk(await closeDrawer(clerk, clerkDrawer, 1000));
    expect((await closeDrawer(clerk, clerkDrawer, 1000)).body.code).toBe("wrong-state");
    expect(assertOk(await closeDrawer(manager, adminDrawer, 1000)).body.data).toMatchObject({ ClosedBy: "manager" });
    expect((await closeDrawer(manager, { DrawerID: 77 }, 1000)).status).toBe(404);
  });

  test("the approved void of a receipt takes the money from the drawer of the user who requested it", async () => {
    const { admin, manager } = await openHarness();
    await setLimits(admin, { Void: 100 });
    const receipt = await createReceipt(manager, cashReceiptForm);
    const managerDrawer = await openDrawer(manager);
    const adminDrawer = await openDrawer(admin);
    const voidReply = await manager.delete(`/payment-receipt/${receipt.PaymentReceiptID}`);
    expect(await readDrawer(admin, managerDrawer)).toMatchObject({ Expected: 1000 });
    assertOk(await approve(admin, expectApprovalRequested(voidReply), ""));
    expect(await readDrawer(admin, managerDrawer)).toMatchObject({ Expected: 500 });
    expect(await readDrawer(admin, adminDrawer)).toMatchObject({ Expected: 1000 });
  });

  test("if the society requires a drawer, only receipts in cash are refused without one", async () => {
    const { admin, manager } = await openHarness();
    await requireDrawer(admin);
    const refused = await manager.post("/payment-receipt", cashReceiptForm);
    expect([refused.status, refused.body.code]).toEqual([409, "drawer-required"]);
    const { PaymentReceiptID } = await createReceipt(manager, { ...cashReceiptForm, PaymentMethod: "Online" });
    expect((await manager.put(`/payment-receipt/${PaymentReceiptID}`, cashReceiptForm)).body.code).toBe(
      "drawer-required",
    );
    const managerDrawer = await openDrawer(manager);
    await createReceipt(manager, cashReceiptForm);
    assertOk(await closeDrawer(manager, managerDrawer, 1500));
    assertOk(await manager.delete("/payment-receipt/2"));
    expect(await admin.list(paymentReceipt)).toHaveLength(1);
    expect((await admin.post("/payment-receipt", cashReceiptForm)).body.code).toBe("drawer-required");
  });
});

describe("concurrent requests for a drawer", () => {
  test("only one of twenty concurrent openings and only one of twenty concurrent closings succeeds", async () => {
    const { admin } = await openHarness();
    const twenty = Array.from({ length: 20 });
    const openReplies = await Promise.all(twenty.map(() => admin.post("/drawer", { Float: 1000 })));
    expect(openReplies.map(({ status }) => status).sort()).toEqual([200, ...twenty.slice(1).map(() => 409)]);
    const [openedDrawer, ...others] = await admin.list(drawer);
    expect(others).toEqual([]);
    const DrawerID = openedDrawer?.DrawerID ?? 0;
    const closeReplies = await Promise.all(twenty.map(() => closeDrawer(admin, { DrawerID }, 1000)));
    expect(closeReplies.map(({ status }) => status).sort()).toEqual([200, ...twenty.slice(1).map(() => 409)]);
    expect(new Set(closeReplies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(["wrong-state"]),
    );
  });

  test("receipts on two servers at the same time as the closing are either in the drawer or in none", async () => {
    const { admin, manager, portal } = await openHarness();
    const managerOnSecondServer = (await portal.startAnotherServer()).person("manager");
    const managerDrawer = await openDrawer(manager);
    const createReceipts = (person: typeof admin) =>
      Array.from({ length: 10 }, () => createReceipt(person, cashReceiptForm));
    const closing = createReceipt(manager, cashReceiptForm).then(() =>
      closeDrawer(managerOnSecondServer, managerDrawer, 1500),
    );
    await Promise.all([...createReceipts(manager), ...createReceipts(managerOnSecondServer), closing]);
    const closedDrawer = await readDrawer(admin, managerDrawer);
    const movements = await admin.list(drawerMovement);
    expect(closedDrawer?.IsClosed).toBe(1);
    expect(closedDrawer?.Expected).toBe(1000 + 500 * movements.length);
    expect(await admin.list(paymentReceipt)).toHaveLength(21);
    expect(await portal.checkTotals()).toEqual([]);
  });
});

async function setExpensePaid(person: Person, expense: RecordOf<typeof expenses> | undefined, IsPaid: 0 | 1) {
  const PaidOnDate = IsPaid ? today : null;
  assertOk(await person.put(`/expenses/${expense?.ExpenseID}`, { ...expense, Version: undefined, IsPaid, PaidOnDate }));
}

/** Date, kind, number, in and out of each entry of the cash account in November. */
async function readEntries(reader: Person) {
  const { data } = assertOk(await reader.get("/cash-book?from=2026-11-01&to=2026-11-30")).body;
  return cashBookRecord.parse(data).entries.map((entry) => [entry.Date, entry.Kind, entry.No, entry.In, entry.Out]);
}
