import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { RecordOf } from "../../shared/registry.ts";
import { account } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Body = Readonly<Record<string, unknown>>;

describe("an amount that a house owes beside its installments", () => {
  test("a charge is paid by credit, oldest due date first, and by later receipts", async () => {
    const { add, receive, adjustments } = await openNovemberHouses();
    const receipt = await receive(3000);
    expect(receipt).toMatchObject({ Credit: 500 });
    const charge = await add({ Kind: "charge", Amount: 1200, Reason: "Water tanker" });
    expect(charge).toMatchObject({ AdjustmentNo: 1, DueDate: "2026-11-15", AmountReceived: 500, IsPaid: 0 });
    expect(await receive(700)).toMatchObject({
      Allocations: [{ ChargeID: charge.AdjustmentID, Amount: 700 }],
      Credit: 0,
    });
    expect(await adjustments()).toMatchObject([{ IsPaid: 1, PaidDate: "2026-11-15", AmountReceived: 1200 }]);
  });

  test("an opening balance above 0 counts in the month of its due date and is due before later installments", async () => {
    const { add, receive, rows, billed } = await openNovemberHouses();
    const before = await billed();
    await add({ Kind: "opening", Amount: 4000, Date: "2026-11-01", DueDate: "2026-11-02", Reason: "Arrears of 2024" });
    expect(await billed()).toBe(before + 4000);
    expect(await receive(4000)).toMatchObject({ Allocations: [{ ChargeID: 1, Amount: 4000 }] });
    expect(await rows()).toEqual(["0 of 2500"]);
  });

  test("an opening balance below 0 is credit that pays installments", async () => {
    const { add, rows } = await openNovemberHouses();
    expect(await add({ Kind: "opening", Amount: -1000, Date: "2026-11-01", Reason: "Paid in advance" })).toMatchObject({
      Credit: 0,
      Allocations: [{ PaymentScheduleID: 1, Amount: 1000 }],
    });
    expect(await rows()).toEqual(["1000 of 2500"]);
  });
});

describe("a waiver", () => {
  test("a waiver of an amount lowers the amount due, by at most the outstanding amount", async () => {
    const { admin, add, receive, rows, waiver, billed } = await openNovemberHouses();
    await receive(2000);
    const refused = await admin.post("/adjustment", waiver({ Amount: 501 }));
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      400,
      "too-much",
      { Amount: "At most Rs 500.00 is possible" },
    ]);
    expect(await add(waiver({ Amount: 500 }))).toMatchObject({ DueDate: "2026-11-10" });
    expect(await rows()).toEqual(["2000 of 2000"]);
    expect(await billed()).toBe(4500);
  });

  test("a waiver of a paid penalty turns the penalty into credit", async () => {
    const { add, admin, penalize, receive, rows, waiver } = await openNovemberHouses();
    await penalize();
    const receipt = await receive(2700, "2026-11-20");
    await add(waiver({ Amount: 200, Of: "penalty" }));
    expect(await rows()).toEqual(["2500 of 2500"]);
    expect(await admin.list(paymentReceipt)).toMatchObject([
      { PaymentReceiptID: receipt.PaymentReceiptID, Credit: 200, PenaltyAmount: 0 },
    ]);
  });

  test("a waived penalty that was marked as paid becomes credit of the waiver, and is marked again when voided", async () => {
    const { add, admin, adjustments, penalize, rows, voidIt, waiver } = await openNovemberHouses();
    await penalize();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const added = await add(waiver({ Amount: 200, Of: "penalty" }));
    expect(added).toMatchObject({ Credit: 200 });
    expect(await rows()).toEqual(["2500 of 2500"]);
    await voidIt(added);
    expect(await rows()).toEqual(["2700 of 2700"]);
    expect(await adjustments("?voided=1")).toMatchObject([{ Credit: 0, VoidReason: "Entered by mistake" }]);
  });

  test("a tick whose penalty has become credit is not removed before the waiver is voided", async () => {
    const { add, admin, penalize, rows, voidIt, waiver } = await openNovemberHouses();
    await penalize();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const added = await add(waiver({ Amount: 200, Of: "penalty" }));
    const refused = await admin.put("/payment-schedule/1", { IsPaid: 0 });
    expect([refused.status, refused.body.message]).toEqual([409, "Installment is in use by Adjustment ADJ-1"]);
    expect(await rows()).toEqual(["2500 of 2500"]);
    await voidIt(added);
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 0 }));
    expect(await rows()).toEqual(["0 of 2700"]);
    expect(assertOk(await admin.get("/plot/1/balance")).body.data).toMatchObject({ due: 2700, credit: 0 });
  });

  test("a plan is not revoked while installments are waived", async () => {
    const { add, admin, voidIt, waiver } = await openNovemberHouses();
    const added = await add(waiver({ Amount: 500 }));
    const refused = await admin.delete("/payment-plan/1");
    expect([refused.status, refused.body.message]).toEqual([409, "Payment plan is in use by Adjustment ADJ-1"]);
    await voidIt(added);
    assertOk(await admin.delete("/payment-plan/1"));
  });

  test("only one of twenty simultaneous waivers of a penalty is accepted", async () => {
    const { admin, adjustments, penalize, rows, waiver } = await openNovemberHouses();
    await penalize();
    const body = waiver({ Amount: 200, Of: "penalty" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post("/adjustment", body)));
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(19);
    for (const { status, body } of refusals)
      expect([status, body.errors]).toEqual([400, { Amount: "At most Rs 0.00 is possible" }]);
    expect(await adjustments()).toMatchObject([{ AdjustmentNo: 1, Amount: 200 }]);
    expect(await rows()).toEqual(["0 of 2500"]);
  });

  test("a voided waiver makes the amount due again", async () => {
    const { add, rows, voidIt, waiver } = await openNovemberHouses();
    const added = await add(waiver({ Amount: 2500, Kind: "write-off" }));
    expect(await rows()).toEqual(["0 of 0"]);
    await voidIt(added);
    expect(await rows()).toEqual(["0 of 2500"]);
  });
});

describe("credit of a house", () => {
  test("a refund takes credit, at most what there is, and its receipt cannot be voided before it", async () => {
    const { add, admin, receive, voidIt } = await openNovemberHouses();
    const receipt = await receive(3000);
    const refused = await admin.post("/adjustment", form({ Kind: "refund", Amount: 501 }));
    expect([refused.status, refused.body.message]).toEqual([400, "At most Rs 500.00 is possible"]);
    const refund = await add({ Kind: "refund", Amount: 400 });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ Credit: 100, RefundedAmount: 400 }]);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    expect((await admin.delete(path)).body).toMatchObject({ code: "credit-used", values: { by: "ADJ-1" } });
    await voidIt(refund);
    assertOk(await admin.delete(path));
  });

  test("a transfer pays the open installments of the other house", async () => {
    const { add, admin, receive, voidIt, society } = await openNovemberHouses();
    await receive(4000);
    const transfer = await add({ Kind: "transfer", Amount: 1500, ToPlotID: society.sanaPlot.PlotID });
    expect(transfer).toMatchObject({ Credit: 0, Allocations: [{ Amount: 1500 }], ToHouseNo: "A-2" });
    const paid = async () =>
      (await admin.list(paymentSchedule)).map(({ HouseNo, AmountReceived }) => [HouseNo, AmountReceived]);
    expect(await paid()).toEqual([
      ["A-1", 2500],
      ["A-2", 1500],
    ]);
    await voidIt(transfer);
    expect(await paid()).toEqual([
      ["A-1", 2500],
      ["A-2", 0],
    ]);
  });
});

describe("the same adjustment for several houses", () => {
  test("a charge is previewed for each house and added in one commit", async () => {
    const { admin, bulk, receive, adjustments } = await openNovemberHouses();
    await receive(3000);
    const body = { PlotIDs: [1, 2], Amount: 800 };
    const preview = assertOk(await bulk(body, "?dryRun=1")).body.data;
    expect(preview).toEqual({
      count: 2,
      total: 1600,
      houses: [
        { PlotID: 1, HouseNo: "A-1", Balance: -500, BalanceAfter: 300 },
        { PlotID: 2, HouseNo: "A-2", Balance: 2500, BalanceAfter: 3300 },
      ],
    });
    expect(await adjustments()).toEqual([]);
    expect(assertOk(await bulk(body)).body.data).toBe(2);
    expect(await adjustments()).toMatchObject([
      { AdjustmentNo: 1, HouseNo: "A-1", AmountReceived: 500 },
      { AdjustmentNo: 2, HouseNo: "A-2", AmountReceived: 0 },
    ]);
    const entries = z.array(z.object({ By: z.string(), RequestID: z.string() }));
    const audit = entries.parse(assertOk(await admin.get("/audit?resource=adjustment&type=insert")).body.data);
    expect(audit.map(({ By, RequestID }) => [By, RequestID])).toEqual(Array(2).fill(["admin", audit[0]?.RequestID]));
  });

  test("the charge is refused for all houses if one cannot get it, and the reply names that house", async () => {
    const { bulk, receive, adjustments } = await openNovemberHouses();
    await receive(3000);
    const refund = { Kind: "refund", PlotIDs: [1, 2], Amount: 500 };
    expect(assertOk(await bulk(refund, "?dryRun=1")).body.data).toMatchObject({
      count: 1,
      total: 500,
      houses: [
        { HouseNo: "A-1", BalanceAfter: 0 },
        { HouseNo: "A-2", refusal: { code: "too-much" } },
      ],
    });
    const { status, body } = await bulk(refund);
    expect([status, body.code, body.errors]).toEqual([
      400,
      "too-much-of-house",
      { Amount: "A-2: at most Rs 0.00 is possible" },
    ]);
    expect(await adjustments()).toEqual([]);
  });

  test("refunds are paid by the account that the call names, otherwise by cash", async () => {
    const { admin, bulk, receive, adjustments } = await openNovemberHouses();
    await receive(3000);
    const bank = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-01-01" };
    const { AccountID } = parseRecord(account, await admin.post("/account", bank));
    for (const named of [AccountID, undefined])
      assertOk(await bulk({ Kind: "refund", PlotIDs: [1], Amount: 50, AccountID: named }));
    expect((await adjustments()).map((row) => row.AccountID)).toEqual([AccountID, null]);
    const balances = assertOk(await admin.get("/cash-book/balances")).body.data;
    expect(balances).toContainEqual({ AccountID, Balance: -50 });
  });

  test.each<[Body, string]>([
    [{ PlotIDs: [] }, "PlotIDs"],
    [{ PlotIDs: [1, 999] }, "PlotIDs"],
    [{ Kind: "waiver" }, "Kind"],
    [{ Amount: -5 }, "Amount"],
    [{ Date: "2026-11-16" }, "Date"],
    [{ Reason: " \t " }, "Reason"],
    [{ AccountID: 1 }, "AccountID"],
    [{ Kind: "refund", AccountID: 99 }, "AccountID"],
  ])("%j is refused at its field, in the preview too", async (change, field) => {
    const { bulk, adjustments } = await openNovemberHouses();
    for (const query of ["?dryRun=1", ""]) {
      const { status, body } = await bulk(change, query);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect(await adjustments()).toEqual([]);
  });
});

describe("who sees adjustments", () => {
  test("residents see the adjustments of their own house, by REST and live; a transfer belongs to both houses", async () => {
    const { add, admin, ali, sana, voidIt, receive, grant, society } = await openNovemberHouses();
    await grant({ role: "Resident", page: "/payment-management?tab=adjustments", action: "View" });
    const [aliSocket, sanaSocket] = [await ali.openSocket(), await sana.openSocket()];
    for (const socket of [aliSocket, sanaSocket]) await socket.watch(["adjustment"]);
    await receive(3000);
    const fine = await add({ PlotID: society.sanaPlot.PlotID, Amount: 300, Reason: "Fine of Sana" });
    const transfer = await add({ Kind: "transfer", Amount: 400, ToPlotID: society.sanaPlot.PlotID });
    const own = async (person: typeof ali) => (await person.list(adjustment)).map(({ AdjustmentID }) => AdjustmentID);
    expect(await own(ali)).toEqual([transfer.AdjustmentID]);
    expect(await own(sana)).toEqual([fine.AdjustmentID, transfer.AdjustmentID]);
    await voidIt(fine);
    for (const socket of [aliSocket, sanaSocket]) await socket.waitForEarlierEvents();
    const received = ({ received: { changes } }: typeof aliSocket) => [
      ...new Set(changes.filter(({ resource }) => resource === "adjustment").map(({ id }) => id)),
    ];
    expect(received(aliSocket)).toEqual([transfer.AdjustmentID]);
    expect(received(sanaSocket)).toEqual([fine.AdjustmentID, transfer.AdjustmentID]);
    const voids = async (person: typeof ali) => assertOk(await person.get("/adjustment/voids")).body.data;
    expect(await voids(admin)).toEqual([{ AdjustmentID: fine.AdjustmentID, By: "admin" }]);
    expect(await voids(sana)).toEqual([{ AdjustmentID: fine.AdjustmentID, By: "Office" }]);
    expect(await voids(ali)).toEqual([]);
    expect(await admin.list(adjustment, "?voided=1")).toMatchObject([{ VoidReason: "Entered by mistake" }]);
  });

  test("a void without a reason is refused", async () => {
    const { add, admin, adjustments } = await openNovemberHouses();
    const { AdjustmentID } = await add({});
    for (const Reason of ["", "   ", "ab"]) {
      const { status, body } = await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["Reason"]]);
    }
    expect(await adjustments()).toHaveLength(1);
  });
});

test.each<[Body, string]>([
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
])("the server refuses an adjustment with %j at its field and changes nothing", async (change, field) => {
  const { admin, adjustments } = await openNovemberHouses();
  const { status, body } = await admin.post("/adjustment", form(change));
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await adjustments("")).toEqual([]);
});

function form(change: Body): Body {
  return { PlotID: 1, Kind: "charge", Amount: 100, Date: "2026-11-15", Reason: "For the test", ...change };
}

/** Houses with one installment of November each: 2,500, penalty 200 after 5 days. */
async function openNovemberHouses() {
  const harness = await openHarness();
  const { admin, clock, createSchedule, portal, society } = harness;
  const terms = { StartMonth: 11, EndMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };
  await createSchedule({ ...terms, plots: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
  return {
    ...harness,
    waiver: (change: Body) => form({ Kind: "waiver", PaymentScheduleID: 1, ...change }),
    add: async (change: Body) => parseRecord(adjustment, await admin.post("/adjustment", form(change))),
    voidIt: async ({ AdjustmentID }: RecordOf<typeof adjustment>) =>
      assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Entered by mistake" })),
    bulk: (change: Body, query = "") => {
      const { PlotID: _, ...body } = form({});
      return admin.post(`/adjustment/bulk${query}`, { PlotIDs: [1, 2], ...body, ...change });
    },
    adjustments: (query = "") => admin.list(adjustment, query),
    receive: async (AmountPaid: number, PaymentDate = "2026-11-15") =>
      parseRecord(
        paymentReceipt,
        await admin.post("/payment-receipt", { HouseNo: "A-1", AmountPaid, PaymentDate, PaymentMethod: "Cash" }),
      ),
    penalize: async () => {
      clock.set("2026-11-20T07:00:00Z");
      await portal.runJobs();
    },
    rows: async () =>
      (await admin.list(paymentSchedule, "?plot=1")).map((row) => {
        const penalty = row.PenaltyApplied ? row.PenaltyAmount - row.WaivedPenalty : 0;
        return `${row.AmountReceived} of ${row.Amount - row.WaivedAmount + penalty}`;
      }),
    billed: async () => {
      const rows = z.array(z.object({ period: z.string(), total_amount: z.number() }));
      const [month] = rows.parse((await admin.get("/dashboard/summary")).body.data);
      return month?.total_amount ?? 0;
    },
  };
}
