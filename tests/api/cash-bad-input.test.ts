// @module-tag requirement-47
import { describe, expect, test } from "vitest";
import { account } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { approval } from "../../shared/resources/approval.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { depositSlip } from "../../shared/resources/deposit-slip.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { expectApprovalRequested, setLimits } from "../harness/approvals.ts";
import { addCheque, depositCheque } from "../harness/cheques.ts";
import { openDrawer } from "../harness/drawers.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const { admin, manager, ali, nobody, anonymous, society, createExpense } = await openSharedHarness();
const today = "2026-11-15";
const incomeForm = { Date: today, Payer: "Bilal", Category: "Scrap", Amount: 80, Method: "Cash" };
const bankForm = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };

const { AccountID } = parseRecord(account, await admin.post("/account", bankForm));
const transferForm = { FromAccountID: 1, ToAccountID: AccountID, Date: today, Amount: 60 };
const { AccountTransferID } = parseRecord(accountTransfer, await admin.post("/account-transfer", transferForm));
const { OtherIncomeID } = parseRecord(otherIncome, await admin.post("/other-income", incomeForm));
const inHandChequeId = (await addCheque(admin)).ChequeID;
const depositedChequeId = await depositCheque(admin);
const { ExpenseID } = await createExpense();
await setLimits(admin, { Void: 1 });
const receipt = await createReceipt(manager, {
  HouseNo: "A-1",
  AmountPaid: 500,
  PaymentDate: today,
  PaymentMethod: "Cash",
});
const approvalId = expectApprovalRequested(await manager.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
const { DrawerID } = await openDrawer(admin);

const arraysAndObjects = [[], {}, [1], { $ne: null }, { $gt: "" }];
/** Invalid values for each kind of field. */
const wrongValues = {
  money: ["5", "", true, -1, 0.001, 1e15, 1e300, ...arraysAndObjects],
  signedMoney: ["5", "", true, 0.001, 1e15, -1e15, 1e300, ...arraysAndObjects],
  id: ["1", "", true, -1, 0, 1.5, 1e300, 2 ** 53, ...arraysAndObjects],
  day: ["", "2026-02-30", "15/11/2026", "2026-11-15T00:00:00Z", "99999-01-01", 20261115, true, ...arraysAndObjects],
  text: [1, true, ...arraysAndObjects],
  option: ["Gold", "", "__proto__", 1, true, ...arraysAndObjects],
  month: [0, 13, 1.5, "10", true, 1e300, ...arraysAndObjects],
  year: [1999, 2101, "2026", true, 1e300, ...arraysAndObjects],
  counts: [null, "", 1, [1], { "3000": 1 }, { "1": -1 }, { "1": 1.5 }, { "1": 1e300 }, { "1": "2" }, { __proto: 1 }],
  ids: ["1", 1, {}, [], ["1"], [0], [1.5], [null], [{ $ne: null }], [1e300]],
} as const;

interface Write {
  method: "POST" | "PUT";
  body: Readonly<Record<string, unknown>>;
  fields: Readonly<Record<string, keyof typeof wrongValues>>;
  /** Whether a request without a body is valid, because all fields are optional. */
  isBodyOptional?: boolean;
}

/**
 * The write requests of drawers, cheques, accounts, month locks and approvals by path, with a valid body and the kind
 * of each field.
 */
const writes: Readonly<Record<string, Write>> = {
  "/drawer": { method: "POST", body: { Float: 10 }, fields: { Float: "money" } },
  [`/drawer/${DrawerID}/close`]: {
    method: "POST",
    body: { Denominations: { "1000": 1 }, DifferenceReason: "" },
    fields: { Denominations: "counts", DifferenceReason: "text" },
  },
  [`/drawer/${DrawerID}/handover`]: {
    method: "POST",
    body: { ToUserID: 2, DifferenceReason: "" },
    fields: { ToUserID: "id", DifferenceReason: "text" },
  },
  "/day-close": { method: "POST", body: { Date: today }, fields: { Date: "day" } },
  "/deposit-slip": {
    method: "POST",
    body: { AccountID, Date: today, ChequeIDs: [inHandChequeId] },
    fields: { AccountID: "id", Date: "day", ChequeIDs: "ids" },
  },
  [`/cheque/${depositedChequeId}/clear`]: { method: "POST", body: { Date: today }, fields: { Date: "day" } },
  [`/cheque/${depositedChequeId}/bounce`]: {
    method: "POST",
    body: { Date: today, Reason: "Funds insufficient", Fee: 0 },
    fields: { Date: "day", Reason: "text", Fee: "money" },
  },
  [`/cheque/${inHandChequeId}/return`]: { method: "POST", body: { Date: today }, fields: { Date: "day" } },
  "/account": {
    method: "POST",
    body: { ...bankForm, AccountName: "MCB" },
    fields: { AccountName: "text", Kind: "option", OpeningBalance: "signedMoney", OpeningDate: "day" },
  },
  [`/account/${AccountID}`]: {
    method: "PUT",
    body: bankForm,
    fields: { AccountName: "text", Kind: "option", OpeningBalance: "signedMoney", OpeningDate: "day" },
  },
  "/account-transfer": {
    method: "POST",
    body: transferForm,
    fields: { FromAccountID: "id", ToAccountID: "id", Date: "day", Amount: "money" },
  },
  [`/account-transfer/${AccountTransferID}`]: {
    method: "PUT",
    body: transferForm,
    fields: { FromAccountID: "id", ToAccountID: "id", Date: "day", Amount: "money" },
  },
  "/other-income": {
    method: "POST",
    body: incomeForm,
    fields: { Date: "day", Payer: "text", Category: "text", Amount: "money", Method: "option", AccountID: "id" },
  },
  [`/other-income/${OtherIncomeID}`]: {
    method: "PUT",
    body: incomeForm,
    fields: { Date: "day", Payer: "text", Category: "text", Amount: "money", Method: "option", AccountID: "id" },
  },
  "/month-lock": { method: "POST", body: { Month: 10, Year: 2026 }, fields: { Month: "month", Year: "year" } },
  "/month-lock/unlock": {
    method: "POST",
    body: { Month: 10, Year: 2026, Reason: "A late bill" },
    fields: { Month: "month", Year: "year", Reason: "text" },
  },
  [`/approval/${approvalId}/approve`]: {
    method: "POST",
    body: { Note: "" },
    fields: { Note: "text" },
    isBodyOptional: true,
  },
  [`/approval/${approvalId}/decline`]: { method: "POST", body: { Note: "Wrong" }, fields: { Note: "text" } },
};

const resources = [
  drawer,
  cheque,
  depositSlip,
  account,
  accountTransfer,
  otherIncome,
  approval,
  dayClose,
  paymentReceipt,
];
const readLists = async () => Promise.all(resources.map((resource) => admin.get(`/${resource.name}`)));
const listsBefore = (await readLists()).map((reply) => assertOk(reply).body.data);

/** Asserts that no refused request has written anything. */
async function expectUnchanged() {
  expect((await readLists()).map((reply) => assertOk(reply).body.data)).toEqual(listsBefore);
  expect(assertOk(await admin.get("/month-lock")).body.data).toMatchObject({ LockedThrough: null });
}

describe("bad input of the routes for drawers, cheques, accounts, month locks and approvals", () => {
  test.each(Object.entries(writes))("%s refuses invalid values and names their field", async (path, write) => {
    const { method, body, fields } = write;
    for (const [field, kind] of Object.entries(fields))
      for (const value of wrongValues[kind]) {
        const reply = await manager.send({ method, path, body: { ...body, [field]: value } });
        expect([field, value, reply.status]).toEqual([field, value, 400]);
        expect(Object.keys(reply.body.errors ?? {}).some((key) => key.startsWith(field))).toBe(true);
      }
    await expectUnchanged();
  });

  test.each(Object.entries(writes))(
    "%s refuses a body that is not a JSON object or has 10 MB",
    async (path, { method, isBodyOptional }) => {
      for (const body of [
        ...(isBodyOptional ? [] : [""]),
        "{",
        "[]",
        "[{}]",
        "null",
        '"text"',
        "12",
        "true",
        '{"Date":NaN}',
      ])
        expect([body, (await manager.send({ method, path, body })).status]).toEqual([body, 400]);
      const huge = JSON.stringify({ Reason: "x".repeat(10_000_000) });
      expect((await manager.send({ method, path, body: huge })).status).toBe(413);
      const headers = { "content-type": "text/plain" };
      expect((await manager.send({ method, path, body: "{}", headers })).status).toBe(415);
      await expectUnchanged();
    },
  );

  test.each(Object.entries(writes))("%s is refused without its permission and without a token", async (path, write) => {
    const { method, body } = write;
    expect((await anonymous.send({ method, path, body })).status).toBe(401);
    for (const person of [ali, nobody]) expect((await person.send({ method, path, body })).status).toBe(403);
    await expectUnchanged();
  });

  const writesWithId = Object.entries(writes).filter(([path]) => /\d/.test(path));

  test.each(writesWithId)("%s answers 404 for an unknown id, and 400 or 404 for an invalid id", async (path, write) => {
    const { method, body } = write;
    const send = (id: string) => manager.send({ method, path: path.replace(/\d+/, id), body });
    expect((await send("999999")).status).toBe(404);
    for (const id of ["0", "-1", "1.5", "abc", "1e3", "9".repeat(30), "%00", "$ne", "__proto__", "1;2"])
      expect([id, [400, 404].includes((await send(id)).status)]).toEqual([id, true]);
    await expectUnchanged();
  });

  test.each([
    "/cash-book?account=x",
    "/cash-book?account=1e300",
    "/cash-book?from=yesterday",
    "/cash-book?limit=-1",
    "/cash-book?account[$ne]=1",
    "/cash-book/balances?day=x",
    "/drawer-movement?drawer=x",
    "/drawer?year=x",
    "/month-lock/checklist",
    "/month-lock/checklist?month=13&year=2026",
    "/month-lock/checklist?month=1&year=x",
    "/cheque?ChequeID[$gt]=0",
    "/approval?limit=x",
    "/day-close?sort=$where",
    "/deposit-slip?after=x",
    "/day-close/x.pdf",
    "/deposit-slip/1e300.pdf",
    "/month-lock/2026-13/report.pdf",
    "/month-lock/x/report.pdf",
  ])("GET %s is refused", async (path) => {
    expect([400, 404]).toContain((await manager.get(path)).status);
    expect((await anonymous.get(path)).status).toBe(401);
  });

  test.each([
    ["/other-income", incomeForm],
    ["/account-transfer", transferForm],
    ["/adjustment", { PlotID: society.aliPlot.PlotID, Kind: "charge", Amount: 5, Reason: "Gate pass" }],
    ["/adjustment/bulk", { PlotIDs: [society.aliPlot.PlotID], Kind: "charge", Amount: 5, Reason: "Gate pass" }],
    ["/day-close", {}],
    [`/plot/${society.aliPlot.PlotID}/transfer`, { OwnerName: "Sara", CNIC: "" }],
  ])(
    "%s refuses a date before the opening balance of the cash account and a date in the future",
    async (path, body) => {
      for (const [day, code] of [
        ["1999-12-31", "date-too-early"],
        ["2026-11-16", "date-in-future"],
      ] as const) {
        const reply = await manager.post(path, { ...body, Date: day });
        expect([reply.status, reply.body.code, Object.keys(reply.body.errors ?? {})]).toEqual([400, code, ["Date"]]);
      }
      await expectUnchanged();
    },
  );

  test("an expense refuses a payment day before the opening balance of the cash account or in the future", async () => {
    const form = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "11", Year: "2026", Amount: 50, IsPaid: 1 };
    for (const [PaidOnDate, code] of [
      ["1999-12-31", "date-too-early"],
      ["2026-11-16", "date-in-future"],
    ] as const)
      for (const send of [
        () => manager.post("/expenses", { ...form, PaidOnDate }),
        () => manager.put(`/expenses/${ExpenseID}`, { ...form, PaidOnDate }),
      ]) {
        const { status, body } = await send();
        expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([400, code, ["PaidOnDate"]]);
      }
    await expectUnchanged();
  });

  test("an expense of a coming month is paid only with a day up to today", async () => {
    const form = { ExpenseType: "Security", ExpenseTitle: "Guards", Month: "12", Year: "2026", Amount: 50 };
    const unpaid = parseRecord(expenses, await manager.post("/expenses", form));
    const path = `/expenses/${unpaid.ExpenseID}`;
    for (const reply of [
      await manager.post("/expenses", { ...form, IsPaid: 1 }),
      await manager.put(path, { ...form, IsPaid: 1 }),
      await manager.put(`/expenses/${ExpenseID}`, { ...form, IsPaid: 1 }),
    ])
      expect([reply.status, reply.body.code, Object.keys(reply.body.errors ?? {})]).toEqual([
        400,
        "date-in-future",
        ["PaidOnDate"],
      ]);
    assertOk(await manager.put(path, { ...form, IsPaid: 1, PaidOnDate: "2026-11-15" }));
    assertOk(await manager.delete(path));
    await expectUnchanged();
  });

  test("a voucher is refused if its content is invalid, it is too large or the user may not change expenses", async () => {
    const path = `/expenses/${ExpenseID}/attachment`;
    for (const [type, content] of [
      ["application/pdf", "not a PDF"],
      ["image/png", ""],
      ["application/json", "{}"],
    ] as const) {
      const response = await admin.fetch(path, { method: "PUT", body: content, headers: { "content-type": type } });
      expect([type, [400, 415].includes(response.status)]).toEqual([type, true]);
    }
    const headers = { "content-type": "application/pdf" };
    // A voucher may have up to 5 MB.
    for (const megabytes of [6, 11]) {
      const body = new Uint8Array(megabytes * 1024 * 1024);
      expect((await admin.fetch(path, { method: "PUT", body, headers })).status).toBe(413);
    }
    const body = new Uint8Array(9);
    expect((await ali.fetch(path, { method: "PUT", body, headers })).status).toBe(403);
  });
});

describe("a request that is sent twice at once", () => {
  test("two concurrent requests take effect once, and the second is refused with the current state", async () => {
    const readRefusalOfSecond = async (path: string, body: object) => {
      const replies = await Promise.all([admin.post(path, body), admin.post(path, body)]);
      const refused = replies.filter(({ status }) => status !== 200);
      return [refused.length, refused[0]?.status, refused[0]?.body.code, refused[0]?.body.message];
    };
    const receiptNameOf = async (chequeId: number) =>
      `R-${(await admin.list(cheque)).find((row) => row.ChequeID === chequeId)?.ReceiptNo}`;
    const refusal = (record: string, state: string) => [
      1,
      409,
      "wrong-state",
      `Not possible, because ${record} is ${state}`,
    ];
    const bouncedChequeId = await depositCheque(admin);
    const bounce = { Date: today, Reason: "Funds insufficient" };
    expect(await readRefusalOfSecond(`/cheque/${bouncedChequeId}/bounce`, bounce)).toEqual(
      refusal(await receiptNameOf(bouncedChequeId), "bounced"),
    );
    expect(await readRefusalOfSecond(`/cheque/${depositedChequeId}/clear`, { Date: today })).toEqual(
      refusal(await receiptNameOf(depositedChequeId), "cleared"),
    );
    const slipForm = { AccountID, Date: today, ChequeIDs: [inHandChequeId] };
    expect(await readRefusalOfSecond("/deposit-slip", slipForm)).toEqual(
      refusal(await receiptNameOf(inHandChequeId), "deposited"),
    );
    expect((await readRefusalOfSecond(`/approval/${approvalId}/decline`, { Note: "Wrong" })).slice(0, 3)).toEqual([
      1,
      409,
      "wrong-state",
    ]);
    expect(await readRefusalOfSecond(`/drawer/${DrawerID}/close`, { Denominations: { "1000": 1 } })).toEqual(
      refusal("Drawer (admin)", "closed"),
    );
    expect(await readRefusalOfSecond("/day-close", { Date: today })).toEqual([
      1,
      409,
      "day-already-closed",
      "15/11/2026 is closed. What was recorded since then goes on the sheet of the next day.",
    ]);
    expect((await readRefusalOfSecond("/month-lock", { Month: 10, Year: 2026 })).slice(0, 2)).toEqual([1, 409]);
    const unlock = { Month: 10, Year: 2026, Reason: "A late bill" };
    expect((await readRefusalOfSecond("/month-lock/unlock", unlock)).slice(0, 2)).toEqual([1, 409]);
  });
});
