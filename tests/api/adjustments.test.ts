import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Body = Readonly<Record<string, unknown>>;

describe("an amount that a house owes beside its installments", () => {
  test("a charge is paid by credit, oldest due date first, and by later receipts", async () => {
    const { add, receive, adjustments } = await openBooks();
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

  test("an opening above 0 counts in the month of its due date and is due before later installments", async () => {
    const { add, receive, rows, billed } = await openBooks();
    const before = await billed();
    await add({ Kind: "opening", Amount: 4000, Date: "2026-11-01", DueDate: "2026-11-02", Reason: "Arrears of 2024" });
    expect(await billed()).toBe(before + 4000);
    expect(await receive(4000)).toMatchObject({ Allocations: [{ ChargeID: 1, Amount: 4000 }] });
    expect(await rows()).toEqual(["0 of 2500"]);
  });

  test("an opening below 0 is credit that pays installments", async () => {
    const { add, rows } = await openBooks();
    expect(await add({ Kind: "opening", Amount: -1000, Date: "2026-11-01", Reason: "Paid in advance" })).toMatchObject({
      Credit: 0,
      Allocations: [{ PaymentScheduleID: 1, Amount: 1000 }],
    });
    expect(await rows()).toEqual(["1000 of 2500"]);
  });
});

describe("a waiver", () => {
  test("a waiver of an amount lowers what is due, at most what is open", async () => {
    const { admin, add, receive, rows, waiver, billed } = await openBooks();
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
    const { add, admin, penalize, receive, rows, waiver } = await openBooks();
    await penalize();
    const receipt = await receive(2700, "2026-11-20");
    await add(waiver({ Amount: 200, Of: "penalty" }));
    expect(await rows()).toEqual(["2500 of 2500"]);
    expect(await admin.list(paymentReceipt)).toMatchObject([
      { PaymentReceiptID: receipt.PaymentReceiptID, Credit: 200, PenaltyAmount: 0 },
    ]);
  });

  test("a waived penalty that was marked as paid becomes credit of the waiver, and is marked again when voided", async () => {
    const { add, admin, adjustments, penalize, rows, voidIt, waiver } = await openBooks();
    await penalize();
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const added = await add(waiver({ Amount: 200, Of: "penalty" }));
    expect(added).toMatchObject({ Credit: 200 });
    expect(await rows()).toEqual(["2500 of 2500"]);
    await voidIt(added);
    expect(await rows()).toEqual(["2700 of 2700"]);
    expect(await adjustments("?voided=1")).toMatchObject([{ Credit: 0, VoidReason: "Entered by mistake" }]);
  });

  test("a plan is not revoked while installments are waived", async () => {
    const { add, admin, voidIt, waiver } = await openBooks();
    const added = await add(waiver({ Amount: 500 }));
    const refused = await admin.delete("/payment-plan/1");
    expect([refused.status, refused.body.message]).toEqual([409, "Payment plan is in use by Adjustment A-1"]);
    await voidIt(added);
    assertOk(await admin.delete("/payment-plan/1"));
  });

  test("only one of twenty simultaneous waivers of a penalty is accepted", async () => {
    const { admin, penalize, waiver } = await openBooks();
    await penalize();
    const body = waiver({ Amount: 200, Of: "penalty" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post("/adjustment", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  });

  test("a voided waiver makes the amount due again", async () => {
    const { add, rows, voidIt, waiver } = await openBooks();
    const added = await add(waiver({ Amount: 2500, Kind: "write-off" }));
    expect(await rows()).toEqual(["0 of 0"]);
    await voidIt(added);
    expect(await rows()).toEqual(["0 of 2500"]);
  });
});

describe("credit of a house", () => {
  test("a refund takes credit, at most what there is, and its receipt cannot be voided before it", async () => {
    const { add, admin, receive, voidIt } = await openBooks();
    const receipt = await receive(3000);
    const refused = await admin.post("/adjustment", form({ Kind: "refund", Amount: 501 }));
    expect([refused.status, refused.body.message]).toEqual([400, "At most Rs 500.00 is possible"]);
    const refund = await add({ Kind: "refund", Amount: 400 });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ Credit: 100, RefundedAmount: 400 }]);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    expect((await admin.delete(path)).body).toMatchObject({ code: "credit-used", values: { by: "A-1" } });
    await voidIt(refund);
    assertOk(await admin.delete(path));
  });

  test("a transfer pays the open installments of the other house", async () => {
    const { add, admin, receive, voidIt, society } = await openBooks();
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
  const { admin, adjustments } = await openBooks();
  const { status, body } = await admin.post("/adjustment", form(change));
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await adjustments("")).toEqual([]);
});

function form(change: Body): Body {
  return { PlotID: 1, Kind: "charge", Amount: 100, Date: "2026-11-15", Reason: "For the test", ...change };
}

/** Houses with one installment of November each: 2,500, penalty 200 after 5 days. */
async function openBooks() {
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
