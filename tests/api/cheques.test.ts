// @module-tag requirement-47

import { describe, expect, test } from "vitest";
import type { ChequeState } from "../../shared/domain/cheques.ts";
import { cashBookRecord } from "../../shared/endpoints/cash-book.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { account } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { depositSlip } from "../../shared/resources/deposit-slip.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { addCheque, depositCheque, readCheque } from "../harness/cheques.ts";
import { openHarness, openHarnessWithMailServer, openSharedHarness } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { readReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

const today = "2026-11-15";
const bounceForm = { Date: today, Reason: "Insufficient funds" };

/** The requests that change the state of a cheque. */
const steps = {
  deposit: (person: Person, chequeId: number) =>
    person.post("/deposit-slip", { AccountID: 1, Date: today, ChequeIDs: [chequeId] }),
  clear: (person: Person, chequeId: number) => person.post(`/cheque/${chequeId}/clear`, { Date: today }),
  bounce: (person: Person, chequeId: number) => person.post(`/cheque/${chequeId}/bounce`, bounceForm),
  return: (person: Person, chequeId: number) => person.post(`/cheque/${chequeId}/return`, { Date: today }),
};
type Step = keyof typeof steps;

/** The steps that lead to each state, and the steps that are allowed in it with the state after them. */
const transitions: Readonly<Record<ChequeState, { path: Step[]; allowed: Partial<Record<Step, ChequeState>> }>> = {
  "in-hand": { path: [], allowed: { deposit: "deposited", return: "returned" } },
  deposited: { path: ["deposit"], allowed: { clear: "cleared", bounce: "bounced" } },
  cleared: { path: ["deposit", "clear"], allowed: {} },
  bounced: { path: ["deposit", "bounce"], allowed: { deposit: "deposited", return: "returned" } },
  returned: { path: ["return"], allowed: {} },
};

const sharedHarness = await openSharedHarness();

describe("a cheque", () => {
  const { admin, portal } = sharedHarness;

  const cases = Object.entries(transitions).flatMap(([state, { path, allowed }]) =>
    (["deposit", "clear", "bounce", "return"] as const).map((step) => ({
      state,
      path,
      step,
      stateAfter: allowed[step],
      result: allowed[step] ?? "refused",
    })),
  );
  test.each(cases)(
    "the result of $step for a cheque that is $state is $result",
    async ({ state, path, step, stateAfter }) => {
      const { ChequeID, PaymentReceiptID, ReceiptNo } = await addCheque(admin);
      for (const earlierStep of path) assertOk(await steps[earlierStep](admin, ChequeID));
      const reply = await steps[step](admin, ChequeID);
      if (stateAfter === undefined)
        expect([reply.status, reply.body.code, reply.body.message]).toEqual([
          409,
          "wrong-state",
          `Not possible, because R-${ReceiptNo} is ${state}`,
        ]);
      else assertOk(reply);
      const isChequeRoute = step !== "deposit";
      // A refused request at /cheque returns the current record.
      if (stateAfter === undefined && isChequeRoute)
        expect(reply.body.data).toEqual(await readCheque(admin, PaymentReceiptID));
      if (stateAfter === undefined && !isChequeRoute) expect(reply.body.data).toBeUndefined();
      const expectedState = stateAfter ?? state;
      expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: expectedState });
      expect((await readReceipt(admin, { PaymentReceiptID })).ChequeState).toBe(expectedState);
      expect(await portal.checkTotals()).toEqual([]);
    },
  );

  test("a new cheque is in hand with the values of its receipt, and changes with corrections of the receipt", async () => {
    const row = await addCheque(admin, { AmountPaid: 750.5, ChequeNo: "4711", ChequeDate: "2026-12-01" });
    const { PaymentReceiptID } = row;
    expect(row).toMatchObject({
      HouseNo: "A-1",
      PayerName: "Ali",
      ChequeNo: "4711",
      BankName: "HBL",
      ChequeDate: "2026-12-01",
      Amount: 750.5,
      State: "in-hand",
      StateDate: "2026-11-14",
      DepositSlipID: null,
    });
    await changeReceipt(admin, PaymentReceiptID, { AmountPaid: 800, PaymentDate: "2026-11-13", ChequeNo: "4712" });
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({
      ChequeID: row.ChequeID,
      Amount: 800,
      StateDate: "2026-11-13",
      ChequeNo: "4712",
    });
    await changeReceipt(admin, PaymentReceiptID, { PaymentMethod: "Cash" });
    expect(await admin.list(cheque, `?PaymentReceiptID=${PaymentReceiptID}`)).toEqual([]);
    await changeReceipt(admin, PaymentReceiptID, { PaymentMethod: "Cheque" });
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: "in-hand" });
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: "returned", StateDate: today });
  });

  test("a cheque names the owner on the day of its receipt, also after the receipt was moved to another house or day", async () => {
    const { createPlot } = sharedHarness;
    const { PlotID, HouseNo } = await createPlot({ OwnerName: "Nadia" });
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Omar", Date: "2026-11-13" }));
    const { PaymentReceiptID } = await addCheque(admin);
    const readPayers = async () => [
      (await readReceipt(admin, { PaymentReceiptID })).PayerName,
      (await readCheque(admin, PaymentReceiptID)).PayerName,
    ];
    await changeReceipt(admin, PaymentReceiptID, { HouseNo });
    expect(await readPayers()).toEqual(["Omar", "Omar"]);
    await changeReceipt(admin, PaymentReceiptID, { PaymentDate: "2026-11-12" });
    expect(await readPayers()).toEqual(["Nadia", "Nadia"]);
    await changeReceipt(admin, PaymentReceiptID, { PaymentMethod: "Cash" });
    await changeReceipt(admin, PaymentReceiptID, { PaymentMethod: "Cheque", HouseNo: "A-1" });
    expect(await readPayers()).toEqual(["Ali", "Ali"]);
  });

  test("the cheque of an imported receipt is in hand", async () => {
    const sheet = "House,Amount,Date,Method,Cheque No\nA-2,900,01/11/2026,Cheque,88001\n";
    assertOk(await postImport(admin, "receipts", sheet));
    expect(await admin.list(cheque, "?q=88001")).toMatchObject([{ HouseNo: "A-2", State: "in-hand", Amount: 900 }]);
  });

  test("the amount and method of a deposited cheque cannot be changed, nor can its house and date after a bounce", async () => {
    const { ChequeID, PaymentReceiptID } = await addCheque(admin);
    assertOk(await steps.deposit(admin, ChequeID));
    const expectRefused = async (...changes: object[]) => {
      for (const change of changes) {
        const reply = await sendReceiptChange(admin, PaymentReceiptID, change);
        expect([change, reply.status, reply.body.code]).toEqual([change, 409, "wrong-state"]);
        expect(reply.body.data).toEqual(await readReceipt(admin, { PaymentReceiptID }));
      }
    };
    await expectRefused({ AmountPaid: 1 }, { PaymentMethod: "Cash" });
    await changeReceipt(admin, PaymentReceiptID, { HouseNo: "A-2", ChequeNo: "9", Remarks: "Of the brother" });
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ HouseNo: "A-2", ChequeNo: "9" });
    assertOk(await steps.bounce(admin, ChequeID));
    await expectRefused({ AmountPaid: 1 }, { PaymentMethod: "Cash" }, { HouseNo: "A-1" }, { PaymentDate: today });
    await changeReceipt(admin, PaymentReceiptID, { Remarks: "Told the owner" });
  });

  test("a step dated in the future or before the last step, and a deposit before the date of the cheque, are refused", async () => {
    const chequeId = await depositCheque(admin);
    for (const [day, code] of [
      ["2026-11-16", "date-in-future"],
      ["2026-11-14", "date-too-early"],
    ])
      for (const step of ["clear", "bounce"]) {
        const reply = await admin.post(`/cheque/${chequeId}/${step}`, { ...bounceForm, Date: day });
        expect([reply.status, reply.body.code]).toEqual([400, code]);
      }
    const { ChequeID } = await addCheque(admin, { ChequeDate: "2026-11-16" });
    const postDated = await steps.deposit(admin, ChequeID);
    expect([postDated.status, postDated.body.code]).toEqual([400, "cheque-post-dated"]);
    expect((await admin.post("/deposit-slip", { AccountID: 1, Date: today, ChequeIDs: [] })).status).toBe(400);
    expect((await admin.post("/deposit-slip", { AccountID: 1, Date: today, ChequeIDs: [99_999] })).status).toBe(400);
    expect((await admin.post("/cheque/99999/clear", { Date: today })).status).toBe(404);
  });

  test("twenty concurrent deposits on two servers deposit a cheque once", async () => {
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    const [firstCheque, secondCheque] = [await addCheque(admin), await addCheque(admin)];
    const ChequeIDs = [firstCheque.ChequeID, secondCheque.ChequeID];
    const countBefore = (await admin.list(depositSlip)).length;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? admin : adminOnSecondServer).post("/deposit-slip", { AccountID: 1, Date: today, ChequeIDs }),
      ),
    );
    const codes = replies.map(({ status, body }) => (status === 200 ? "deposited" : body.code)).sort();
    expect(codes).toEqual(["deposited", ...Array<string>(19).fill("wrong-state")]);
    const slips = await admin.list(depositSlip);
    expect([slips.length, slips.at(-1)?.Amount]).toEqual([countBefore + 1, 2000]);
  });

  test("only staff with permission can change a cheque, and residents can read only cheques of their own house", async () => {
    const { ali, clerk, grant, society } = sharedHarness;
    const { ChequeID } = await addCheque(admin, { HouseNo: society.sanaPlot.HouseNo });
    for (const [step, send] of Object.entries(steps))
      expect([step, (await send(clerk, ChequeID)).status]).toEqual([step, 403]);
    const page = "/finance-management?tab=cheques";
    for (const action of ["View", "Add", "Update"] as const) await grant({ role: "Resident", page, action });
    const aliCheques = await ali.list(cheque);
    expect(aliCheques.length).toBeGreaterThan(0);
    expect(new Set(aliCheques.map(({ HouseNo }) => HouseNo))).toEqual(new Set(["A-1"]));
    for (const [step, send] of Object.entries(steps))
      expect([step, (await send(ali, aliCheques[0]?.ChequeID ?? 0)).status]).toEqual([step, 403]);
  });
});

describe("the money of a cheque", () => {
  test("the money of a cheque enters the account with its deposit, leaves it with the bounce and enters again with the redeposit", async () => {
    const { admin, clock } = await openHarness();
    const bankId = await addBankAccount(admin);
    const { ChequeID, PaymentReceiptID } = await addCheque(admin, { AccountID: bankId });
    const deposit = async (day: string) => {
      const slipForm = { AccountID: bankId, Date: day, ChequeIDs: [ChequeID] };
      return parseRecord(depositSlip, await admin.post("/deposit-slip", slipForm));
    };
    expect(await readEntries(admin, bankId)).toEqual([]);
    const { DepositSlipID } = await deposit("2026-11-15");
    clock.set("2026-11-20T07:00:00Z");
    assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { ...bounceForm, Date: "2026-11-17" }));
    await deposit("2026-11-20");
    expect(await readEntries(admin, bankId)).toEqual([
      ["2026-11-15", "cheque", 1000, 0, 1000],
      ["2026-11-17", "bounce", 0, 1000, 0],
      ["2026-11-20", "cheque", 1000, 0, 1000],
    ]);
    expect(await readEntries(admin, 1)).toEqual([]);
    const balances = assertOk(await admin.get("/cash-book/balances")).body.data;
    expect(balances).toContainEqual({ AccountID: bankId, Balance: 1000 });
    const response = await admin.fetch(`/deposit-slip/${DepositSlipID}.pdf`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await admin.get("/deposit-slip/999.pdf")).status).toBe(404);
    assertOk(await admin.delete(`/payment-receipt/${PaymentReceiptID}`));
    expect(await readEntries(admin, bankId)).toEqual([]);
  });

  test("a bounce makes the amount due again with the fee, and a redeposit settles it again", async () => {
    const { admin, portal, clock, society, createSchedule } = await openHarness();
    const { PlotID } = society.aliPlot;
    await createSchedule({ StartMonth: 10, EndMonth: 10, plots: [PlotID] });
    assertOk(await admin.put("/society", { Name: "Housing Society", BounceFee: 300 }));
    const { ChequeID, PaymentReceiptID } = await addCheque(admin, { AmountPaid: 2600 });
    const readInstallment = async () => (await admin.list(paymentSchedule))[0];
    expect(await readInstallment()).toMatchObject({ IsPaid: 1, PaidDate: "2026-11-14" });
    clock.set("2026-11-20T07:00:00Z");
    assertOk(await admin.post("/deposit-slip", { AccountID: 1, Date: "2026-11-15", ChequeIDs: [ChequeID] }));
    assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { ...bounceForm, Date: "2026-11-18" }));
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ BounceReason: bounceForm.Reason });
    expect(await readInstallment()).toMatchObject({ IsPaid: 0, AmountReceived: 0 });
    expect(await readReceipt(admin, { PaymentReceiptID })).toMatchObject({
      ReceiptNo: 1,
      VoidedAt: null,
      ChequeState: "bounced",
      Allocations: [],
      Credit: 0,
      Reversals: [{ From: "2026-11-18", To: null }],
    });
    expect(await admin.list(adjustment)).toMatchObject([
      { Kind: "charge", Amount: 300, Date: "2026-11-18", PlotID, Reason: expect.stringContaining("Fee for bounced") },
    ]);
    expect(await readDueAndCredit(admin, PlotID)).toEqual([2800, 0]);
    expect(await readStatement(admin, PlotID)).toEqual([
      ["2026-10-10", "Charge", 2500],
      ["2026-11-14", "Receipt", -100],
      ["2026-11-18", "Charge", 200],
      ["2026-11-18", "Reversal", 2800],
    ]);
    assertOk(await admin.post("/deposit-slip", { AccountID: 1, Date: "2026-11-19", ChequeIDs: [ChequeID] }));
    expect(await readInstallment()).toMatchObject({ IsPaid: 1, PaidDate: "2026-11-19" });
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: "deposited", BounceReason: "" });
    expect(await readDueAndCredit(admin, PlotID)).toEqual([200, 0]);
    expect((await readStatement(admin, PlotID)).at(-1)).toEqual(["2026-11-19", "Receipt", 200]);
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("a bounce charges the fee of the request, no fee for 0 and the society's fee for null", async () => {
    const { admin } = await openHarness();
    assertOk(await admin.put("/society", { Name: "Housing Society", BounceFee: 300 }));
    for (const [Fee, expected] of [
      [450.5, [450.5]],
      [0, []],
      [null, [300]],
    ] as const) {
      const before = (await admin.list(adjustment)).length;
      assertOk(await admin.post(`/cheque/${await depositCheque(admin)}/bounce`, { ...bounceForm, Fee }));
      expect((await admin.list(adjustment)).slice(before).map(({ Amount }) => Amount)).toEqual(expected);
    }
    const negative = await admin.post(`/cheque/${await depositCheque(admin)}/bounce`, { ...bounceForm, Fee: -1 });
    expect([negative.status, negative.body.errors]).toEqual([400, { Fee: "Fee must be 0 or more" }]);
  });

  test("a bounce of a receipt in a locked month adds a charge of today, and the redeposit voids the charge", async () => {
    const { admin, portal, society } = await openHarness();
    const { PlotID } = society.aliPlot;
    const { ChequeID, PaymentReceiptID } = await addCheque(admin, { PaymentDate: "2026-10-20" });
    assertOk(await steps.deposit(admin, ChequeID));
    assertOk(await admin.post("/month-lock", { Month: 10, Year: 2026 }));
    const reply = await steps.bounce(admin, ChequeID);
    expect(assertOk(reply).body.code).toBe("cheque-bounce-charged");
    expect(await admin.list(adjustment)).toMatchObject([
      { Kind: "charge", Amount: 1000, Date: today, Reason: expect.stringContaining("Insufficient funds") },
    ]);
    // The credit of the receipt, which still counts, pays the charge.
    expect(await readReceipt(admin, { PaymentReceiptID })).toMatchObject({ ChequeState: "bounced", Credit: 0 });
    expect(await readDueAndCredit(admin, PlotID)).toEqual([0, 0]);
    assertOk(await steps.deposit(admin, ChequeID));
    expect(await admin.list(adjustment)).toEqual([]);
    expect(await readDueAndCredit(admin, PlotID)).toEqual([0, 1000]);
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("a bounce after a refund charges the refunded amount, because the house keeps the refund", async () => {
    const { admin, portal, society } = await openHarness();
    const { PlotID } = society.aliPlot;
    const chequeId = await depositCheque(admin);
    const refundForm = { PlotID, Kind: "refund", Amount: 400, Date: today, Reason: "Paid twice" };
    assertOk(await admin.post("/adjustment", refundForm));
    assertOk(await steps.bounce(admin, chequeId));
    expect(await readDueAndCredit(admin, PlotID)).toEqual([400, 0]);
    assertOk(await steps.return(admin, chequeId));
    expect(await readDueAndCredit(admin, PlotID)).toEqual([400, 0]);
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("when a bounced receipt is voided, the receipt that paid the charge for the refunded amount gets it back as credit", async () => {
    const { admin, portal } = await openHarness();
    const cashReceiptForm = { HouseNo: "A-1", PaymentMethod: "Cash", AmountPaid: 300, PaymentDate: "2026-11-01" };
    const cashReceipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", cashReceiptForm));
    const refundForm = {
      PlotID: cashReceipt.PlotID,
      Kind: "refund",
      Amount: 400,
      Date: "2026-11-15",
      Reason: "Moved out",
    };
    const ChequeID = await depositCheque(admin);
    const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", refundForm));
    assertOk(await admin.post(`/cheque/${ChequeID}/bounce`, { Date: "2026-11-15", Reason: "No funds", Fee: 0 }));
    assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered twice" }));
    const [bouncedReceipt] = await admin.list(paymentReceipt, "?PaymentMethod=Cheque");
    assertOk(await admin.delete(`/payment-receipt/${bouncedReceipt?.PaymentReceiptID}`));
    const [cashReceiptAfter] = await admin.list(paymentReceipt, `?PaymentReceiptID=${cashReceipt.PaymentReceiptID}`);
    expect(cashReceiptAfter).toMatchObject({ Credit: 300, Allocations: [] });
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("the return of a cheque above the limit for voids needs an approval, but a bounce needs none", async () => {
    const { admin, manager } = await openHarness();
    assertOk(await admin.put("/society", { Name: "Housing Society", Limits: { Void: 500 } }));
    const { ChequeID, PaymentReceiptID } = await addCheque(admin);
    const returnReply = await steps.return(admin, ChequeID);
    expect(returnReply.status).toBe(202);
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: "in-hand" });
    assertOk(await manager.post("/approval/1/approve", {}));
    expect(await readCheque(admin, PaymentReceiptID)).toMatchObject({ State: "returned" });
    // A bounce is a decision of the bank.
    const bouncedCheque = await addCheque(admin);
    assertOk(await steps.deposit(admin, bouncedCheque.ChequeID));
    assertOk(await steps.bounce(admin, bouncedCheque.ChequeID));
    expect(await readCheque(admin, bouncedCheque.PaymentReceiptID)).toMatchObject({ State: "bounced" });
  });
});

test("the payer of a bounced cheque gets an email with the reason and the fee", async () => {
  const { harness, smtp } = await openHarnessWithMailServer();
  const { admin, createPlot } = harness;
  const { HouseNo } = await createPlot({ EmailID: "owner@example.org" });
  const chequeId = await depositCheque(admin, { HouseNo, ChequeNo: "4711" });
  assertOk(await admin.post(`/cheque/${chequeId}/bounce`, { ...bounceForm, Fee: 300 }));
  await expect.poll(() => smtp.accepted.length).toBe(1);
  const [mail] = smtp.accepted;
  expect(mail?.subject).toContain("the cheque of receipt R-1 for house");
  for (const part of ["4711", "Insufficient funds", "Rs 300.00", "Rs 1,000.00"]) expect(mail?.text).toContain(part);
  const { data } = assertOk(await admin.get("/mails")).body;
  expect(data).toMatchObject([{ Kind: "bounce", To: "owner@example.org" }]);
});

async function addBankAccount(person: Person): Promise<number> {
  const form = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
  return parseRecord(account, await person.post("/account", form)).AccountID;
}

async function sendReceiptChange(person: Person, PaymentReceiptID: number, change: object): Promise<Reply> {
  const before = await readReceipt(person, { PaymentReceiptID });
  return person.put(`/payment-receipt/${PaymentReceiptID}`, { ...before, ...change, AllowDuplicate: true });
}

async function changeReceipt(person: Person, PaymentReceiptID: number, change: object): Promise<void> {
  assertOk(await sendReceiptChange(person, PaymentReceiptID, change));
}

/** Date, kind, in, out and balance of each entry of November. */
async function readEntries(person: Person, AccountID: number) {
  const reply = assertOk(await person.get(`/cash-book?account=${AccountID}&from=2026-11-01&to=2026-11-30`));
  const { entries } = cashBookRecord.parse(reply.body.data);
  return entries.map((entry) => [entry.Date, entry.Kind, entry.In, entry.Out, entry.Balance]);
}

/** What the house owes and its credit, in rupees. */
async function readDueAndCredit(person: Person, PlotID: number) {
  const { data } = assertOk(await person.get(`/plot/${PlotID}/balance`)).body;
  const { due, credit } = Object(data);
  return [due, credit];
}

/** Date, kind and balance of each entry. */
async function readStatement(person: Person, PlotID: number) {
  const { entries } = statementRecord.parse(assertOk(await person.get(`/plot/${PlotID}/statement`)).body.data);
  return entries.map((entry) => [entry.Date, entry.Kind, entry.Balance]);
}
