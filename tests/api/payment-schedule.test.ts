import { describe, expect, test } from "vitest";
import { account } from "../../shared/resources/account.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();
const missingDataText = "Required data missing: RateID or PlotIDs";

describe("the generation of a schedule", () => {
  test("a schedule has one row per plot and installment, and none for the yearly totals", async () => {
    const { admin, createPlan, society } = await openHarness();
    const { rate, plan } = await createPlan({
      StartMonth: 11,
      EndYear: 2027,
      EndMonth: 2,
      DueOnDay: 31,
      FloorRate: 2500.05,
    });
    const PlotIDs = [society.aliPlot.PlotID, society.sanaPlot.PlotID, society.aliPlot.PlotID];
    const reply = assertOk(
      await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs }),
    );
    expect(reply.body).toMatchObject({ message: "Payment schedule generated successfully", data: 8 });
    const rows = await admin.list(paymentSchedule);
    expect(rows.map(({ HouseNo, InstallmentNumber, DueDate }) => [HouseNo, InstallmentNumber, DueDate])).toEqual([
      ["A-1", 1, "2026-11-30"],
      ["A-1", 2, "2026-12-31"],
      ["A-1", 3, "2027-01-31"],
      ["A-1", 4, "2027-02-28"],
      ["A-2", 1, "2026-11-30"],
      ["A-2", 2, "2026-12-31"],
      ["A-2", 3, "2027-01-31"],
      ["A-2", 4, "2027-02-28"],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        Amount: 2500.05,
        AmountReceived: 0,
        IsPaid: 0,
        PaidDate: null,
        PenaltyApplied: 0,
        CategoryName: "A",
        Created_at: "2026-11-15T07:00:00.000Z",
        PaymentPlanID: plan.PaymentPlanID,
      });
  });

  test("a repeated generation adds only missing rows and reports if none are missing", {
    tags: "requirement-19",
  }, async () => {
    const { admin, createSchedule, createPlot, society } = await openHarness();
    const { rate, plan, rows } = await createSchedule();
    const generate = async (PlotIDs: number[]) =>
      assertOk(
        await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs }),
      ).body;
    const plotIds = [society.aliPlot.PlotID, society.sanaPlot.PlotID];
    expect(await generate(plotIds)).toMatchObject({ message: "Payment schedule already generated", data: 0 });
    expect(await admin.list(paymentSchedule)).toEqual(rows);
    const { PlotID } = await createPlot();
    expect(await generate([...plotIds, PlotID])).toMatchObject({
      message: "Payment schedule generated successfully",
      data: 12,
    });
    expect((await admin.list(paymentSchedule)).slice(0, rows.length)).toEqual(rows);
  });

  test("twenty concurrent generations create no duplicate rows", { tags: "requirement-19" }, async () => {
    const { admin, createPlan, society } = await openHarness();
    const { rate, plan } = await createPlan();
    const PlotIDs = [society.aliPlot.PlotID, society.sanaPlot.PlotID];
    const body = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs };
    const replies = await Promise.all(Array.from({ length: 20 }, () => admin.post("/payment-schedule", body)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(replies.reduce((sum, reply) => sum + Number(reply.body.data), 0)).toBe(24);
    const keys = (await admin.list(paymentSchedule)).map(
      ({ PlotID, InstallmentNumber }) => `${PlotID} ${InstallmentNumber}`,
    );
    expect(new Set(keys).size).toBe(24);
    expect(keys).toHaveLength(24);
  });

  test("a plot that does not match the service charge prevents the whole generation", {
    tags: "requirement-19",
  }, async () => {
    const { admin, createPlan, createPlot, society } = await openHarness();
    const { rate, plan } = await createPlan();
    const body = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID };
    const mismatchedPlots = [
      await createPlot({ HouseNo: "X-1", CategoryID: society.categories.B.CategoryID }),
      await createPlot({ HouseNo: "X-2", TypeID: society.types.commercial.TypeID }),
      await createPlot({ HouseNo: "X-3", FloorID: society.floors.first.FloorID }),
    ];
    for (const { PlotID, HouseNo } of mismatchedPlots) {
      const reply = await admin.post("/payment-schedule", { ...body, PlotIDs: [society.aliPlot.PlotID, PlotID] });
      expect([reply.status, reply.body.errors]).toEqual([400, { PlotIDs: expect.stringContaining(HouseNo) }]);
    }
    expect((await admin.post("/payment-schedule", { ...body, PlotIDs: [society.aliPlot.PlotID, 999] })).status).toBe(
      400,
    );
    expect(await admin.list(paymentSchedule)).toEqual([]);
  });

  test("the portal refuses to generate too many installments at once, but accepts them in parts", async () => {
    const { admin, createPlan, transaction, society } = await openHarness();
    const { CategoryID, TypeID, FloorID } = society.aliPlot;
    const values = { CategoryID, TypeID, FloorID, OwnerName: "Nadia", LandlineNo: "", MobileNo: "", EmailID: "" };
    const PlotIDs = await transaction(async (tx) => {
      // 834 houses for 120 months are 100,080 installments; one request may generate 100,000.
      const houses = Array.from({ length: 834 }, (_, index) => ({
        HouseNo: `M-${index}`,
        IsPlotOnly: false,
        OwnedFrom: null,
        EmailSince: null,
        ...values,
      }));
      return (await tx.insertMany(plot, houses)).map(({ PlotID }) => PlotID);
    });
    const { rate, plan } = await createPlan({ EndYear: 2035 });
    const generate = (PlotIDs: number[]) =>
      admin.post("/payment-schedule", {
        RateID: rate.RateID,
        PaymentPlanID: plan.PaymentPlanID,
        PlotIDs,
      });
    const { status, body } = await generate(PlotIDs);
    expect([status, body.errors]).toEqual([400, { PlotIDs: "Too many plots at once" }]);
    expect(await admin.list(paymentSchedule)).toEqual([]);
    expect(assertOk(await generate(PlotIDs.slice(0, 2))).body.data).toBe(240);
    expect(assertOk(await generate(PlotIDs.slice(0, 3))).body.data).toBe(120);
  });

  test("the portal refuses the generation for an inactive service charge until it is active again", async () => {
    const { admin, createPlan, society } = await openHarness();
    const { rate, plan } = await createPlan();
    const body = { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs: [society.aliPlot.PlotID] };
    const [current] = await admin.list(serviceRate);
    assertOk(await admin.put("/service-rate", { ...current, IsActive: false }));
    const { status, body: refusal } = await admin.post("/payment-schedule", body);
    expect([status, refusal.message]).toEqual([409, "This service charge is not active"]);
    expect(await admin.list(paymentSchedule)).toEqual([]);
    assertOk(await admin.put(`/service-rate/${rate.RateID}`, { ...current, IsActive: true, Version: undefined }));
    expect(assertOk(await admin.post("/payment-schedule", body)).body.data).toBe(12);
  });

  test("a generation is refused if the plan does not belong to the service charge", async () => {
    const { admin, createPlan, society } = await openHarness();
    const groundFloor = await createPlan();
    const firstFloor = await createPlan({ FloorID: society.floors.first.FloorID });
    const PlotIDs = [society.aliPlot.PlotID];
    const mismatchedRequest = {
      RateID: groundFloor.rate.RateID,
      PaymentPlanID: firstFloor.plan.PaymentPlanID,
      PlotIDs,
    };
    expect((await admin.post("/payment-schedule", mismatchedRequest)).status).toBe(400);
    expect((await admin.post("/payment-schedule", { ...mismatchedRequest, PaymentPlanID: 999 })).status).toBe(404);
    expect((await admin.post("/payment-schedule", { ...mismatchedRequest, RateID: 999 })).status).toBe(404);
    expect(await admin.list(paymentSchedule)).toEqual([]);
  });

  test.each([
    [{}, { RateID: missingDataText, PaymentPlanID: "Payment plan is required", PlotIDs: missingDataText }],
    [{ RateID: 1, PaymentPlanID: 1 }, { PlotIDs: missingDataText }],
    [{ RateID: 1, PaymentPlanID: 1, PlotIDs: [] }, { PlotIDs: missingDataText }],
    [{ RateID: 1, PaymentPlanID: 1, PlotIDs: ["1"] }, { PlotIDs: missingDataText }],
    [{ RateID: 1, PaymentPlanID: 1, PlotIDs: [1, null] }, { PlotIDs: missingDataText }],
    [{ RateID: 1, PaymentPlanID: 1, PlotIDs: { $ne: null } }, { PlotIDs: missingDataText }],
    [{ PaymentPlanID: 1, PlotIDs: [1] }, { RateID: missingDataText }],
    [{ RateID: true, PaymentPlanID: 1, PlotIDs: [1] }, { RateID: missingDataText }],
  ])("the portal refuses a generation with %j", async (body, errors) => {
    const reply = await sharedHarness.admin.post("/payment-schedule", body);
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
  });

  test("the generation applies the penalty to installments whose grace period is over", async () => {
    const { createSchedule, society } = await openHarness();
    const penalty = { IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 200.25 };
    const { rows } = await createSchedule({ StartMonth: 9, ...penalty, plots: [society.aliPlot.PlotID] });
    expect(rows.map(({ DueDate, PenaltyApplied }) => [DueDate, PenaltyApplied])).toEqual([
      ["2026-09-10", 1],
      ["2026-10-10", 1],
      ["2026-11-10", 0],
      ["2026-12-10", 0],
    ]);
    for (const row of rows) expect(row).toMatchObject({ GracePeriodDays: 5, PenaltyAmount: 200.25 });
  });
});

describe("the tick of an installment", () => {
  test("a tick records the amount due with its penalty on the current day in Pakistan, and an untick removes it", async () => {
    const { clerk, clock, createSchedule, society } = await openHarness();
    const penalty = { IsPenaltyApply: true, GracePeriodDays: 5, PenaltyAmount: 0.3 };
    const { rows } = await createSchedule({ ...penalty, FloorRate: 2500.1, plots: [society.aliPlot.PlotID] });
    clock.set("2026-11-15T19:30:00Z");
    const [overdue] = rows;
    const december = rows[11];
    const path = `/payment-schedule/${overdue?.PaymentScheduleID}`;
    const ticked = parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }));
    expect(ticked).toEqual({
      ...overdue,
      IsPaid: 1,
      PaidDate: "2026-11-16",
      AmountReceived: 2500.4,
      TickedAmount: 2500.4,
      TickedDate: "2026-11-16",
      Version: 2,
    });
    const tickedInTime = parseRecord(
      paymentSchedule,
      await clerk.put("/payment-schedule", { ...december, IsPaid: true }),
    );
    expect(tickedInTime).toMatchObject({ IsPaid: 1, AmountReceived: 2500.1 });
    const unticked = parseRecord(paymentSchedule, await clerk.put(path, { ...ticked, IsPaid: false }));
    expect(unticked).toEqual({ ...overdue, Version: 3 });
    expect(await clerk.list(paymentSchedule, `?PaymentScheduleID=${overdue?.PaymentScheduleID}`)).toEqual([unticked]);
  });

  test("a repeated tick records no further payment", async () => {
    const { clerk, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
    const ticked = parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }));
    expect(parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }))).toEqual(ticked);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => clerk.put(path, { IsPaid: index % 2 })));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const [row] = await clerk.list(paymentSchedule, `?PaymentScheduleID=${rows[0]?.PaymentScheduleID}`);
    expect(row?.AmountReceived).toBe(row?.IsPaid === 1 ? 2500 : 0);
  });

  test("only one of twenty concurrent ticks of the same version succeeds", async () => {
    const { clerk, createSchedule } = await openHarness();
    const { rows } = await createSchedule();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => clerk.put("/payment-schedule", { ...rows[0], IsPaid: 1 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    for (const { body } of replies) expect(body.data).toMatchObject({ IsPaid: 1, AmountReceived: 2500, Version: 2 });
  });

  test.each(["", [], {}, "true", "false", "1", 2, null, { $ne: null }, undefined])(
    "the portal refuses %j as the value of a tick",
    { tags: "requirement-13" },
    async (IsPaid) => {
      const { clerk, createSchedule, transaction } = sharedHarness;
      const rows = await clerk.list(paymentSchedule);
      const { PaymentScheduleID } = rows[0] ?? (await createSchedule()).rows[0] ?? { PaymentScheduleID: 0 };
      const { status, body } = await clerk.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid });
      expect([status, body.errors]).toEqual([400, { IsPaid: "Must be true, false, 1 or 0" }]);
      expect(await transaction(async (tx) => (await tx.get(paymentSchedule, PaymentScheduleID)).Version)).toBe(1);
    },
  );

  test("a tick changes no other field of the installment", async () => {
    const { clerk, createSchedule } = await openHarness();
    const [row] = (await createSchedule()).rows;
    const otherFields = {
      Amount: 1,
      AmountReceived: 1,
      TickedAmount: 1,
      PaidDate: "2020-01-01",
      PenaltyApplied: 1,
      PlotID: 2,
      DueDate: "2020-01-01",
      HouseNo: "X",
    };
    const ticked = parseRecord(
      paymentSchedule,
      await clerk.put(`/payment-schedule/${row?.PaymentScheduleID}`, { ...otherFields, IsPaid: 1 }),
    );
    expect(ticked).toEqual({
      ...row,
      IsPaid: 1,
      PaidDate: "2026-11-15",
      AmountReceived: 2500,
      TickedAmount: 2500,
      TickedDate: "2026-11-15",
      Version: 2,
    });
  });

  test("a tick of an unknown installment is answered 404, and a deletion of an installment 405", async () => {
    expect((await sharedHarness.clerk.put("/payment-schedule/999999", { IsPaid: 1 })).status).toBe(404);
    expect((await sharedHarness.admin.delete("/payment-schedule/1")).status).toBe(405);
  });

  test("an installment with the amount 0 is paid from the start", async () => {
    const { createSchedule } = await openHarness();
    const { rows } = await createSchedule({ FloorRate: 0 });
    expect(
      new Set(rows.map(({ IsPaid, AmountReceived, PaidDate }) => `${IsPaid} ${AmountReceived} ${PaidDate}`)),
    ).toEqual(new Set(["1 0 null"]));
  });
});

describe("the undo of an untick", () => {
  /**
   * An installment of Rs 3,200 that the clerk ticked within the days of grace and unticked a month later, when it has a
   * penalty of Rs 200.
   */
  async function openUntickedInstallment() {
    const harness = await openHarness();
    const { clerk, clock, createSchedule, portal, society } = harness;
    const terms = { FloorRate: 3200, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };
    const { rows } = await createSchedule({ ...terms, StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
    const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
    const setPaid = async (person: typeof clerk, IsPaid: 0 | 1) =>
      parseRecord(paymentSchedule, await person.put(path, { IsPaid }));
    const ticked = await setPaid(clerk, 1);
    expect(ticked).toMatchObject({ AmountReceived: 3200, PaidDate: "2026-11-15" });
    clock.set("2026-12-20T07:00:00Z");
    await portal.runJobs();
    expect(await setPaid(clerk, 0)).toMatchObject({ AmountReceived: 0, PenaltyApplied: 1, PaidDate: null });
    return { ...harness, ticked, setPaid };
  }

  test("a tick by the same user within ten minutes restores the amount, the date and the penalty", async () => {
    const { clerk, clock, ticked, setPaid } = await openUntickedInstallment();
    clock.advanceMinutes(9);
    expect(await setPaid(clerk, 1)).toEqual({ ...ticked, Version: expect.any(Number) });
  });

  test("a tick within ten minutes into another account restores the amount and the date in that account", async () => {
    const { admin, clerk, ticked } = await openUntickedInstallment();
    const form = { AccountName: "HBL", Kind: "bank", OpeningBalance: 0, OpeningDate: "2026-11-01" };
    const { AccountID } = parseRecord(account, await admin.post("/account", form));
    const path = `/payment-schedule/${ticked.PaymentScheduleID}`;
    expect(ticked.AccountID).toBeNull();
    const again = parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1, AccountID }));
    expect(again).toEqual({ ...ticked, AccountID, Version: expect.any(Number) });
  });

  test("a tick by another user or after ten minutes is a payment on the current day", async () => {
    const { admin, clerk, clock, setPaid } = await openUntickedInstallment();
    const paidNow = { AmountReceived: 3400, PenaltyApplied: 1, PaidDate: "2026-12-20" };
    expect(await setPaid(admin, 1)).toMatchObject(paidNow);
    expect(await setPaid(admin, 0)).toMatchObject({ AmountReceived: 0 });
    clock.advanceMinutes(11);
    expect(await setPaid(clerk, 1)).toMatchObject(paidNow);
  });

  test("credit that has paid the unticked installment becomes credit again when the untick is undone", async () => {
    const { admin, clerk, createSchedule, society } = await openHarness();
    const { rows } = await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
    const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
    const ticked = parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }));
    const receipt = await createReceipt(admin, { AmountPaid: 4000 });
    expect(receipt).toMatchObject({ Credit: 4000 });
    expect(parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 0 }))).toMatchObject({
      TickedAmount: 0,
      IsPaid: 1,
    });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ Credit: 1500 }]);
    expect(parseRecord(paymentSchedule, await clerk.put(path, { IsPaid: 1 }))).toEqual({
      ...ticked,
      Version: expect.any(Number),
    });
    expect(await admin.list(paymentReceipt)).toMatchObject([{ Credit: 4000, Allocations: [] }]);
  });

  test("a tick that a revision has turned into credit is not restored, because its credit has paid the installment", async () => {
    const { admin, clerk, createSchedule, society } = await openHarness();
    await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
    assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
    const revisionForm = { FromMonth: 11, FromYear: 2026 };
    for (const FloorRate of [0, 2500])
      assertOk(await admin.post("/service-rate/1/revise", { ...revisionForm, FloorRate }));
    expect(await admin.list(paymentSchedule)).toMatchObject([{ TickedAmount: 0, IsPaid: 1 }]);
    for (const person of [admin, clerk]) {
      const refused = await person.put("/payment-schedule/1", { IsPaid: 1 });
      expect([refused.status, refused.body.code]).toEqual([409, "already-paid"]);
    }
    expect(await admin.list(adjustment)).toMatchObject([{ Amount: -2500, Credit: 0 }]);
  });
});

test("an untick removes the ticked amount of an installment whose receipt was voided", async () => {
  const { admin, createSchedule, society } = await openHarness();
  const { rows } = await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  const path = `/payment-schedule/${rows[0]?.PaymentScheduleID}`;
  const receipt = await createReceipt(admin, { AmountPaid: 1900 });
  expect(parseRecord(paymentSchedule, await admin.put(path, { IsPaid: 1 }))).toMatchObject({ TickedAmount: 600 });
  assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
  expect(await admin.list(paymentSchedule)).toMatchObject([{ IsPaid: 0, AmountReceived: 600 }]);
  expect(parseRecord(paymentSchedule, await admin.put(path, { IsPaid: 0 }))).toMatchObject({
    AmountReceived: 0,
    TickedAmount: 0,
    TickedDate: null,
  });
});

test.each([
  ["2026-11-05", "2026-11-12"],
  ["2026-11-12", "2026-11-05"],
])("an installment paid by receipts of %s and %s, entered in this order, is paid on the later day", async (...days) => {
  const { admin, createSchedule, society } = await openHarness();
  await createSchedule({ StartMonth: 11, EndMonth: 11, plots: [society.aliPlot.PlotID] });
  for (const PaymentDate of days) await createReceipt(admin, { AmountPaid: 1250, PaymentDate });
  expect(await admin.list(paymentSchedule)).toMatchObject([{ IsPaid: 1, PaidDate: "2026-11-12" }]);
});
