import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CashBookRecord, cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { readCheque } from "../harness/cheques.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { inPaisa } from "../harness/money-model.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const { admin, ali, clerk, clock, society, createSchedule } = await openSharedHarness();
const { PlotID } = society.aliPlot;
const today = "2026-11-15";
const receiptForm = { HouseNo: "A-1", AmountPaid: 1000, PaymentDate: today, PaymentMethod: "Cash" };
const incomeForm = { Date: today, Payer: "Omar", Category: "Scrap", Amount: 70, Method: "Cash" };
const expenseForm = { ExpenseType: "Water", ExpenseTitle: "Pump", Month: "11", Year: "2026", Amount: 300 };

clock.set("2026-11-15T07:00:00Z");
const bank = await addAccount({ AccountName: "HBL", Kind: "bank", OpeningBalance: 5000, OpeningDate: "2026-11-01" });
const wallet = await addAccount({ AccountName: "JazzCash", Kind: "wallet", OpeningBalance: 0 });
await setMethodAccounts({ "Bank Transfer": bank.AccountID, Online: wallet.AccountID });

describe("accounts", () => {
  test("a new society has a cash account, which cannot be deactivated", async () => {
    const [cash] = await admin.list(account);
    expect(cash).toMatchObject({ AccountID: cashAccountId, AccountName: "Cash", Kind: "cash", OpeningBalance: 0 });
    const reply = await admin.put(`/account/${cashAccountId}`, { ...cash, IsActive: false });
    expect([reply.status, reply.body.code]).toEqual([409, "cash-account-fixed"]);
  });

  test("an account of a payment method cannot be deactivated, and an inactive account accepts no payment", async () => {
    const inUse = await admin.put(`/account/${wallet.AccountID}`, { ...wallet, IsActive: false });
    expect([inUse.status, inUse.body.code]).toEqual([409, "in-use"]);
    const { AccountID } = await addAccount({ AccountName: "Old bank", Kind: "bank", IsActive: false });
    for (const [path, form] of [
      ["/payment-receipt", { ...receiptForm, AccountID }],
      ["/expenses", { ...expenseForm, AccountID }],
      ["/other-income", { ...incomeForm, AccountID }],
      ["/account-transfer", { FromAccountID: cashAccountId, ToAccountID: AccountID, Date: today, Amount: 1 }],
    ] as const) {
      const reply = await admin.post(path, form);
      expect([path, reply.status, reply.body.code]).toEqual([path, 400, "account-inactive"]);
    }
    expect((await admin.delete(`/account/${AccountID}`)).status).toBe(405);
  });

  test("an expense of an account that has become inactive is paid only from another account", async () => {
    const closingBank = await addAccount({ AccountName: "Closing bank", Kind: "bank" });
    const unpaid = parseRecord(
      expenses,
      await admin.post("/expenses", { ...expenseForm, AccountID: closingBank.AccountID }),
    );
    assertOk(await admin.put(`/account/${closingBank.AccountID}`, { ...closingBank, IsActive: false }));
    const renamedForm = { ...unpaid, ExpenseTitle: "Deep well", Version: undefined };
    assertOk(await admin.put(`/expenses/${unpaid.ExpenseID}`, renamedForm));
    const paidForm = { ...renamedForm, IsPaid: 1, PaidOnDate: today };
    const reply = await admin.put(`/expenses/${unpaid.ExpenseID}`, paidForm);
    expect([reply.status, reply.body.code]).toEqual([400, "account-inactive"]);
    assertOk(await admin.put(`/expenses/${unpaid.ExpenseID}`, { ...paidForm, AccountID: bank.AccountID }));
    assertOk(await admin.delete(`/expenses/${unpaid.ExpenseID}`));
  });

  test("a receipt goes to the account of its method, unless it names another", async () => {
    const transfer = await addReceipt({ PaymentMethod: "Bank Transfer", Reference: "FT-1" });
    expect(transfer.AccountID).toBe(bank.AccountID);
    expect((await addReceipt({ PaymentMethod: "Cheque" })).AccountID).toBeNull();
    const namedAccount = await addReceipt({ PaymentMethod: "Cash", AccountID: wallet.AccountID });
    expect(namedAccount.AccountID).toBe(wallet.AccountID);
    const unknownAccount = await admin.post("/payment-receipt", { ...receiptForm, AccountID: 999 });
    expect([unknownAccount.status, unknownAccount.body.errors]).toEqual([400, { AccountID: "Account does not exist" }]);
  });

  test("a receipt with a corrected method moves to the account of that method, unless its account was named", async () => {
    const receipt = await addReceipt({ PaymentMethod: "Bank Transfer", Reference: "FT-2" });
    expect((await changeReceipt(receipt, { PaymentMethod: "Online" })).AccountID).toBe(wallet.AccountID);
    const namedAccount = await addReceipt({ PaymentMethod: "Online", AccountID: bank.AccountID });
    expect((await changeReceipt(namedAccount, { PaymentMethod: "Cash" })).AccountID).toBe(bank.AccountID);
  });

  test("other income with a corrected method moves to the account of that method, unless its account was named", async () => {
    const income = parseRecord(otherIncome, await admin.post("/other-income", incomeForm));
    expect(income.AccountID).toBe(cashAccountId);
    expect((await changeIncome(income, { Method: "Bank Transfer" })).AccountID).toBe(bank.AccountID);
    const namedForm = { ...incomeForm, AccountID: wallet.AccountID };
    const namedAccount = parseRecord(otherIncome, await admin.post("/other-income", namedForm));
    expect((await changeIncome(namedAccount, { Method: "Bank Transfer" })).AccountID).toBe(wallet.AccountID);
  });

  test("recorded money stays in its account when another account is set for its method", async () => {
    const { AccountID } = await addAccount({ AccountName: "Bank Alfalah" });
    const methods = { "Bank Transfer": bank.AccountID, Online: wallet.AccountID };
    await setMethodAccounts({ ...methods, Cash: null });
    await addReceipt({ PaymentMethod: "Cash" });
    await addReceipt({ PaymentMethod: "Online", Reference: "EP-9" });
    assertOk(await admin.post("/other-income", incomeForm));
    const readBooks = () => Promise.all([cashAccountId, wallet.AccountID].map((id) => readBook(id, today, today)));
    const before = await readBooks();
    await setMethodAccounts({ ...methods, Cash: AccountID, Online: AccountID });
    expect((await readBook(AccountID, today, today)).entries).toEqual([]);
    expect(await readBooks()).toEqual(before);
    await setMethodAccounts(methods);
  });

  test("only staff can read accounts, and the cash book requires its own permission", async () => {
    for (const path of ["/account", "/cash-book", "/cash-book/balances", "/other-income", "/account-transfer"])
      expect([path, (await ali.get(path)).status]).toEqual([path, 403]);
    expect((await clerk.get("/cash-book")).status).toBe(403);
  });
});

describe("the cash book", () => {
  test("an account has its opening balance at the start of its opening date, and earlier balances are computed back from it", async () => {
    const { AccountID } = await addAccount({ AccountName: "UBL", OpeningBalance: 800, OpeningDate: "2026-11-10" });
    assertOk(await admin.post("/other-income", { ...incomeForm, Date: "2026-11-09", Amount: 50, AccountID }));
    assertOk(await admin.post("/other-income", { ...incomeForm, Date: "2026-11-10", Amount: 7.25, AccountID }));
    expect(await readBook(AccountID, "2026-11-10", "2026-11-10")).toMatchObject({ opening: 800, closing: 807.25 });
    expect(await readBook(AccountID, "2026-11-09", "2026-11-09")).toMatchObject({ opening: 750, in: 50, closing: 800 });
  });

  test("the cash book shows what entered and left by day, with the balance after each entry", async () => {
    const { AccountID } = await addAccount({ AccountName: "Meezan", OpeningBalance: 100, OpeningDate: "2026-11-01" });
    const receipt = await addReceipt({ AmountPaid: 250.5, AccountID });
    assertOk(
      await admin.post("/expenses", { ...expenseForm, IsPaid: 1, PaidOnDate: today, AccountID, Payee: "Bilal" }),
    );
    assertOk(await admin.post("/expenses", { ...expenseForm, IsPaid: 0, AccountID }));
    const Reference = "Slip 7";
    const transferForm = {
      FromAccountID: cashAccountId,
      ToAccountID: AccountID,
      Date: "2026-11-14",
      Amount: 40,
      Reference,
    };
    assertOk(await admin.post("/account-transfer", transferForm));
    const book = await readBook(AccountID, "2026-11-01", today);
    expect(
      book.entries.map((entry) => [entry.Date, entry.Kind, entry.Text, entry.In, entry.Out, entry.Balance]),
    ).toEqual([
      ["2026-11-14", "transfer", "Cash, Slip 7", 40, 0, 140],
      [today, "receipt", "A-1, Ali", 250.5, 0, 390.5],
      [today, "expense", "Pump, Bilal", 0, 300, 90.5],
    ]);
    expect(book).toMatchObject({ opening: 100, in: 290.5, out: 300, closing: 90.5 });
    assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
    expect(await readBook(AccountID, today, today)).toMatchObject({ opening: 140, in: 0, closing: -160 });
  });

  test("a limit leaves out later days, but the sums are those of the whole period", async () => {
    const { AccountID } = await addAccount({ AccountName: "Limit", OpeningBalance: 10, OpeningDate: "2026-11-02" });
    for (const day of ["2026-11-01", "2026-11-03", "2026-11-03", "2026-11-05", "2026-11-07"])
      assertOk(await admin.post("/other-income", { ...incomeForm, Date: day, Amount: 100, AccountID }));
    const paidForm = { ...expenseForm, IsPaid: 1, AccountID };
    assertOk(await admin.post("/expenses", { ...paidForm, PaidOnDate: "2026-11-05", Amount: 30 }));
    assertOk(await admin.post("/expenses", { ...paidForm, Amount: 5 }));
    const path = `/cash-book?account=${AccountID}&from=2026-11-02&to=2026-11-30`;
    const readPeriod = async (query: string) =>
      cashBookRecord.parse(assertOk(await admin.get(`${path}${query}`)).body.data);
    const wholeBook = await readPeriod("");
    expect(wholeBook).toMatchObject({ opening: 10, in: 400, out: 30, closing: 380, next: null });
    expect(wholeBook.entries).toHaveLength(5);
    for (const [limit, count, next] of [
      [1, 2, "2026-11-05"],
      [2, 2, "2026-11-05"],
      [3, 4, "2026-11-07"],
      [5, 5, null],
    ] as const)
      expect(await readPeriod(`&limit=${limit}`)).toEqual({
        ...wholeBook,
        entries: wholeBook.entries.slice(0, count),
        next,
      });
    expect((await admin.get(`${path}&limit=0`)).status).toBe(400);
    // An expense without a day of payment is dated the first of its month, here before the opening date.
    expect(await readBook(AccountID, "2026-11-01", "2026-11-01")).toMatchObject({ opening: -85, in: 100, out: 5 });
  });

  test("an invalid period, account or date is refused", async () => {
    expect((await admin.get("/cash-book?from=2026-11-02&to=2026-11-01")).status).toBe(400);
    expect((await admin.get("/cash-book?account=999")).status).toBe(404);
    expect((await admin.get("/cash-book?account=x")).status).toBe(400);
    const future = await admin.post("/other-income", { ...incomeForm, Date: "2026-11-16" });
    expect([future.status, future.body.code]).toEqual([400, "date-in-future"]);
    const sameAccount = { FromAccountID: cashAccountId, ToAccountID: cashAccountId, Date: today, Amount: 1 };
    expect((await admin.post("/account-transfer", sameAccount)).body.errors).toEqual({
      ToAccountID: "Another account is required",
    });
  });

  test("the money of a tick stays in the cash book when a waiver turns a part of it into credit", async () => {
    const { rows } = await createSchedule({
      FloorRate: 500,
      StartMonth: 10,
      EndMonth: 10,
      IsPenaltyApply: true,
      GracePeriodDays: 5,
      PenaltyAmount: 80,
    });
    const { PaymentScheduleID, PlotID: sanaPlotId } = rows.find((row) => row.PlotID !== PlotID) ?? {};
    const { AccountID } = await addAccount({ AccountName: "Ticks", Kind: "cash" });
    assertOk(await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1, AccountID }));
    expect((await readBook(AccountID, today, today)).in).toBe(580);
    clock.set("2026-11-16T07:00:00Z");
    const waiverForm = { Kind: "waiver", Of: "penalty", Amount: 80, Date: "2026-11-16", Reason: "Was abroad" };
    const waiverReply = await admin.post("/adjustment", { ...waiverForm, PlotID: sanaPlotId, PaymentScheduleID });
    const { AdjustmentID } = parseRecord(adjustment, waiverReply);
    const book = await readBook(AccountID, today, "2026-11-16");
    expect(book.entries.map((entry) => [entry.Date, entry.Kind, entry.In])).toEqual([
      [today, "tick", 80],
      [today, "tick", 500],
    ]);
    assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "By mistake" }));
    expect((await readBook(AccountID, today, "2026-11-16")).entries.map(({ In }) => In)).toEqual([580]);
    clock.set("2026-11-15T07:00:00Z");
    assertOk(await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 0 }));
    expect((await readBook(AccountID, today, today)).entries).toEqual([]);
  });
});

const accountIds = [cashAccountId, bank.AccountID, wallet.AccountID] as const;
const days = ["2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14", today] as const;

/** Random requests that move money. Amounts are in paisa. */
const randomOperation = fc.oneof(
  fc.record({
    kind: fc.constant("receipt" as const),
    amount: fc.integer({ min: 1, max: 900_000 }),
    day: fc.constantFrom(...days),
    method: fc.constantFrom("Cash", "Bank Transfer", "Cheque", "Online"),
    account: fc.constantFrom(null, ...accountIds),
    isVoided: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom("income" as const, "expense" as const, "transfer" as const),
    amount: fc.integer({ min: 1, max: 900_000 }),
    day: fc.constantFrom(...days),
    account: fc.constantFrom(...accountIds),
    toAccount: fc.constantFrom(...accountIds),
  }),
  fc.record({
    kind: fc.constant("refund" as const),
    amount: fc.integer({ min: 1, max: 500 }),
    day: fc.constantFrom(...days),
    account: fc.constantFrom(null, ...accountIds),
    isVoided: fc.boolean(),
  }),
);
type Operation = typeof randomOperation extends fc.Arbitrary<infer Value> ? Value : never;

test("on every day the closing balance of each account is its opening balance plus in minus out, as in a simple ledger", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomOperation, { minLength: 8, maxLength: 12 }), async (walk) => {
      const sumsBefore = await readDaySums();
      const ledger = new Map<string, { in: number; out: number }>();
      for (const operation of walk)
        await sendOperation(operation, (AccountID, day, amounts) => {
          const sums = ledger.get(`${AccountID} ${day}`) ?? { in: 0, out: 0 };
          ledger.set(`${AccountID} ${day}`, { in: sums.in + (amounts.in ?? 0), out: sums.out + (amounts.out ?? 0) });
        });
      const sumsAfter = await readDaySums();
      for (const [key, current] of sumsAfter) {
        const earlierSums = sumsBefore.get(key);
        const sums = ledger.get(key) ?? { in: 0, out: 0 };
        expect([key, current.in, current.out]).toEqual([
          key,
          (earlierSums?.in ?? 0) + sums.in,
          (earlierSums?.out ?? 0) + sums.out,
        ]);
        expect([key, current.closing]).toEqual([key, current.opening + current.in - current.out]);
      }
      const { data } = assertOk(await admin.get("/cash-book/balances")).body;
      for (const AccountID of accountIds)
        expect(data).toContainEqual({
          AccountID,
          Balance: (sumsAfter.get(`${AccountID} ${today}`)?.closing ?? 0) / 100,
        });
    }),
    { numRuns: 3 },
  );

  async function sendOperation(
    operation: Operation,
    addToLedger: (AccountID: number, day: string, amounts: { in?: number; out?: number }) => void,
  ) {
    const { amount, day } = operation;
    const Amount = amount / 100;
    switch (operation.kind) {
      case "receipt": {
        const { method, account: AccountID, isVoided } = operation;
        const values = { AmountPaid: Amount, PaymentDate: day, PaymentMethod: method, AccountID };
        const { PaymentReceiptID } = await addReceipt({ ...values, Reference: crypto.randomUUID() });
        const account = AccountID ?? accountOfMethod(method);
        const { ChequeID } = method === "Cheque" ? await readCheque(admin, PaymentReceiptID) : {};
        if (ChequeID !== undefined)
          assertOk(await admin.post("/deposit-slip", { AccountID: account, Date: today, ChequeIDs: [ChequeID] }));
        if (isVoided) assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
        else addToLedger(account, ChequeID === undefined ? day : today, { in: amount });
        break;
      }
      case "income":
        assertOk(await admin.post("/other-income", { ...incomeForm, Amount, Date: day, AccountID: operation.account }));
        addToLedger(operation.account, day, { in: amount });
        break;
      case "expense":
        assertOk(
          await admin.post("/expenses", {
            ...expenseForm,
            Amount,
            IsPaid: 1,
            PaidOnDate: day,
            AccountID: operation.account,
          }),
        );
        addToLedger(operation.account, day, { out: amount });
        break;
      case "transfer": {
        const { account: FromAccountID, toAccount: ToAccountID } = operation;
        const reply = await admin.post("/account-transfer", { FromAccountID, ToAccountID, Date: day, Amount });
        if (FromAccountID === ToAccountID) expect(reply.status).toBe(400);
        else {
          assertOk(reply);
          addToLedger(FromAccountID, day, { out: amount });
          addToLedger(ToAccountID, day, { in: amount });
        }
        break;
      }
      case "refund": {
        const form = { PlotID, Kind: "refund", Amount, Date: day, Reason: "Paid twice", AccountID: operation.account };
        const reply = await admin.post("/adjustment", form);
        if (reply.status === 400) break;
        const { AdjustmentID } = parseRecord(adjustment, reply);
        if (operation.isVoided) assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Not paid" }));
        else addToLedger(operation.account ?? cashAccountId, day, { out: amount });
      }
    }
  }

  function accountOfMethod(method: string): number {
    if (method === "Bank Transfer") return bank.AccountID;
    return method === "Online" ? wallet.AccountID : cashAccountId;
  }
});

/** In paisa. */
interface DaySums {
  opening: number;
  in: number;
  out: number;
  closing: number;
}

/** The sums by account and day, computed from the entries of the cash books and compared with the sums of the books. */
async function readDaySums(): Promise<Map<string, DaySums>> {
  const sums = new Map<string, DaySums>();
  for (const AccountID of accountIds) {
    const book = await readBook(AccountID, days[0], today);
    let opening = inPaisa(book.opening);
    for (const day of days) {
      const entries = book.entries.filter((entry) => entry.Date === day);
      const total = (side: "In" | "Out") => entries.reduce((sum, entry) => sum + inPaisa(entry[side]), 0);
      const closing = inPaisa(entries.at(-1)?.Balance ?? opening / 100);
      sums.set(`${AccountID} ${day}`, { opening, in: total("In"), out: total("Out"), closing });
      opening = closing;
    }
    expect(inPaisa(book.closing)).toBe(opening);
    const lastDay = await readBook(AccountID, today, today);
    expect(inPaisa(lastDay.opening)).toBe(sums.get(`${AccountID} ${today}`)?.opening);
  }
  return sums;
}

async function readBook(AccountID: number, from: string, to: string): Promise<CashBookRecord> {
  const reply = assertOk(await admin.get(`/cash-book?account=${AccountID}&from=${from}&to=${to}`));
  return cashBookRecord.parse(reply.body.data);
}

async function addAccount(values: Partial<RecordOf<typeof account>>): Promise<RecordOf<typeof account>> {
  const form = { Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01", ...values };
  return parseRecord(account, await admin.post("/account", form));
}

async function addReceipt(values: object): Promise<RecordOf<typeof paymentReceipt>> {
  return parseRecord(paymentReceipt, await admin.post("/payment-receipt", { ...receiptForm, ...values }));
}

async function changeReceipt(receipt: RecordOf<typeof paymentReceipt>, values: object) {
  return parseRecord(
    paymentReceipt,
    await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, ...values }),
  );
}

async function changeIncome({ Version: _, ...income }: RecordOf<typeof otherIncome>, values: object) {
  return parseRecord(otherIncome, await admin.put(`/other-income/${income.OtherIncomeID}`, { ...income, ...values }));
}

async function setMethodAccounts(accounts: object): Promise<void> {
  const { data } = assertOk(await admin.get("/society")).body;
  const record: object = Object(data);
  assertOk(await admin.put("/society", { ...record, MethodAccounts: { Cash: cashAccountId, ...accounts } }));
}
