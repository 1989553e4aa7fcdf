import { expect, test } from "vitest";
import { maxAffectedRows } from "../../server/realtime/commit-enricher.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("marking an installment as paid sends the figures of the summary endpoint to a client that watches the dashboard", async () => {
  const { clerk, dashboardReader, createSchedule } = await openHarness();
  const { rows } = await createSchedule({ FloorRate: 2500.55 });
  const socket = await dashboardReader.openSocket();
  expect(await socket.watch(["dashboard", "payment-schedule"])).toMatchObject({
    watching: ["dashboard"],
    denied: ["payment-schedule"],
  });
  const november = rows.find(({ DueDate }) => DueDate === "2026-11-10");
  await clerk.put(`/payment-schedule/${november?.PaymentScheduleID}`, { IsPaid: 1 });
  await socket.waitFor(({ dashboard }) => dashboard.length > 0);
  const summary = assertOk(await dashboardReader.get("/dashboard/summary")).body;
  expect(summary).toMatchObject(socket.received.dashboard.at(-1) ?? {});
  expect(socket.received.dashboard.at(-1)?.data).toMatchObject([
    { period: "Current Year", amount_received: 2500.55 },
    { period: "Current Month", total_amount: 5001.1, amount_received: 2500.55, recovery_percentage: 50 },
    { period: "Last Month", amount_received: 0 },
    { period: "Last Year", total_amount: 0 },
  ]);
  expect(socket.received.changes).toEqual([]);
});

test("the new name of a category with too many installments to send is sent to the dashboards of staff and residents", async () => {
  const { admin, ali, dashboardReader, createSchedule, transaction } = await openHarness();
  const { rows } = await createSchedule();
  await transaction(async (tx) => {
    const { PaymentScheduleID: _id, ...values } = await tx.get(paymentSchedule, rows[0]?.PaymentScheduleID ?? 0);
    const copies = Array.from({ length: maxAffectedRows }, (_, index) => ({ InstallmentNumber: 1_000 + index }));
    await tx.insertMany(
      paymentSchedule,
      copies.map((copy) => ({ ...values, ...copy, PaymentPlanID: 99, IsDuplicate: 1 })),
    );
  });
  const [category] = await admin.list(plotCategory, "?CategoryName=A");
  const sockets = [await dashboardReader.openSocket(), await ali.openSocket()];
  for (const socket of sockets) await socket.watch(["dashboard"]);
  assertOk(await admin.put("/plot-category", { ...category, CategoryName: "Bungalows" }));
  for (const socket of sockets)
    await socket.waitFor(({ dashboard }) => dashboard.at(-1)?.categories[0]?.CategoryName === "Bungalows");
});

test("an expense sends the dashboard, but a change that affects no total does not", async () => {
  const { dashboardReader, createExpense, createPlot } = await openHarness();
  const socket = await dashboardReader.openSocket();
  await socket.watch(["dashboard"]);
  await createPlot();
  await createExpense({ Amount: 90_000.25 });
  await socket.waitFor(({ dashboard }) => dashboard.length > 0);
  await socket.waitForEarlierEvents();
  expect(socket.received.dashboard).toHaveLength(1);
  expect(socket.received.dashboard[0]?.data[1]).toMatchObject({ total_expense: 90_000.25 });
});

test("a resident's dashboard is updated for the resident's own rows and never contains expenses", {
  tags: "requirement-2",
}, async () => {
  const { ali, admin, society, createSchedule, createExpense } = await openHarness();
  const { rows } = await createSchedule();
  const socket = await ali.openSocket();
  await socket.watch(["dashboard"]);
  await createExpense();
  const aliRow = rows.find(({ PlotID }) => PlotID === society.aliPlot.PlotID);
  await admin.put(`/payment-schedule/${aliRow?.PaymentScheduleID}`, { IsPaid: 1 });
  await socket.waitFor(({ dashboard }) => dashboard.at(-1)?.data[0]?.amount_received === 2500);
  const [year] = socket.received.dashboard.at(-1)?.data ?? [];
  expect(year).toMatchObject({ total_amount: 30_000, amount_received: 2500, total_expense: 0 });
  expect(socket.received.dashboard.flatMap(({ data }) => data.map((row) => row.total_expense))).not.toContain(90_000);
});

test("a charge of a resident's house is sent to the resident's dashboard, and that of another house is not", {
  tags: "requirement-2",
}, async () => {
  const { ali, admin, society } = await openHarness();
  const socket = await ali.openSocket();
  await socket.watch(["dashboard"]);
  const chargeForm = { Kind: "charge", Amount: 400, Date: "2026-11-15", Reason: "Broken gate" };
  assertOk(await admin.post("/adjustment", { ...chargeForm, PlotID: society.sanaPlot.PlotID }));
  assertOk(await admin.post("/adjustment", { ...chargeForm, PlotID: society.aliPlot.PlotID }));
  await socket.waitFor(({ dashboard }) => dashboard.at(-1)?.data[0]?.total_amount === 400);
  expect(socket.received.dashboard).toHaveLength(1);
});
