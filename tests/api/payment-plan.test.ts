import { describe, expect, test } from "vitest";
import { z } from "zod";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, receiptForm } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const installment = z.object({
  InstallmentNumber: z.int(),
  DueDate: z.string(),
  TotalAmount: z.number(),
  Percentage: z.number(),
});
const fullPlan = z.object({
  PaymentPlan: z.looseObject({ PaymentPlanID: z.int() }),
  Installments: z.array(installment),
  ServiceRates: z.array(z.looseObject({ RateID: z.int() })),
  Plots: z.array(z.looseObject({ PlotID: z.int() })),
});

describe("a payment plan", () => {
  test("a payment plan can be generated from an active service charge and is named after it", async () => {
    const { admin, createRate } = await openHarness();
    const rate = await createRate({
      IsPenaltyApply: true,
      GracePeriodDays: 5,
      PenaltyAmount: 200.5,
      StartMonth: 11,
      EndYear: 2027,
      EndMonth: 2,
    });
    const reply = assertOk(await admin.post("/payment-plan", rate));
    expect(reply.body.message).toBe("Payment plan generated successfully");
    expect(reply.body.data).toMatchObject({
      RateID: rate.RateID,
      PaymentPlanName: "Residential A Ground 11/2026-02/2027",
      Description: "11/2026 - 02/2027",
      CreatedAt: "2026-11-15T07:00:00.000Z",
      GracePeriodDays: 5,
      PenaltyAmount: 200.5,
    });
    expect(await admin.list(paymentPlan)).toEqual([reply.body.data]);
    expect(await admin.list(serviceRate)).toMatchObject([{ PaymentPlanID: 1, Version: 2 }]);
  });

  test("a payment plan has one installment per month, one total per year, and percentages that sum to 100", async () => {
    const { admin, createPlan, society } = await openHarness();
    const { plan, rate } = await createPlan({
      StartMonth: 11,
      EndYear: 2027,
      EndMonth: 5,
      DueOnDay: 31,
      FloorRate: 1000.01,
    });
    const full = await readPlanDetails(admin, plan.PaymentPlanID);
    expect(
      full.Installments.map(({ InstallmentNumber, DueDate, TotalAmount }) => [InstallmentNumber, DueDate, TotalAmount]),
    ).toEqual([
      [1, "2026-11-30", 1000.01],
      [2, "2026-12-31", 1000.01],
      [-2026, "2026-12-31", 2000.02],
      [3, "2027-01-31", 1000.01],
      [4, "2027-02-28", 1000.01],
      [5, "2027-03-31", 1000.01],
      [6, "2027-04-30", 1000.01],
      [7, "2027-05-31", 1000.01],
      [-2027, "2027-12-31", 5000.05],
    ]);
    const percentages = full.Installments.filter((row) => row.InstallmentNumber > 0).map(
      ({ Percentage }) => Percentage,
    );
    expect(percentages).toEqual([14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32]);
    expect(full.PaymentPlan).toEqual(plan);
    expect(full.ServiceRates).toMatchObject([{ RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID }]);
    expect(full.Plots.map(({ PlotID }) => PlotID)).toEqual([society.aliPlot.PlotID, society.sanaPlot.PlotID]);
  });

  test("the details of a plan list the plots that currently match its service charge", async () => {
    const { admin, createPlan, createPlot, society } = await openHarness();
    const { plan } = await createPlan();
    const newPlot = await createPlot();
    await createPlot({ FloorID: society.floors.first.FloorID });
    await createPlot({ CategoryID: society.categories.B.CategoryID });
    const { Plots } = await readPlanDetails(admin, plan.PaymentPlanID);
    expect(Plots.map(({ PlotID }) => PlotID)).toEqual([
      society.aliPlot.PlotID,
      society.sanaPlot.PlotID,
      newPlot.PlotID,
    ]);
  });

  test("the portal counts the houses of a plan and those with a generated schedule", async () => {
    const { admin, createSchedule, createPlot, society } = await openHarness();
    const { plan } = await createSchedule({ plots: [society.aliPlot.PlotID] });
    await createPlot({ HouseNo: "A-9", TypeID: society.types.commercial.TypeID });
    const readHouseCounts = async () => assertOk(await admin.get("/payment-plan-houses")).body.data;
    expect(await readHouseCounts()).toEqual([{ PaymentPlanID: plan.PaymentPlanID, Houses: 2, Generated: 1 }]);
    await createPlot({ HouseNo: "A-10" });
    expect(await readHouseCounts()).toEqual([{ PaymentPlanID: plan.PaymentPlanID, Houses: 3, Generated: 1 }]);
  });

  test("twenty concurrent requests generate one plan for a service charge", async () => {
    const { admin, createRate } = await openHarness();
    const { RateID } = await createRate();
    const replies = await Promise.all(Array.from({ length: 20 }, () => admin.post("/payment-plan", { RateID })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await admin.list(paymentPlan)).toHaveLength(1);
  });

  test("no plan is generated from an inactive, unknown or missing service charge", async () => {
    const { admin, createRate } = await openHarness();
    const { RateID } = await createRate({ IsActive: false });
    expect(await admin.post("/payment-plan", { RateID })).toMatchObject({
      status: 409,
      body: { message: "This service charge is not active" },
    });
    expect((await admin.post("/payment-plan", { RateID: 99 })).status).toBe(404);
    for (const body of [{}, { RateID: "1" }, { RateID: [RateID] }, { RateID: { $ne: null } }, { RateID: 0 }])
      expect((await admin.post("/payment-plan", body)).body.errors).toEqual({ RateID: "Service charge is required" });
    expect(await admin.list(paymentPlan)).toEqual([]);
  });

  test("an unknown plan is answered 404, and no plan can be changed", async () => {
    const { admin } = await openHarness();
    for (const id of ["1", "0", "abc", "1e1", "-1"])
      expect([id, (await admin.get(`/payment-plan-full/${id}`)).status]).toEqual([id, 404]);
    expect((await admin.delete("/payment-plan/1")).status).toBe(404);
    expect((await admin.put("/payment-plan/1", {})).status).toBe(405);
  });
});

describe("the revocation of a payment plan", () => {
  test("a revocation deletes the plan and its unpaid schedule and releases the service charge", async () => {
    const { admin, createSchedule } = await openHarness();
    const { plan, rate } = await createSchedule();
    const reply = assertOk(await admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
    expect(reply.body.message).toBe("Payment plan revoked successfully");
    expect(await admin.list(paymentPlan)).toEqual([]);
    expect(await admin.list(paymentSchedule)).toEqual([]);
    expect(await admin.list(serviceRate)).toMatchObject([{ RateID: rate.RateID, PaymentPlanID: null }]);
    assertOk(await admin.post("/payment-plan", { RateID: rate.RateID }));
  });

  test("a plan with a paid installment cannot be revoked and stays unchanged", async () => {
    const { admin, createSchedule } = await openHarness();
    const { plan, rows } = await createSchedule();
    const path = `/payment-schedule/${rows[7]?.PaymentScheduleID}`;
    assertOk(await admin.put(path, { IsPaid: 1 }));
    const before = await admin.list(paymentSchedule);
    const { status, body } = await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
    expect([status, body.message]).toEqual([409, "Installments of this plan are already paid or part-paid"]);
    expect(await admin.list(paymentSchedule)).toEqual(before);
    expect(await admin.list(paymentPlan)).toEqual([plan]);
    assertOk(await admin.put(path, { IsPaid: 0 }));
    assertOk(await admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
  });

  test("when a revocation and a tick run at the same time, only one succeeds", async () => {
    const { admin, clerk, createSchedule } = await openHarness();
    const { plan, rows } = await createSchedule();
    const [revoked, markedPaid] = await Promise.all([
      admin.delete(`/payment-plan/${plan.PaymentPlanID}`),
      clerk.put(`/payment-schedule/${rows[0]?.PaymentScheduleID}`, { IsPaid: 1 }),
    ]);
    expect([revoked.status, markedPaid.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await admin.list(paymentSchedule)).toHaveLength(revoked.status === 200 ? 0 : rows.length);
  });

  test("a receipt at the same time as a revocation either pays installments and prevents it, or becomes credit", async () => {
    const { admin, createSchedule } = await openHarness();
    const { plan, rows } = await createSchedule();
    const [revoked, paid] = await Promise.all([
      admin.delete(`/payment-plan/${plan.PaymentPlanID}`),
      admin.post("/payment-receipt", receiptForm({})),
    ]);
    const { Credit } = parseRecord(paymentReceipt, paid);
    expect([revoked.status, Credit]).toEqual(revoked.status === 200 ? [200, 2500] : [409, 0]);
    expect(await admin.list(paymentSchedule)).toHaveLength(revoked.status === 200 ? 0 : rows.length);
  });

  test("a revoked plan has no schedule, even if one is generated at the same time", async () => {
    const { admin, createPlan, society } = await openHarness();
    const { plan, rate } = await createPlan();
    const body = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.aliPlot.PlotID] };
    const [revoked] = await Promise.all([
      admin.delete(`/payment-plan/${plan.PaymentPlanID}`),
      ...Array.from({ length: 5 }, () => admin.post("/payment-schedule", body)),
    ]);
    assertOk(revoked);
    expect([await admin.list(paymentPlan), await admin.list(paymentSchedule)]).toEqual([[], []]);
  });

  test("a plan can be revoked after the house of its receipt was changed and the receipt voided; a later receipt pays the next plan", async () => {
    const { admin, createSchedule, society } = await openHarness();
    const { plan, rate, rows } = await createSchedule({ StartMonth: 11 });
    const receipt = await createReceipt(admin, { AmountPaid: 6000 });
    expect(receipt.Credit).toBe(1000);
    expect((await admin.delete(`/payment-plan/${plan.PaymentPlanID}`)).status).toBe(409);
    const path = `/payment-receipt/${receipt.PaymentReceiptID}`;
    assertOk(await admin.put(path, receiptForm({ HouseNo: "A-2", AmountPaid: 6000 })));
    assertOk(await admin.delete(path));
    assertOk(await admin.delete(`/payment-plan/${plan.PaymentPlanID}`));
    const { Credit } = await createReceipt(admin, {});
    expect(Credit).toBe(2500);
    const { PaymentPlanID } = parseRecord(paymentPlan, await admin.post("/payment-plan", { RateID: rate.RateID }));
    const PlotIDs = [society.aliPlot.PlotID];
    assertOk(await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID, PlotIDs }));
    expect((await admin.list(paymentSchedule)).map(({ AmountReceived }) => AmountReceived)).toEqual([2500, 0]);
    // The id of the revoked plan is not used again.
    expect(rows.every((row) => row.PaymentPlanID !== PaymentPlanID)).toBe(true);
  });
});

async function readPlanDetails(person: Person, PaymentPlanID: number) {
  const { data } = assertOk(await person.get(`/payment-plan-full/${PaymentPlanID}`)).body;
  const [{ Result }] = z.tuple([z.object({ Result: z.string() })]).parse(data);
  return fullPlan.parse(JSON.parse(Result));
}
