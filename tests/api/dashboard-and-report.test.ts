import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "../../server/log.ts";
import { paisa } from "../../shared/money.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { buildExpenseRow } from "../harness/builders.ts";
import { type Harness, openHarness, openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";

const summarySchema = z.array(
  z.object({
    period: z.string(),
    total_amount: z.number(),
    amount_received: z.number(),
    amount_due: z.number(),
    recovery_percentage: z.number(),
    total_expense: z.number(),
  }),
);
const categorySchema = z.object({
  paidCount: z.int(),
  unpaidCount: z.int(),
  paidAmount: z.number(),
  unpaidAmount: z.number(),
});
const reportSchema = z.looseObject({
  summary: z.record(z.string(), categorySchema),
  expenses: z.array(z.looseObject({ Amount: z.number() })),
  total: z.object({ received: z.number(), due: z.number(), expenses: z.number(), status: z.string() }),
});

/**
 * Installments of two categories in 2025 and 2026 with fractions of rupees and penalties, of which some are paid, and
 * expenses of both years.
 */
async function createRecords({
  admin,
  clerk,
  createPlot,
  createSchedule,
  createExpense,
  society,
}: Harness): Promise<void> {
  const { CategoryID } = society.categories.R;
  const plots = [await createPlot({ CategoryID }), await createPlot({ CategoryID }), await createPlot({ CategoryID })];
  await createSchedule({
    StartYear: 2025,
    StartMonth: 6,
    FloorRate: 2500.35,
    IsPenaltyApply: true,
    PenaltyAmount: 99.95,
  });
  await createSchedule({ PlotCategoryID: CategoryID, FloorRate: 0.1, plots: plots.map(({ PlotID }) => PlotID) });
  const rows = await admin.list(paymentSchedule);
  for (const { PaymentScheduleID } of rows.filter((_row, index) => index % 3 === 0))
    assertOk(await clerk.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 }));
  for (const { PaymentScheduleID } of rows.filter((_row, index) => index % 9 === 0))
    assertOk(await clerk.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 0 }));
  for (const [Month, Year, Amount] of [
    ["11", "2026", 4000.55],
    ["11", "2026", 0.05],
    ["10", "2026", 90_000],
    ["11", "2025", 1],
  ] as const)
    await createExpense({ Month, Year, Amount });
}

const harness = await openSharedHarness();
await createRecords(harness);

describe("the dashboard", () => {
  test("the dashboard matches the payment schedule and expenses to the paisa", async () => {
    const expected = await computeFromLists(harness.admin);
    const rows = await readSummary(harness.dashboardReader);
    expect(rows.map(({ period }) => period)).toEqual(["Current Year", "Current Month", "Last Month", "Last Year"]);
    expect(rows).toEqual([
      { period: "Current Year", ...expected("2026") },
      { period: "Current Month", ...expected("2026-11") },
      { period: "Last Month", ...expected("2026-10") },
      { period: "Last Year", ...expected("2025") },
    ]);
    expect(rows[0]?.amount_received).toBeGreaterThan(0);
    await harness.portal.restart();
    expect(await readSummary(harness.dashboardReader)).toEqual(rows);
  });

  test("the dashboard uses the society's time zone", async () => {
    const { dashboardReader, clock, createExpense } = await openHarness();
    await createExpense({ Month: "12", Year: "2026", Amount: 12 });
    clock.set("2026-12-31T18:59:59Z");
    expect((await readSummary(dashboardReader)).map(({ total_expense }) => total_expense)).toEqual([12, 12, 0, 0]);
    clock.set("2026-12-31T19:00:00Z");
    expect((await readSummary(dashboardReader)).map(({ total_expense }) => total_expense)).toEqual([0, 0, 12, 12]);
  });

  test("the dashboard shows zeros without data", async () => {
    const { dashboardReader } = await openHarness();
    const zeros = { total_amount: 0, amount_received: 0, amount_due: 0, recovery_percentage: 0, total_expense: 0 };
    const rows = await readSummary(dashboardReader);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toEqual({ period: row.period, ...zeros });
  });

  test("a resident's dashboard includes only the resident's own plots and no expenses", {
    tags: "requirement-2",
  }, async () => {
    const expected = await computeFromLists(harness.ali);
    const rows = await readSummary(harness.ali);
    expect(rows[0]).toEqual({ period: "Current Year", ...expected("2026") });
    expect(rows[0]?.total_amount).toBeGreaterThan(0);
    expect(rows.map(({ total_expense }) => total_expense)).toEqual([0, 0, 0, 0]);
  });
});

describe("the monthly report", () => {
  test("the report matches the payment schedule, expenses and dashboard to the paisa", async () => {
    const { manager, dashboardReader } = harness;
    const report = await readReport(manager, { month: 11, year: 2026 });
    const rows = (await manager.list(paymentSchedule)).filter(({ DueDate }) => DueDate.startsWith("2026-11"));
    expect(Object.keys(report.summary)).toEqual(["A", "B", "C", "R"]);
    for (const [name, figures] of Object.entries(report.summary)) {
      const categoryRows = rows.filter(({ CategoryName }) => CategoryName === name);
      expect({ name, ...figures }).toEqual({
        name,
        paidCount: categoryRows.filter(({ IsPaid }) => IsPaid === 1).length,
        unpaidCount: categoryRows.filter(({ IsPaid }) => IsPaid === 0).length,
        paidAmount: sumRupees(categoryRows.map(({ AmountReceived }) => AmountReceived)),
        unpaidAmount: sumRupees(categoryRows.map((row) => amountWithPenalty(row) - row.AmountReceived)),
      });
    }
    const [, currentMonth] = await readSummary(dashboardReader);
    expect(report.total).toMatchObject({
      received: currentMonth?.amount_received,
      due: currentMonth?.amount_due,
      expenses: currentMonth?.total_expense,
    });
    expect(report.expenses).toEqual(await manager.list(expenses, "?Month=11&Year=2026"));
    expect(report.total.expenses).toBe(4000.6);
  });

  test("the report contains the adjustments of the month, and for a resident only those of their own plots", async () => {
    const { admin, ali, createSchedule, grant, society } = await openHarness();
    await createSchedule({ FloorRate: 100, plots: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
    const addAdjustment = async (change: object) => {
      const form = { PlotID: society.aliPlot.PlotID, Kind: "charge", Amount: 50, Date: "2026-11-01", Reason: "Tanker" };
      assertOk(await admin.post("/adjustment", { ...form, ...change }));
    };
    await addAdjustment({});
    await addAdjustment({ PlotID: society.sanaPlot.PlotID, DueDate: "2026-12-01" });
    await addAdjustment({ PlotID: society.sanaPlot.PlotID, Kind: "opening", Amount: -500 });
    const [october] = (await admin.list(paymentSchedule)).filter(({ DueDate }) => DueDate.startsWith("2026-10"));
    const { PlotID, PaymentScheduleID } = october ?? {};
    await addAdjustment({ Kind: "waiver", PlotID, PaymentScheduleID, Amount: 10 });
    await addAdjustment({});
    // The adjustment that was added last.
    assertOk(await admin.post("/adjustment/5/void", { Reason: "Entered twice" }));
    const readAdjustmentNumbers = async (person: Person, month: number) => {
      const { body } = assertOk(await person.post("/generate-report", { month, year: 2026 }));
      return z
        .array(z.looseObject({ AdjustmentNo: z.int() }))
        .parse(body.adjustments)
        .map(({ AdjustmentNo }) => AdjustmentNo);
    };
    expect([
      await readAdjustmentNumbers(admin, 10),
      await readAdjustmentNumbers(admin, 11),
      await readAdjustmentNumbers(admin, 12),
    ]).toEqual([[4], [1, 3], [2]]);
    await grant({ role: "Resident", page: "/generate-report", action: "View" });
    expect(await readAdjustmentNumbers(ali, 11)).toEqual([1]);
  });

  test("the report states a profit, or a loss with its percentage", async () => {
    const { manager, admin, createSchedule, createExpense } = await openHarness();
    const { rows } = await createSchedule({ FloorRate: 100 });
    const november = rows.filter(({ DueDate }) => DueDate === "2026-11-10");
    const readStatus = async () => (await readReport(manager, { month: 11, year: 2026 })).total.status;
    expect(await readStatus()).toBe("Profit");
    await createExpense({ Amount: 300 });
    expect(await readStatus()).toBe("Loss (100%)");
    for (const { PaymentScheduleID } of november)
      await admin.put(`/payment-schedule/${PaymentScheduleID}`, { IsPaid: 1 });
    expect(await readStatus()).toBe("Loss (33%)");
    expect((await readReport(manager, { month: 10, year: 2026 })).total.status).toBe("Profit");
  });

  test("the report counts a plot as paid only when all its installments of the month are paid", async () => {
    const { manager, admin, createSchedule, createPlan, society, transaction } = await openHarness();
    const { rows } = await createSchedule();
    const { plan } = await createPlan({ FloorID: society.floors.first.FloorID });
    const aliRow = rows.find((row) => row.PlotID === society.aliPlot.PlotID && row.DueDate === "2026-11-10");
    await transaction(async (tx) => {
      const { PaymentScheduleID, Version, ...values } = await tx.get(paymentSchedule, aliRow?.PaymentScheduleID ?? 0);
      // Only duplicates may share the month of a house.
      await tx.insert(paymentSchedule, { ...values, PaymentPlanID: plan.PaymentPlanID, IsDuplicate: 1 });
    });
    await admin.put(`/payment-schedule/${aliRow?.PaymentScheduleID}`, { IsPaid: 1 });
    const { summary: before } = await readReport(manager, { month: 11, year: 2026 });
    expect(before.A).toEqual({ paidCount: 0, unpaidCount: 2, paidAmount: 2500, unpaidAmount: 5000 });
    const [secondPlanRow] = await manager.list(paymentSchedule, `?PaymentPlanID=${plan.PaymentPlanID}`);
    await admin.put(`/payment-schedule/${secondPlanRow?.PaymentScheduleID}`, { IsPaid: 1 });
    const { summary: after } = await readReport(manager, { month: 11, year: 2026 });
    expect(after.A).toEqual({ paidCount: 1, unpaidCount: 1, paidAmount: 5000, unpaidAmount: 2500 });
  });

  test.each([
    {},
    { month: 11 },
    { year: 2026 },
    { month: 0, year: 2026 },
    { month: 13, year: 2026 },
    { month: "11", year: "2026" },
    { month: 1.5, year: 2026 },
    { month: [11], year: true },
    { month: { $ne: 1 }, year: 2026 },
  ])("the portal refuses a report for %j", async (body) => {
    const { status, body: reply } = await harness.manager.post("/generate-report", body);
    expect([status, reply.message]).toEqual([400, "Please select both month and year"]);
  });
});

describe("amounts out of range", () => {
  test("sums above 2^53 paisa are rounded to whole rupees, also after a restart, and are exact again when they get smaller", async () => {
    const { admin, portal, transaction, createExpense } = await openHarness();
    const { ExpenseID } = await createExpense({ Month: "11", Year: "2026", Amount: 12.34 });
    const largeExpense = { ...buildExpenseRow(), Amount: paisa(3_000_000_000_000_000) };
    const ids = await transaction(async (tx) => {
      const rows = [1, 2, 3, 4].map((number) => ({ ...largeExpense, ExpenseTitle: `Guards ${number}` }));
      return (await Promise.all(rows.map((row) => tx.insert(expenses, row)))).map((row) => row.ExpenseID);
    });
    for (const isRestarted of [false, true]) {
      if (isRestarted) await portal.restart();
      expect((await readSummary(admin))[1]?.total_expense).toBe(120_000_000_000_012);
      const report = await readReport(admin, { month: 11, year: 2026 });
      expect(report.total).toMatchObject({ expenses: 120_000_000_000_012, status: "Loss (100%)" });
    }
    for (const id of ids) assertOk(await admin.delete(`/expenses/${id}`));
    expect((await readSummary(admin))[1]?.total_expense).toBe(12.34);
    assertOk(await admin.delete(`/expenses/${ExpenseID}`));
    expect((await readSummary(admin))[1]?.total_expense).toBe(0);
  });

  test("rows with invalid values in the database are logged and left out of sums; the server still starts, and lists and sums work", async () => {
    const logLines: string[] = [];
    const log = createLog("warn", { write: (line) => void logLines.push(line) });
    const { admin, portal, createExpense, createSchedule, society } = await openHarness({ log });
    await createSchedule({ FloorRate: 2500, plots: [society.aliPlot.PlotID] });
    const corruptedExpense = await createExpense({ Month: "11", Year: "2026", Amount: 1 });
    for (const values of [
      { Amount: 0.5 },
      { Amount: 1e300 },
      { Amount: Number.NaN },
      { Amount: "much" },
      { Amount: null, Month: null },
    ]) {
      await portal.writeBypassingServer("expenses", values);
      await portal.writeBypassingServer("payment-schedule", {
        Amount: values.Amount,
        CategoryID: null,
        PenaltyApplied: 1,
      });
      await portal.restart();
      await portal.runJobs();
      const { ExpenseID } = await createExpense({ Month: "11", Year: "2026", Amount: 500 });
      expect((await readSummary(admin))[1]).toMatchObject({ total_expense: 500, total_amount: 0 });
      const paths = ["/expenses", "/payment-schedule", "/receivables", "/ageing", "/expenses?limit=5"];
      for (const path of paths) expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
      const report = await admin.post("/generate-report", { month: 11, year: 2026 });
      expect(assertOk(report).body).toMatchObject({ total: { expenses: 500 } });
      assertOk(await admin.delete(`/expenses/${ExpenseID}`));
    }
    expect(logLines.join()).toContain("Rows with an invalid value were left out of all totals");
    // The row is counted as soon as it is corrected.
    assertOk(
      await admin.put(`/expenses/${corruptedExpense.ExpenseID}`, {
        ...corruptedExpense,
        Amount: 7,
        Month: "11",
        Year: "2026",
      }),
    );
    expect((await readSummary(admin))[1]).toMatchObject({ total_expense: 7 });
  });
});

/** The figures of the current year, the current month, the last month and the last year, in this order. */
async function readSummary(person: Person) {
  return summarySchema.parse(assertOk(await person.get("/dashboard/summary")).body.data);
}

async function readReport(person: Person, month: { month: number; year: number }) {
  return reportSchema.parse(assertOk(await person.post("/generate-report", month)).body);
}

/**
 * The figures of a period, computed from the lists that this person may read. A period is the prefix of an ISO date:
 * `2026` or `2026-11`.
 */
async function computeFromLists(person: Person) {
  const rows = await person.list(paymentSchedule);
  const expenseRows = (await person.get("/expenses")).status === 200 ? await person.list(expenses) : [];
  return (period: string) => {
    const periodRows = rows.filter(({ DueDate }) => DueDate.startsWith(period));
    const total_amount = sumRupees(periodRows.map(amountWithPenalty));
    const amount_received = sumRupees(periodRows.map(({ AmountReceived }) => AmountReceived));
    return {
      total_amount,
      amount_received,
      amount_due: sumRupees([total_amount, -amount_received]),
      recovery_percentage: total_amount === 0 ? 0 : Math.round((amount_received / total_amount) * 10_000) / 100,
      total_expense: sumRupees(
        expenseRows.filter(({ Year, Month }) => `${Year}-${Month}`.startsWith(period)).map(({ Amount }) => Amount),
      ),
    };
  };
}

function amountWithPenalty({
  Amount,
  PenaltyAmount,
  PenaltyApplied,
}: {
  Amount: number;
  PenaltyAmount: number;
  PenaltyApplied: 0 | 1;
}): number {
  return Amount + (PenaltyApplied ? PenaltyAmount : 0);
}

/** Adds whole paisa, because sums of rupees are not exact. */
function sumRupees(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
