import { describe, expect, test } from "vitest";
import { z } from "zod";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { account } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { adjustmentForm, openNovemberHouses } from "../harness/adjustments.ts";
import { addCheque } from "../harness/cheques.ts";
import { type Harness, shareHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Values = Readonly<Record<string, unknown>>;

/** For tests that change nothing. */
const openSharedHouses = shareHarness(openHouses);

describe("charges and opening balances", () => {
  test("a charge is paid by existing credit and by later receipts", async () => {
    const { addAdjustment, addReceipt, listAdjustments } = await openHouses();
    const receipt = await addReceipt(3000);
    expect(receipt).toMatchObject({ Credit: 500 });
    const charge = await addAdjustment({ Kind: "charge", Amount: 1200, Reason: "Water tanker" });
    expect(charge).toMatchObject({ AdjustmentNo: 1, DueDate: "2026-11-15", AmountReceived: 500, IsPaid: 0 });
    expect(await addReceipt(700)).toMatchObject({
      Allocations: [{ ChargeID: charge.AdjustmentID, Amount: 700 }],
      Credit: 0,
    });
    expect(await listAdjustments()).toMatchObject([{ IsPaid: 1, PaidDate: "2026-11-15", AmountReceived: 1200 }]);
  });

  test("an opening balance above 0 is billed in the month of its due date and paid before later installments", async () => {
    const { addAdjustment, addReceipt, readInstallments, readBilledAmount } = await openHouses();
    const before = await readBilledAmount();
    await addAdjustment({
      Kind: "opening",
      Amount: 4000,
      Date: "2026-11-01",
      DueDate: "2026-11-02",
      Reason: "Arrears of 2024",
    });
    expect(await readBilledAmount()).toBe(before + 4000);
    expect(await addReceipt(4000)).toMatchObject({ Allocations: [{ ChargeID: 1, Amount: 4000 }] });
    expect(await readInstallments()).toEqual(["0 of 2500"]);
  });

  test("an opening balance below 0 is credit that pays installments", async () => {
    const { addAdjustment, readInstallments } = await openHouses();
    expect(
      await addAdjustment({ Kind: "opening", Amount: -1000, Date: "2026-11-01", Reason: "Paid in advance" }),
    ).toMatchObject({
      Credit: 0,
      Allocations: [{ PaymentScheduleID: 1, Amount: 1000 }],
    });
    expect(await readInstallments()).toEqual(["1000 of 2500"]);
  });
});

describe("a waiver", () => {
  test("a waiver of an amount lowers the amount due, by at most the outstanding amount", async () => {
    const { admin, addAdjustment, addReceipt, readInstallments, waiverForm, readBilledAmount } = await openHouses();
    await addReceipt(2000);
    const refused = await admin.post("/adjustment", waiverForm({ Amount: 501 }));
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      400,
      "too-much",
      { Amount: "At most Rs 500.00 is possible" },
    ]);
    expect(await addAdjustment(waiverForm({ Amount: 500 }))).toMatchObject({ DueDate: "2026-11-10" });
    expect(await readInstallments()).toEqual(["2000 of 2000"]);
    // Two installments of 2,500 less the waiver.
    expect(await readBilledAmount()).toBe(4500);
  });

  test("a waiver of a paid penalty turns the penalty into credit", async () => {
    const { addAdjustment, admin, applyPenalty, addReceipt, readInstallments, waiverForm } = await openHouses();
    await applyPenalty();
    const receipt = await addReceipt(2700, "2026-11-20");
    await addAdjustment(waiverForm({ Amount: 200, Of: "penalty" }));
    expect(await readInstallments()).toEqual(["2500 of 2500"]);
    expect(await admin.list(paymentReceipt)).toMatchObject([
      { PaymentReceiptID: receipt.PaymentReceiptID, Credit: 200, PenaltyAmount: 0 },
    ]);
  });

  test("a waived penalty that was ticked becomes credit of the waiver, and is ticked again when the waiver is voided", async () => {
    const { addAdjustment, admin, listAdjustments, applyPenalty, readInstallments, voidAdjustment, waiverForm } =
      await openHouses();
    await applyPenalty();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const waiver = await addAdjustment(waiverForm({ Amount: 200, Of: "penalty" }));
    expect(waiver).toMatchObject({ Credit: 200 });
    expect(await readInstallments()).toEqual(["2500 of 2500"]);
    await voidAdjustment(waiver);
    expect(await readInstallments()).toEqual(["2700 of 2700"]);
    expect(await listAdjustments("?voided=1")).toMatchObject([{ Credit: 0, VoidReason: "Entered by mistake" }]);
  });

  test("when the penalty of a ticked installment is waived, the statement keeps the payment on the day of the tick", async () => {
    const { addAdjustment, admin, applyPenalty, clock, waiverForm } = await openHouses();
    const readNovember = async () =>
      statementRecord.parse(assertOk(await admin.get("/plot/1/statement?to=2026-11-30")).body.data);
    await applyPenalty();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    expect(await readNovember()).toMatchObject({ paid: 2700, closing: 0 });
    clock.set("2026-12-05T07:00:00Z");
    await addAdjustment(waiverForm({ Amount: 200, Of: "penalty", Date: "2026-12-05" }));
    expect(await readNovember()).toMatchObject({ paid: 2700, closing: 0 });
  });

  test("a tick whose penalty has become credit can be removed only after the waiver is voided", async () => {
    const { addAdjustment, admin, applyPenalty, readInstallments, voidAdjustment, waiverForm } = await openHouses();
    await applyPenalty();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const waiver = await addAdjustment(waiverForm({ Amount: 200, Of: "penalty" }));
    const refused = await admin.put("/payment-schedule/1", { IsPaid: 0 });
    expect([refused.status, refused.body.message]).toEqual([409, "Installment is in use by Adjustment ADJ-1"]);
    expect(await readInstallments()).toEqual(["2500 of 2500"]);
    await voidAdjustment(waiver);
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 0 }));
    expect(await readInstallments()).toEqual(["0 of 2700"]);
    expect(assertOk(await admin.get("/plot/1/balance")).body.data).toMatchObject({ due: 2700, credit: 0 });
  });

  test("an installment whose waiver is voided after its tick cannot be ticked again; a receipt pays the rest", async () => {
    const { addAdjustment, addReceipt, admin, readInstallments, voidAdjustment, waiverForm } = await openHouses();
    const waiver = await addAdjustment(waiverForm({ Amount: 500 }));
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    await voidAdjustment(waiver);
    expect(await readInstallments()).toEqual(["2000 of 2500"]);

    const refused = await admin.put("/payment-schedule/1", { IsPaid: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, "partly-ticked"]);
    expect(refused.body.data).toMatchObject({ IsPaid: 0, TickedAmount: 2000 });
    await addReceipt(500);
    expect(await readInstallments()).toEqual(["2500 of 2500"]);
  });

  test("a waiver that turned a ticked penalty into credit cannot be voided while the installment has a tick of another day and account", async () => {
    const { addAdjustment, admin, applyPenalty, clock, listAdjustments, voidAdjustment, waiverForm } =
      await openHouses();
    const bankForm = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
    const { AccountID } = parseRecord(account, await admin.post("/account", bankForm));
    await applyPenalty();
    const { ChequeID } = await addCheque(admin, { AmountPaid: 2500, PaymentDate: "2026-11-20" });
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    assertOk(await admin.post(`/cheque/${ChequeID}/return`, { Date: "2026-11-20" }));
    const waiver = await addAdjustment(waiverForm({ Amount: 2500 }));
    const penaltyWaiver = await addAdjustment(waiverForm({ Amount: 200, Of: "penalty" }));
    expect(penaltyWaiver).toMatchObject({ Credit: 200, TickedDate: "2026-11-20" });
    await voidAdjustment(waiver);
    clock.set("2026-11-21T07:00:00Z");
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1, AccountID }));
    const readTick = async () => {
      const [row] = await admin.list(paymentSchedule, "?plot=1");
      return [row?.TickedAmount, row?.TickedDate, row?.AccountID];
    };
    expect(await readTick()).toEqual([2300, "2026-11-21", AccountID]);

    const refused = await admin.post(`/adjustment/${penaltyWaiver.AdjustmentID}/void`, { Reason: "By mistake" });
    expect([refused.status, refused.body.code]).toEqual([409, "partly-ticked"]);
    expect(await readTick()).toEqual([2300, "2026-11-21", AccountID]);
    expect(await listAdjustments()).toMatchObject([{ AdjustmentID: penaltyWaiver.AdjustmentID }]);

    // The later tick has paid nothing of the credit, so it can be removed first.
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 0 }));
    await voidAdjustment(penaltyWaiver);
    expect(await readTick()).toEqual([200, "2026-11-20", null]);
  });

  test("a payment plan cannot be revoked while one of its installments has a waiver", async () => {
    const { addAdjustment, admin, voidAdjustment, waiverForm } = await openHouses();
    const waiver = await addAdjustment(waiverForm({ Amount: 500 }));
    const refused = await admin.delete("/payment-plan/1");
    expect([refused.status, refused.body.message]).toEqual([409, "Payment plan is in use by Adjustment ADJ-1"]);
    await voidAdjustment(waiver);
    assertOk(await admin.delete("/payment-plan/1"));
  });

  test("only one of twenty concurrent waivers of a penalty is accepted", async () => {
    const { admin, listAdjustments, applyPenalty, readInstallments, waiverForm } = await openHouses();
    await applyPenalty();
    const body = waiverForm({ Amount: 200, Of: "penalty" });
    const replies = await Promise.all(Array.from({ length: 20 }, () => admin.post("/adjustment", body)));
    const refusals = replies.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(19);
    for (const { status, body } of refusals)
      expect([status, body.errors]).toEqual([400, { Amount: "At most Rs 0.00 is possible" }]);
    expect(await listAdjustments()).toMatchObject([{ AdjustmentNo: 1, Amount: 200 }]);
    expect(await readInstallments()).toEqual(["0 of 2500"]);
  });

  test("a voided waiver makes the amount due again", async () => {
    const { addAdjustment, readInstallments, voidAdjustment, waiverForm } = await openHouses();
    const waiver = await addAdjustment(waiverForm({ Amount: 2500, Kind: "write-off" }));
    expect(await readInstallments()).toEqual(["0 of 0"]);
    await voidAdjustment(waiver);
    expect(await readInstallments()).toEqual(["0 of 2500"]);
  });
});

describe("credit of a house", () => {
  test("a refund is limited to the credit of the house, and the receipt with that credit cannot be voided before the refund is", async () => {
    const { addAdjustment, admin, addReceipt, voidAdjustment } = await openHouses();
    const receipt = await addReceipt(3000);
    const refused = await admin.post("/adjustment", adjustmentForm({ Kind: "refund", Amount: 501 }));
    expect([refused.status, refused.body.message]).toEqual([400, "At most Rs 500.00 is possible"]);
    const refund = await addAdjustment({ Kind: "refund", Amount: 400 });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ Credit: 100, RefundedAmount: 400 }]);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    expect((await admin.delete(path)).body).toMatchObject({ code: "credit-used", values: { by: "ADJ-1" } });
    await voidAdjustment(refund);
    assertOk(await admin.delete(path));
  });

  test("a transfer pays the open installments of the other house", async () => {
    const { addAdjustment, admin, addReceipt, voidAdjustment, society } = await openHouses();
    await addReceipt(4000);
    const transfer = await addAdjustment({ Kind: "transfer", Amount: 1500, ToPlotID: society.sanaPlot.PlotID });
    expect(transfer).toMatchObject({ Credit: 0, Allocations: [{ Amount: 1500 }], ToHouseNo: "A-2" });
    const listReceived = async () =>
      (await admin.list(paymentSchedule)).map(({ HouseNo, AmountReceived }) => [HouseNo, AmountReceived]);
    expect(await listReceived()).toEqual([
      ["A-1", 2500],
      ["A-2", 1500],
    ]);
    await voidAdjustment(transfer);
    expect(await listReceived()).toEqual([
      ["A-1", 2500],
      ["A-2", 0],
    ]);
  });
});

describe("the same adjustment for several houses", () => {
  test("a charge is previewed for each house and added in one commit", async () => {
    const { admin, postForHouses, addReceipt, listAdjustments } = await openHouses();
    await addReceipt(3000);
    const body = { PlotIDs: [1, 2], Amount: 800 };
    const preview = assertOk(await postForHouses(body, "?dryRun=1")).body.data;
    expect(preview).toEqual({
      count: 2,
      total: 1600,
      houses: [
        { PlotID: 1, HouseNo: "A-1", OwnerName: "Ali", Balance: -500, BalanceAfter: 300 },
        { PlotID: 2, HouseNo: "A-2", OwnerName: "Sana", Balance: 2500, BalanceAfter: 3300 },
      ],
    });
    expect(await listAdjustments()).toEqual([]);
    expect(assertOk(await postForHouses(body)).body.data).toBe(2);
    expect(await listAdjustments()).toMatchObject([
      { AdjustmentNo: 1, HouseNo: "A-1", AmountReceived: 500 },
      { AdjustmentNo: 2, HouseNo: "A-2", AmountReceived: 0 },
    ]);
    const auditSchema = z.array(z.object({ By: z.string(), AuditID: z.string() }));
    const audit = auditSchema.parse(assertOk(await admin.get("/audit?resource=adjustment&type=insert")).body.data);
    expect(audit.map(({ By }) => By)).toEqual(["admin", "admin"]);
    // An AuditID is the id of the commit and the position in it.
    expect(new Set(audit.map(({ AuditID }) => AuditID.split(".")[0])).size).toBe(1);
  });

  test("a refund for several houses is refused for all of them if one lacks the credit, and the reply names that house", async () => {
    const { postForHouses, addReceipt, listAdjustments } = await openHouses();
    await addReceipt(3000);
    const refundForm = { Kind: "refund", PlotIDs: [1, 2], Amount: 500 };
    expect(assertOk(await postForHouses(refundForm, "?dryRun=1")).body.data).toMatchObject({
      count: 1,
      total: 500,
      houses: [
        { HouseNo: "A-1", BalanceAfter: 0 },
        { HouseNo: "A-2", refusal: { code: "too-much" } },
      ],
    });
    const { status, body } = await postForHouses(refundForm);
    expect([status, body.code, body.errors]).toEqual([
      400,
      "too-much-of-house",
      { Amount: "A-2: at most Rs 0.00 is possible" },
    ]);
    expect(await listAdjustments()).toEqual([]);
  });

  test("refunds are paid from the account of the request, otherwise from cash", async () => {
    const { admin, postForHouses, addReceipt, listAdjustments } = await openHouses();
    await addReceipt(3000);
    const bankForm = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
    const { AccountID } = parseRecord(account, await admin.post("/account", bankForm));
    for (const accountField of [{ AccountID }, {}])
      assertOk(await postForHouses({ Kind: "refund", PlotIDs: [1], Amount: 50, ...accountField }));
    expect((await listAdjustments()).map((row) => row.AccountID)).toEqual([AccountID, null]);
    const balances = assertOk(await admin.get("/cash-book/balances")).body.data;
    expect(balances).toContainEqual({ AccountID, Balance: -50 });
  });

  test.each<[Values, string]>([
    [{ PlotIDs: [] }, "PlotIDs"],
    [{ PlotIDs: [1, 999] }, "PlotIDs"],
    [{ Kind: "waiver" }, "Kind"],
    [{ Amount: -5 }, "Amount"],
    [{ Date: "2026-11-16" }, "Date"],
    [{ Reason: " \t " }, "Reason"],
    [{ AccountID: 1 }, "AccountID"],
    [{ Kind: "refund", AccountID: 99 }, "AccountID"],
  ])("%j is refused with an error at its field, also in the preview", async (change, field) => {
    const { postForHouses, listAdjustments } = await openSharedHouses();
    for (const query of ["?dryRun=1", ""]) {
      const { status, body } = await postForHouses(change, query);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect(await listAdjustments()).toEqual([]);
  });
});

describe("access to adjustments", () => {
  test("residents receive the adjustments of their own house by REST and live, and both houses receive a transfer", async () => {
    const { addAdjustment, admin, ali, sana, voidAdjustment, addReceipt, grant, society } = await openHouses();
    await grant({ role: "Resident", page: "/payment-management?tab=adjustments", action: "View" });
    const [aliSocket, sanaSocket] = [await ali.openSocket(), await sana.openSocket()];
    for (const socket of [aliSocket, sanaSocket]) await socket.watch(["adjustment"]);
    await addReceipt(3000);
    const fine = await addAdjustment({ PlotID: society.sanaPlot.PlotID, Amount: 300, Reason: "Fine of Sana" });
    const transfer = await addAdjustment({ Kind: "transfer", Amount: 400, ToPlotID: society.sanaPlot.PlotID });
    const listOwnIds = async (person: typeof ali) =>
      (await person.list(adjustment)).map(({ AdjustmentID }) => AdjustmentID);
    expect(await listOwnIds(ali)).toEqual([transfer.AdjustmentID]);
    expect(await listOwnIds(sana)).toEqual([fine.AdjustmentID, transfer.AdjustmentID]);
    await voidAdjustment(fine);
    for (const socket of [aliSocket, sanaSocket]) await socket.waitForEarlierEvents();
    const receivedIds = ({ received: { changes } }: typeof aliSocket) => [
      ...new Set(changes.filter(({ resource }) => resource === "adjustment").map(({ id }) => id)),
    ];
    expect(receivedIds(aliSocket)).toEqual([transfer.AdjustmentID]);
    expect(receivedIds(sanaSocket)).toEqual([fine.AdjustmentID, transfer.AdjustmentID]);
    const readVoids = async (person: typeof ali) => assertOk(await person.get("/adjustment/voids")).body.data;
    expect(await readVoids(admin)).toEqual([{ AdjustmentID: fine.AdjustmentID, By: "admin" }]);
    expect(await readVoids(sana)).toEqual([{ AdjustmentID: fine.AdjustmentID, By: "Office" }]);
    expect(await readVoids(ali)).toEqual([]);
    expect(await admin.list(adjustment, "?voided=1")).toMatchObject([{ VoidReason: "Entered by mistake" }]);
  });

  test("a void without a reason of at least three characters is refused", async () => {
    const { addAdjustment, admin, listAdjustments } = await openHouses();
    const { AdjustmentID } = await addAdjustment({});
    for (const Reason of ["", "   ", "ab"]) {
      const { status, body } = await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["Reason"]]);
    }
    expect(await listAdjustments()).toHaveLength(1);
  });
});

test.each<[Values, string]>([
  [{ Reason: "  " }, "Reason"],
  [{ Amount: 0 }, "Amount"],
  [{ Amount: -5 }, "Amount"],
  [{ Date: "2026-11-16" }, "Date"],
  [{ Kind: "waiver" }, "PaymentScheduleID"],
  [{ Kind: "waiver", PaymentScheduleID: 2 }, "PaymentScheduleID"],
  [{ Kind: "waiver", ChargeID: 99 }, "ChargeID"],
  [{ Kind: "transfer" }, "ToPlotID"],
  [{ Kind: "transfer", ToPlotID: 1 }, "ToPlotID"],
  [{ Of: "penalty" }, "Of"],
])("an adjustment with %j is refused with an error at its field and changes nothing", async (change, field) => {
  const { admin, listAdjustments } = await openSharedHouses();
  const { status, body } = await admin.post("/adjustment", adjustmentForm(change));
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await listAdjustments()).toEqual([]);
});

/** A harness with the houses of November and functions for the tests of this file. */
async function openHouses(sharedHarness?: Harness) {
  const houses = await openNovemberHouses(sharedHarness);
  const { admin } = houses;
  return {
    ...houses,
    waiverForm: (change: Values) => adjustmentForm({ Kind: "waiver", PaymentScheduleID: 1, ...change }),
    postForHouses: (change: Values, query = "") => {
      const { PlotID: _, ...body } = adjustmentForm({});
      return admin.post(`/adjustment/bulk${query}`, { PlotIDs: [1, 2], ...body, ...change });
    },
    listAdjustments: (query = "") => admin.list(adjustment, query),
    /** The rupees received and due of each installment of A-1, such as "1000 of 2500". */
    readInstallments: async () =>
      (await admin.list(paymentSchedule, "?plot=1")).map((row) => {
        const penalty = row.PenaltyApplied ? row.PenaltyAmount - row.WaivedPenalty : 0;
        return `${row.AmountReceived} of ${row.Amount - row.WaivedAmount + penalty}`;
      }),
    /** The rupees that all houses are billed for the current month. */
    readBilledAmount: async () => {
      const summarySchema = z.array(z.object({ period: z.string(), total_amount: z.number() }));
      const periods = summarySchema.parse((await admin.get("/dashboard/summary")).body.data);
      return periods.find(({ period }) => period === "Current Month")?.total_amount ?? 0;
    },
  };
}
