import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { RevisionPreview } from "../../shared/endpoints/revision.ts";
import { statementRecord } from "../../shared/endpoints/statement.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Body = Readonly<Record<string, unknown>>;

const startInJune = { FromMonth: 6, FromYear: 2026 };

describe("the revision of a service charge from a month on", () => {
  test("a revision changes unpaid installments in place, ends the service charge and adds the next one with a plan", async () => {
    const { admin, readAmounts, readPreview, revise, rate, plan, rows } = await openGeneratedSchedule();
    const previewed = await readPreview({ FloorRate: 3000 });
    expect(previewed).toMatchObject({ plots: 2, installments: 14, before: 35_000, after: 42_000, difference: 7000 });
    expect(previewed.adjustments).toBe(0);
    expect(previewed.lines).toMatchObject([
      { HouseNo: "A-1", From: "2026-06", To: "2026-12", Months: 7, Before: 2500, After: 3000, Difference: 3500 },
      { HouseNo: "A-2" },
    ]);
    expect(await readAmounts()).toEqual({ untilMay: Array(5).fill(2500), fromJune: Array(7).fill(2500), charges: [] });
    expect(assertOk(await revise({ FloorRate: 3000, Preview: previewed.Preview })).body.data).toEqual(previewed);
    expect(await readAmounts()).toEqual({ untilMay: Array(5).fill(2500), fromJune: Array(7).fill(3000), charges: [] });
    const after = await admin.list(paymentSchedule);
    for (const row of rows) {
      const current = after.find(({ PaymentScheduleID }) => PaymentScheduleID === row.PaymentScheduleID);
      const isRevised = row.InstallmentNumber >= 6;
      expect(current).toEqual(
        isRevised
          ? { ...row, Amount: 3000, PaymentPlanID: 2, InstallmentNumber: row.InstallmentNumber - 5, Version: 2 }
          : row,
      );
    }
    expect(await admin.list(serviceRate)).toMatchObject([
      { RateID: rate.RateID, StartMonth: 1, EndMonth: 5, FloorRate: 2500, PaymentPlanID: plan.PaymentPlanID },
      { RateID: 2, StartMonth: 6, EndMonth: 12, FloorRate: 3000, TotalAmount: 3000, PaymentPlanID: 2 },
    ]);
    expect((await admin.list(paymentPlan)).map(({ Description }) => Description)).toEqual([
      "01/2026 - 05/2026",
      "06/2026 - 12/2026",
    ]);
  });

  test("the preview's amounts are exact in paisa", async () => {
    const { readPreview } = await openGeneratedSchedule();
    const { difference, lines } = await readPreview({ FloorRate: 2500.1 });
    expect(difference).toBe(1.4);
    expect(lines.map(({ Difference }) => Difference)).toEqual([0.7, 0.7]);
  });

  test("generating both plans after a revision charges each month once", async () => {
    const { admin, createPlot, revise, rate, plan } = await openGeneratedSchedule();
    assertOk(await revise({ FloorRate: 3000 }));
    const { PlotID } = await createPlot();
    // The revision has added the service charge 2 with the plan 2.
    const plans = [
      [rate.RateID, plan.PaymentPlanID],
      [2, 2],
    ];
    for (const [RateID, PaymentPlanID] of plans)
      assertOk(await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs: [1, 2, PlotID] }));
    const rows = await admin.list(paymentSchedule);
    expect(rows).toHaveLength(36);
    expect(new Set(rows.map((row) => `${row.PlotID} ${row.BillingMonth}`)).size).toBe(36);
    const added = rows.filter((row) => row.PlotID === PlotID).map(({ Amount }) => Amount);
    expect(added).toEqual([...Array(5).fill(2500), ...Array(7).fill(3000)]);
  });

  test("a revision from the first month changes the service charge itself", async () => {
    const { admin, revise, readAmounts } = await openGeneratedSchedule();
    assertOk(await revise({ FromMonth: 1, FloorRate: 2000 }));
    expect(await readAmounts()).toMatchObject({ untilMay: Array(5).fill(2000), fromJune: Array(7).fill(2000) });
    expect(await admin.list(serviceRate)).toMatchObject([{ StartMonth: 1, EndMonth: 12, FloorRate: 2000 }]);
    expect(await admin.list(paymentPlan)).toHaveLength(1);
  });

  test("the charge of a revision is a receivable, also for a client that watches receivables", async () => {
    const { admin, manager, addReceipt, revise } = await openGeneratedSchedule();
    await addReceipt(6 * 2500);
    const before = await admin.list(receivables, "?plot=1");
    const socket = await manager.openSocket();
    await socket.watch(["receivables"]);
    assertOk(await revise({ FloorRate: 3000 }));
    const after = await admin.list(receivables, "?plot=1");
    const charges = after.filter(({ Kind }) => Kind === "charge");
    expect(after).toHaveLength(before.length + 1);
    expect(charges).toMatchObject([{ MonthYear: "06/2026", Amount: 500, Received: 0, IsPaid: 0 }]);
    await socket.waitFor(({ changes }) => changes.some(({ id }) => id === charges[0]?.ReceivableID));
  });

  test("a penalty is removed when a payment within the days of grace covers the lower amount", async () => {
    const { admin, clock, createSchedule, portal } = await openHarness();
    const terms = { StartMonth: 11, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 };
    await createSchedule(terms);
    await createReceipt(admin, { AmountPaid: 2000, PaymentDate: "2026-11-15" });
    clock.set("2026-11-20T07:00:00Z");
    await portal.runJobs();
    const revisionForm = { FromMonth: 11, FromYear: 2026, FloorRate: 2000 };
    assertOk(await admin.post("/service-rate/1/revise", revisionForm));
    const [row] = await admin.list(paymentSchedule, "?plot=1");
    expect(row).toMatchObject({ Amount: 2000, PenaltyApplied: 0, IsPaid: 1, PaidDate: "2026-11-15" });
  });

  test("credit of a tick within the days of grace removes the penalty of another installment, and stays on its day in the statement", async () => {
    const { admin, clock, createSchedule, portal } = await openHarness();
    const readOctober = async () =>
      statementRecord.parse(assertOk(await admin.get("/plot/1/statement?to=2026-10-31")).body.data);
    clock.set("2026-10-01T07:00:00Z");
    await createSchedule({ StartMonth: 10, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5, plots: [1] });
    for (const id of [1, 2]) assertOk(await admin.put(`/payment-schedule/${id}`, { IsPaid: 1 }));
    expect(await readOctober()).toMatchObject({ paid: 5000 });
    clock.set("2026-12-20T07:00:00Z");
    await portal.runJobs();
    assertOk(await admin.post("/service-rate/1/revise", { FromMonth: 10, FromYear: 2026, FloorRate: 1600 }));
    expect(await readOctober()).toMatchObject({ paid: 5000 });
    const december = (await admin.list(paymentSchedule, "?plot=1")).find((row) => row.BillingMonth === "2026-12");
    expect(december).toMatchObject({ PenaltyApplied: 0, IsPaid: 1, PaidDate: "2026-10-01" });
  });

  test("a part-paid installment that the lower amount settles is paid on the date of its receipt", async () => {
    const { admin, addReceipt, revise } = await openGeneratedSchedule();
    await addReceipt(5 * 2500 + 2000);
    assertOk(await revise({ FloorRate: 2000 }));
    const june = (await admin.list(paymentSchedule, "?plot=1")).find((row) => row.BillingMonth === "2026-06");
    expect(june).toMatchObject({ Amount: 2000, AmountReceived: 2000, IsPaid: 1, PaidDate: "2026-11-15" });
  });

  test("what was paid within the days of grace covers the lower amount without a penalty, also after them", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    const month = { StartMonth: 11, EndMonth: 11, plots: [1] };
    await createSchedule({ ...month, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
    await createReceipt(admin, { AmountPaid: 2300 });
    clock.set("2026-11-16T07:00:00Z");
    const body = { FromMonth: 11, FromYear: 2026, FloorRate: 2000 };
    const previewed = assertOk(await admin.post("/service-rate/1/revise?dryRun=1", body)).body.data;
    expect(previewed).toMatchObject({ lines: [{ Before: 2500, After: 2000, Credit: 300 }] });
    expect(await admin.list(paymentSchedule)).toMatchObject([{ PenaltyApplied: 0, Version: 2 }]);
    assertOk(await admin.post("/service-rate/1/revise", body));
    expect(await admin.list(paymentSchedule)).toMatchObject([
      { Amount: 2000, PenaltyApplied: 0, AmountReceived: 2000, IsPaid: 1 },
    ]);
  });

  test("a preview from before a penalty fell due is refused", async () => {
    const { admin, clock, createSchedule } = await openHarness();
    const month = { StartMonth: 11, EndMonth: 11, plots: [1] };
    await createSchedule({ ...month, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
    const body = { FromMonth: 11, FromYear: 2026, FloorRate: 2000 };
    const { Preview } = z
      .object({ Preview: z.string() })
      .parse(assertOk(await admin.post("/service-rate/1/revise?dryRun=1", body)).body.data);
    clock.set("2026-11-16T07:00:00Z");
    expect(await admin.post("/service-rate/1/revise", { ...body, Preview })).toMatchObject({
      status: 409,
      body: { code: "preview-changed" },
    });
  });

  test("a higher amount adds a charge for each paid or part-paid installment, due on the same day", async () => {
    const { admin, readBalance, readAmounts, addReceipt, readPreview, revise, tick } = await openGeneratedSchedule();
    // January to June and a part of July are paid by a receipt, December by a tick.
    await addReceipt(6 * 2500 + 400);
    await tick(12);
    const previewed = await readPreview({ FloorRate: 3000 });
    expect(previewed).toMatchObject({ installments: 14, after: 42_000, adjustments: 3 });
    expect(previewed.lines.slice(0, 3)).toMatchObject([
      { From: "2026-06", To: "2026-07", Charge: 1000, Difference: 1000 },
      { From: "2026-08", To: "2026-11", Charge: 0 },
      { From: "2026-12", To: "2026-12", Charge: 500 },
    ]);
    assertOk(await revise({ FloorRate: 3000, Preview: previewed.Preview }));
    expect(await readAmounts()).toMatchObject({
      fromJune: [2500, 2500, 3000, 3000, 3000, 3000, 2500],
      charges: [500, 500, 500],
    });
    expect(await admin.list(adjustment)).toMatchObject(
      ["2026-06-10", "2026-07-10", "2026-12-10"].map((DueDate) => ({
        Kind: "charge",
        Amount: 500,
        DueDate,
        Reason: "Service charge revised from 06/2026",
      })),
    );
    expect(await readBalance()).toBe(5 * 2500 + 7 * 3000 - 6 * 2500 - 400 - 2500);
  });

  test("a lower amount turns a part of the payments into credit, which pays the next installments", async () => {
    const { admin, readBalance, readAmounts, addReceipt, readPreview, revise } = await openGeneratedSchedule();
    await addReceipt(8 * 2500);
    const previewed = await readPreview({ FloorRate: 1500 });
    expect(previewed).toMatchObject({ after: 21_000, adjustments: 0 });
    expect(previewed.lines[0]).toMatchObject({ From: "2026-06", To: "2026-08", Credit: 3000 });
    assertOk(await revise({ FloorRate: 1500, Preview: previewed.Preview }));
    expect(await readAmounts()).toMatchObject({ fromJune: Array(7).fill(1500), charges: [] });
    const received = (await admin.list(paymentSchedule, "?plot=1")).map(({ AmountReceived }) => AmountReceived);
    expect(received).toEqual([...Array(5).fill(2500), ...Array(5).fill(1500), 0, 0]);
    expect(await readBalance()).toBe(2 * 1500);
  });

  test("a lower amount turns the rest of a tick into credit of the house", async () => {
    const { admin, readBalance, readAmounts, revise, tick } = await openGeneratedSchedule();
    for (const month of [1, 2, 3, 4, 5, 6, 7]) await tick(month);
    assertOk(await revise({ FloorRate: 1000 }));
    expect(await readAmounts()).toMatchObject({ fromJune: Array(7).fill(1000) });
    const credits = await admin.list(adjustment);
    const installments = (await admin.list(paymentSchedule, "?plot=1")).slice(5, 7);
    expect(credits).toMatchObject(
      installments.map(({ PaymentScheduleID }) => ({ Kind: "opening", Amount: -1500, Credit: 0, PaymentScheduleID })),
    );
    expect(await readBalance()).toBe(2000);
    // An imported opening balance of the same day is a separate adjustment.
    const sheet = "House,Balance,As of\nA-1,700,15/11/2026\n";
    expect(await runImport(admin, "opening-balances", sheet)).toMatchObject({ added: 1, unchanged: 0, refused: [] });
    expect(await readBalance()).toBe(2700);
    // The tick cannot be removed before its credit is voided, because nobody would have paid the credit.
    const [ticked] = installments;
    const untick = () => admin.put("/payment-schedule", { ...ticked, IsPaid: 0, Version: undefined });
    const refused = await untick();
    expect([refused.status, refused.body.code]).toEqual([409, "in-use"]);
    assertOk(await admin.post(`/adjustment/${credits[0]?.AdjustmentID}/void`, { Reason: "Tick was wrong" }));
    assertOk(await untick());
    expect(await readBalance()).toBe(2700 + 1500 + 1000);
  });

  test("an installment that only a waiver settles after a revision has no paid date", async () => {
    const { admin, readBalance, addReceipt, revise } = await openGeneratedSchedule();
    await addReceipt(5 * 2500 + 1500);
    const readJune = async () => (await admin.list(paymentSchedule, "?plot=1"))[5];
    const june = await readJune();
    const waiverForm = {
      PlotID: june?.PlotID,
      PaymentScheduleID: june?.PaymentScheduleID,
      Kind: "waiver",
      Of: "amount",
    };
    assertOk(
      await admin.post("/adjustment", { ...waiverForm, Amount: 1000, Reason: "Water failed", Date: "2026-11-15" }),
    );
    expect(await readJune()).toMatchObject({ IsPaid: 1, AmountReceived: 1500, PaidDate: "2026-11-15" });
    assertOk(await revise({ FloorRate: 1000 }));
    expect(await readJune()).toMatchObject({ IsPaid: 1, AmountReceived: 0, PaidDate: null });
    expect(await readBalance()).toBe(6 * 1000 - 1500);
  });

  test("after several revisions each month is charged with the last amount", async () => {
    const { readBalance, readAmounts, addReceipt, portal, revise, tick } = await openGeneratedSchedule();
    await addReceipt(7 * 2500 + 100);
    await tick(12);
    assertOk(await revise({ FloorRate: 4000 }));
    expect(await readBalance()).toBe(5 * 2500 + 7 * 4000 - 8 * 2500 - 100);
    for (const [RateID, FloorRate] of [
      [2, 4500],
      [2, 400],
      [2, 2500],
      [2, 900],
    ] as const) {
      assertOk(await revise({ FloorRate }, RateID));
      const { fromJune, charges } = await readAmounts();
      const sum = [...fromJune, ...charges].reduce((total, amount) => total + amount, 0);
      expect(sum).toBe(7 * FloorRate);
      expect(await readBalance()).toBe(Math.max(0, 5 * 2500 + 7 * FloorRate - 8 * 2500 - 100));
      expect(await portal.checkTotals()).toEqual([]);
    }
  });

  test("a revision after a payment that its preview does not contain is refused with a new preview and changes nothing", async () => {
    const { admin, readAmounts, manager, addReceipt, readPreview, revise } = await openGeneratedSchedule();
    const previewed = await readPreview({ FloorRate: 3000 });
    await addReceipt(6 * 2500, manager);
    const before = await readAmounts();
    const refused = await revise({ FloorRate: 3000, Preview: previewed.Preview });
    expect([refused.status, refused.body.code]).toEqual([409, "preview-changed"]);
    const newPreview = await readPreview({ FloorRate: 3000 });
    expect(refused.body.data).toEqual(newPreview);
    expect(newPreview).toMatchObject({ adjustments: 1 });
    expect(await readAmounts()).toEqual(before);
    expect(await admin.list(serviceRate)).toHaveLength(1);
    assertOk(await revise({ FloorRate: 3000, Preview: newPreview.Preview }));
  });

  test("the waiver of an installment keeps its amount when revisions lower and raise the installment", async () => {
    const { admin, readBalance, revise } = await openGeneratedSchedule();
    const waiverForm = {
      PlotID: 1,
      Kind: "waiver",
      PaymentScheduleID: 6,
      Amount: 2000,
      Date: "2026-11-01",
      Reason: "Flood",
    };
    parseRecord(adjustment, await admin.post("/adjustment", waiverForm));
    assertOk(await revise({ FloorRate: 1000 }));
    expect(await readBalance()).toBe(5 * 2500 + 6 * 1000);
    assertOk(await revise({ FloorRate: 2400 }, 2));
    expect(await readBalance()).toBe(5 * 2500 + 6 * 2400 + 400);
  });

  test("voiding waivers above a lowered amount makes at most the lowered amount due", async () => {
    const { admin, portal, readBalance, revise } = await openGeneratedSchedule();
    const addWaiver = async (Amount: number) => {
      const target = { PlotID: 1, Kind: "waiver", PaymentScheduleID: 6, Date: "2026-11-01", Reason: "Flood" };
      return parseRecord(adjustment, await admin.post("/adjustment", { ...target, Amount }));
    };
    const voidWaiver = async ({ AdjustmentID }: { AdjustmentID: number }) =>
      assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "No flood" }));
    const [first, second] = [await addWaiver(1200), await addWaiver(800)];
    assertOk(await revise({ FloorRate: 500 }));
    expect(await readBalance()).toBe(5 * 2500 + 6 * 500);
    // 800 is still waived, so that June costs nothing.
    await voidWaiver(first);
    expect(await readBalance()).toBe(5 * 2500 + 6 * 500);
    await voidWaiver(second);
    expect(await readBalance()).toBe(5 * 2500 + 7 * 500);
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("an installment with a charge of a revision cannot be withdrawn", async () => {
    const { admin, addReceipt, revise } = await openGeneratedSchedule();
    const receipt = await addReceipt(6 * 2500);
    assertOk(await revise({ FloorRate: 3000 }));
    await voidReceipt(admin, receipt);
    const body = { PaymentScheduleIDs: [6], Reason: "House is empty" };
    expect((await admin.post("/payment-schedule/withdraw", body)).body).toMatchObject({ code: "in-use" });
  });

  test("only one of twenty concurrent revisions succeeds", async () => {
    const { admin, readAmounts, revise } = await openGeneratedSchedule();
    const replies = await Promise.all(Array.from({ length: 20 }, () => revise({ FloorRate: 3000 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readAmounts()).toMatchObject({ fromJune: Array(7).fill(3000) });
    expect(await admin.list(serviceRate)).toHaveLength(2);
  });

  test("a revision sends the new amounts, service charges and plan to a client that watches them", async () => {
    const { manager, revise } = await openGeneratedSchedule();
    const socket = await manager.openSocket();
    await socket.watch(["payment-schedule", "service-rate", "payment-plan"]);
    assertOk(await revise({ FloorRate: 3000 }));
    await socket.waitFor(({ changes }) =>
      [14, 2, 2].every(
        (count, index) =>
          changes.filter(({ resource }) => resource === ["payment-schedule", "service-rate", "payment-plan"][index])
            .length === count,
      ),
    );
  });

  const openShared = shareHarness(openGeneratedSchedule);

  test.each<[Body, Body]>([
    [{ FromMonth: 13 }, { FromMonth: "Month must be from 1 to 12" }],
    [{ FromMonth: undefined }, { FromMonth: "Month must be from 1 to 12" }],
    [{ FromYear: 26 }, { FromYear: "Year must be from 2000 to 2100" }],
    [{ FromYear: 2025 }, { FromMonth: "The service charge begins after this month" }],
    [{ FromYear: 2027 }, { FromMonth: "The service charge ends before this month" }],
    [{ FloorRate: -1 }, { FloorRate: "Per Floor Rate is required" }],
    [{ FloorRate: 2500 }, { FloorRate: "This changes nothing" }],
    [{ Preview: 5 }, { Preview: "Must be text" }],
  ])("a revision with %j is refused with an error at its field and changes nothing", async (change, errors) => {
    const { admin, revise, rows } = await openShared();
    const reply = await revise({ FloorRate: 3000, ...change });
    expect([reply.status, reply.body.errors]).toEqual([400, errors]);
    expect(await admin.list(paymentSchedule)).toEqual(rows);
  });

  test("a revision of an inactive or unknown service charge, or by a clerk, is refused", async () => {
    const { admin, clerk, createRate, revise } = await openGeneratedSchedule();
    const { RateID } = await createRate({ StartYear: 2027, EndYear: 2027, IsActive: false });
    expect((await revise({ FromYear: 2027, FloorRate: 3000 }, RateID)).body).toMatchObject({ code: "rate-inactive" });
    expect((await revise({ FloorRate: 3000 }, 99)).status).toBe(404);
    const body = { ...startInJune, FloorRate: 3000 };
    expect((await clerk.post("/service-rate/1/revise", body)).status).toBe(403);
    expect((await clerk.post("/service-rate/1/revise?dryRun=1", body)).status).toBe(403);
    expect((await admin.post("/service-rate/1/revise?dryRun=maybe", body)).status).toBe(400);
  });
});

/** Houses with Rs 2,500 for each month of 2026. */
async function openGeneratedSchedule(sharedHarness?: Harness) {
  const harness = sharedHarness ?? (await openHarness());
  const { admin, createSchedule } = harness;
  const schedule = await createSchedule();
  const revise = (body: Body, rateId = 1) => admin.post(`/service-rate/${rateId}/revise`, { ...startInJune, ...body });
  return {
    ...harness,
    ...schedule,
    revise,
    readPreview: async (body: Body): Promise<RevisionPreview> =>
      // A reply of the endpoint has this type.
      assertOk(await admin.post("/service-rate/1/revise?dryRun=1", { ...startInJune, ...body })).body
        .data as RevisionPreview,
    addReceipt: (AmountPaid: number, person = admin) =>
      createReceipt(person, { AmountPaid, PaymentDate: "2026-11-15" }),
    tick: async (id: number) => assertOk(await admin.put(`/payment-schedule/${id}`, { IsPaid: 1 })),
    readBalance: async () =>
      z.object({ due: z.number() }).parse(assertOk(await admin.get("/plot/1/balance")).body.data).due,
    /** The rupees of the installments of A-1 until May and from June on, and of its charges. */
    readAmounts: async () => {
      const rows = await admin.list(paymentSchedule, "?plot=1");
      const amounts = rows.sort((a, b) => (a.DueDate < b.DueDate ? -1 : 1)).map(({ Amount }) => Amount);
      const charges = (await admin.list(adjustment)).filter(({ Kind }) => Kind === "charge");
      return {
        untilMay: amounts.slice(0, 5),
        fromJune: amounts.slice(5),
        charges: charges.map(({ Amount }) => Amount),
      };
    },
  };
}
