import { describe, expect, test } from "vitest";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { withdrawnInstallment } from "../../shared/resources/withdrawn-installment.ts";
import type { RateAndPlan } from "../harness/builders.ts";
import { insertDuplicateInstallment } from "../harness/duplicate-installments.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const Reason = "The house is empty until June";

describe("one installment per house and month", () => {
  test("a schedule generation skips the months that another plan charges and lists them in the reply", async () => {
    const harness = await openHarness();
    const { admin, society } = harness;
    const { aliPlot, sanaPlot } = society;
    const [yearPlan, winterPlan] = await createOverlappingPlans(harness);
    assertOk(await admin.post("/payment-schedule", generationForm(yearPlan, [aliPlot.PlotID])));
    const reply = assertOk(
      await admin.post("/payment-schedule", generationForm(winterPlan, [aliPlot.PlotID, sanaPlot.PlotID])),
    );
    // The second plan covers October 2026 to March 2027.
    expect(reply.body).toMatchObject({ message: "Payment schedule generated successfully", data: 9 });
    expect(reply.body.skipped).toEqual(
      [10, 11, 12].map((Month) => ({
        PlotID: aliPlot.PlotID,
        HouseNo: "A-1",
        Month,
        Year: 2026,
        PaymentPlanID: yearPlan.plan.PaymentPlanID,
      })),
    );
    const repeated = assertOk(await admin.post("/payment-schedule", generationForm(winterPlan, [aliPlot.PlotID]))).body;
    expect(repeated).toMatchObject({ message: "Payment schedule already generated", data: 0 });
    expect(repeated.skipped).toHaveLength(6);
  });

  test("twenty concurrent generations of two overlapping plans charge each month once", async () => {
    const harness = await openHarness();
    const { admin, society } = harness;
    const plans = await createOverlappingPlans(harness);
    const PlotIDs = [society.aliPlot.PlotID, society.sanaPlot.PlotID];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.post("/payment-schedule", generationForm(plans[index % 2 === 0 ? 0 : 1], PlotIDs)),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // January 2026 to March 2027 for two houses.
    expect(replies.reduce((sum, reply) => sum + Number(reply.body.data), 0)).toBe(30);
    const months = (await admin.list(paymentSchedule)).map(({ PlotID, BillingMonth }) => `${PlotID} ${BillingMonth}`);
    expect(months).toHaveLength(30);
    expect(new Set(months).size).toBe(30);
  });

  test("the database refuses a second regular installment of a month", async () => {
    const { createSchedule, transaction } = await openHarness();
    const { rows } = await createSchedule();
    const insertAgain = transaction(async (tx) => {
      const { PaymentScheduleID: _id, ...values } = await tx.get(paymentSchedule, rows[0]?.PaymentScheduleID ?? 0);
      await tx.insert(paymentSchedule, { ...values, PaymentPlanID: 99 });
    });
    await expect(insertAgain).rejects.toMatchObject({ status: 409 });
  });
});

describe("the first month of a schedule generation", () => {
  test("a generation from a month charges that and later months, and a second one adds the earlier months", async () => {
    const { admin, createPlan, society } = await openHarness();
    const plan = await createPlan({ IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200 });
    const body = generationForm(plan, [society.aliPlot.PlotID]);
    const reply = assertOk(await admin.post("/payment-schedule", { ...body, FromMonth: 11, FromYear: 2026 }));
    expect(reply.body).toMatchObject({ data: 2, skipped: [] });
    const rows = await admin.list(paymentSchedule);
    expect(rows.map(({ DueDate, InstallmentNumber }) => [DueDate, InstallmentNumber])).toEqual([
      ["2026-11-10", 11],
      ["2026-12-10", 12],
    ]);
    const earlierReply = assertOk(await admin.post("/payment-schedule", { ...body, FromMonth: 6, FromYear: 2020 }));
    expect(earlierReply.body.data).toBe(10);
  });

  const openSharedPlan = shareHarness(async (harness) => ({ ...harness, plan: await harness.createPlan() }));

  test.each([
    [{ FromMonth: 13, FromYear: 2026 }, { FromMonth: "Month must be from 1 to 12" }],
    [{ FromMonth: 1, FromYear: 26 }, { FromYear: "Year must be from 2000 to 2100" }],
    [{ FromMonth: 1 }, { FromYear: "FromYear is required" }],
    [{ FromYear: 2026 }, { FromMonth: "FromMonth is required" }],
    [{ FromMonth: 1, FromYear: 2027 }, { FromMonth: "The payment plan ends before this month" }],
  ])("a generation from %j is refused and changes nothing", async (from, errors) => {
    const { admin, plan, society } = await openSharedPlan();
    const reply = await admin.post("/payment-schedule", {
      ...generationForm(plan, [society.aliPlot.PlotID]),
      ...from,
    });
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
    expect(await admin.list(paymentSchedule)).toEqual([]);
  });

  test("the preview proposes the month in which the house was added, and counts the penalties of an earlier first month", async () => {
    const { admin, clock, createPlan, createPlot, society } = await openHarness();
    const plan = await createPlan({ IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200 });
    const path = `/payment-plan/${plan.plan.PaymentPlanID}/generation`;
    assertOk(
      await admin.post("/payment-schedule", generationForm(plan, [society.aliPlot.PlotID, society.sanaPlot.PlotID])),
    );
    clock.set("2026-12-15T07:00:00Z");
    await createPlot();
    expect(assertOk(await admin.get(path)).body.data).toMatchObject({
      from: { Month: 12, Year: 2026 },
      installments: 1,
      amount: 2500,
      houses: 1,
      planHouses: 3,
      chargedHouses: 2,
      skipped: 2,
      past: 0,
      penalized: 0,
      penalty: 0,
    });
    expect(assertOk(await admin.get(`${path}?FromMonth=1&FromYear=2026`)).body.data).toMatchObject({
      from: { Month: 1, Year: 2026 },
      installments: 12,
      amount: 30_000,
      houses: 1,
      skipped: 24,
      past: 11,
      penalized: 11,
      penalty: 2200,
    });
    expect((await admin.get(`${path}?FromMonth=1&FromYear=2027`)).status).toBe(400);
    expect((await admin.get("/payment-plan/999/generation")).status).toBe(404);
  });
});

describe("withdrawn installments", () => {
  test("unpaid installments are withdrawn with a reason, and a client that watches the schedule receives their deletion", async () => {
    const { admin, manager, createSchedule } = await openHarness();
    const { rows, plan } = await createSchedule();
    const socket = await manager.openSocket();
    await socket.watch(["payment-schedule", "withdrawn-installment"]);
    const ids = rows.slice(0, 2).map(({ PaymentScheduleID }) => PaymentScheduleID);
    const reply = await admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [...ids, ...ids], Reason });
    expect(assertOk(reply).body).toMatchObject({ message: "Installments withdrawn: 2", data: 2 });
    expect(await admin.list(paymentSchedule)).toEqual(rows.slice(2));
    expect(await manager.list(withdrawnInstallment)).toMatchObject([
      {
        PaymentScheduleID: ids[0],
        HouseNo: "A-1",
        DueDate: "2026-01-10",
        Amount: 2500,
        PaymentPlanName: plan.PaymentPlanName,
        Reason,
        WithdrawnBy: "admin",
      },
      { PaymentScheduleID: ids[1], DueDate: "2026-02-10" },
    ]);
    await socket.waitFor(
      ({ changes }) =>
        changes.filter(({ resource, type }) => resource === "payment-schedule" && type === "delete").length === 2 &&
        changes.filter(({ resource, type }) => resource === "withdrawn-installment" && type === "upsert").length === 2,
    );
  });

  test("a request that contains a paid or part-paid installment withdraws none", async () => {
    const { admin, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    assertOk(await admin.post("/payment-receipt", { ...receiptForm, AmountPaid: 100 }));
    const ids = rows.slice(0, 2).map(({ PaymentScheduleID }) => PaymentScheduleID);
    const before = await admin.list(paymentSchedule);
    const reply = await admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: ids, Reason });
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      "wrong-state",
      "Not possible, because A-1 01/2026 is Part-paid",
    ]);
    expect(await admin.list(paymentSchedule)).toEqual(before);
    expect(await admin.list(withdrawnInstallment)).toEqual([]);
    const missing = await admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [ids[1], 9_999], Reason });
    expect(missing.status).toBe(404);
    expect(await admin.list(paymentSchedule)).toEqual(before);
    const paidId = rows[2]?.PaymentScheduleID;
    assertOk(await admin.put(`/payment-schedule/${paidId}`, { IsPaid: 1 }));
    const withPaid = await admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [ids[1], paidId], Reason });
    expect([withPaid.status, withPaid.body.code]).toEqual([409, "wrong-state"]);
    expect(await admin.list(paymentSchedule)).toHaveLength(rows.length);
  });

  const openEmptyHarness = shareHarness((harness) => harness);

  test.each([
    [{ PaymentScheduleIDs: [1], Reason: "   " }, { Reason: "Reason must have at least 3 characters" }],
    [{ PaymentScheduleIDs: [1], Reason: "a  b" }, { Reason: "Reason must have at least 3 characters" }],
    [{ PaymentScheduleIDs: [1] }, { Reason: "Reason must have at least 3 characters" }],
    [{ PaymentScheduleIDs: [], Reason }, { PaymentScheduleIDs: "Please select installments" }],
    [{ PaymentScheduleIDs: ["1"], Reason }, { PaymentScheduleIDs: "Please select installments" }],
  ])("a withdrawal with %j is refused", async (body, errors) => {
    const { admin } = await openEmptyHarness();
    const reply = await admin.post("/payment-schedule/withdraw", body);
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
  });

  test("when a payment and two withdrawals of an installment run at the same time, at most one withdrawal succeeds and the payment is received in full", async () => {
    const { admin, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ plots: [society.aliPlot.PlotID] });
    const [january] = rows;
    const replies = await Promise.all([
      admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [january?.PaymentScheduleID], Reason }),
      admin.post("/payment-receipt", receiptForm),
      admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [january?.PaymentScheduleID], Reason }),
    ]);
    for (const { status } of replies) expect([200, 404, 409]).toContain(status);
    const isWithdrawn = (await admin.list(withdrawnInstallment)).length === 1;
    const received = (await admin.list(paymentSchedule)).reduce((sum, row) => sum + row.AmountReceived, 0);
    expect(received).toBe(receiptForm.AmountPaid);
    expect(await admin.list(paymentSchedule)).toHaveLength(isWithdrawn ? 11 : 12);
  });

  test("a clerk without the permission cannot withdraw", async () => {
    const { clerk, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    const body = { PaymentScheduleIDs: [rows[0]?.PaymentScheduleID], Reason };
    expect((await clerk.post("/payment-schedule/withdraw", body)).status).toBe(403);
  });
});

describe("a month that an earlier release has charged twice", () => {
  test("the user chooses the installment to keep, and receipts of the other one pay the next month", async () => {
    const harness = await openHarness();
    const { admin } = harness;
    const { regularId, duplicateId } = await createDuplicate(harness);
    assertOk(await admin.post("/payment-receipt", { ...receiptForm, AmountPaid: 5000 }));
    const listJanuary = () => admin.list(paymentSchedule, "?plot=1&month=1");
    const duplicateBefore = (await listJanuary()).find(({ PaymentScheduleID }) => PaymentScheduleID === duplicateId);
    const reply = await admin.post("/payment-schedule/keep", { PaymentScheduleID: duplicateId, Reason });
    expect(assertOk(reply).body).toMatchObject({ data: 1 });
    const Version = Number(duplicateBefore?.Version) + 1;
    expect(await listJanuary()).toMatchObject([{ PaymentScheduleID: duplicateId, IsDuplicate: 0, IsPaid: 1, Version }]);
    expect(await admin.list(withdrawnInstallment)).toMatchObject([{ PaymentScheduleID: regularId }]);
    const [receipt] = await admin.list(paymentReceipt);
    expect(receipt?.Allocations.map(({ Amount }) => Amount)).toEqual([2500, 2500]);
    expect(await admin.list(paymentSchedule, "?plot=1&month=2")).toMatchObject([{ IsPaid: 1 }]);
    const repeated = await admin.post("/payment-schedule/keep", { PaymentScheduleID: duplicateId, Reason });
    expect(repeated.body).toMatchObject({ code: "charged-once" });
  });

  test("the choice is refused when the other installment is ticked", async () => {
    const harness = await openHarness();
    const { admin } = harness;
    const { regularId, duplicateId } = await createDuplicate(harness);
    assertOk(await admin.put(`/payment-schedule/${regularId}`, { IsPaid: 1 }));
    const reply = await admin.post("/payment-schedule/keep", { PaymentScheduleID: duplicateId, Reason });
    expect([reply.status, reply.body.code]).toEqual([409, "wrong-state"]);
  });

  test("when the regular installment is withdrawn, the duplicate becomes the regular one", async () => {
    const harness = await openHarness();
    const { admin } = harness;
    const { regularId, duplicateId } = await createDuplicate(harness);
    assertOk(await admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [regularId], Reason }));
    expect(await admin.list(paymentSchedule, "?plot=1&month=1")).toMatchObject([
      { PaymentScheduleID: duplicateId, IsDuplicate: 0 },
    ]);
  });
});

const receiptForm = { HouseNo: "A-1", AmountPaid: 2500, PaymentDate: "2026-11-14", PaymentMethod: "Cash", Remarks: "" };

function generationForm({ rate, plan }: RateAndPlan, PlotIDs: readonly number[]) {
  return { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs };
}

/** Two plans for the same houses: January to December 2026, and October 2026 to March 2027. */
async function createOverlappingPlans({
  createPlan,
  society,
  transaction,
}: Harness): Promise<[RateAndPlan, RateAndPlan]> {
  const yearPlan = await createPlan();
  // The service charges may not overlap, so the second one gets the floor of the houses after its creation.
  const otherFloorId = society.floors.first.FloorID;
  const winterPlan = await createPlan({ FloorID: otherFloorId, StartMonth: 10, EndYear: 2027, EndMonth: 3 });
  await transaction(async (tx) => {
    const { FloorID } = society.aliPlot;
    tx.update(serviceRate, await tx.get(serviceRate, winterPlan.rate.RateID), { FloorID });
  });
  return [yearPlan, winterPlan];
}

/** Charges A-1 for January a second time, as releases before the unique index could. */
async function createDuplicate(harness: Harness) {
  const { rows } = await harness.createSchedule();
  const regularId = rows[0]?.PaymentScheduleID ?? 0;
  return { regularId, duplicateId: await insertDuplicateInstallment(harness, regularId) };
}
