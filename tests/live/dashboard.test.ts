import { expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("marking a row as paid sends everyone the figures that the summary endpoint then returns", async () => {
  const { clerk, dashboardReader, createSchedule } = await openHarness();
  const { rows } = await createSchedule({ FloorRate: 2500.55 });
  const listener = await dashboardReader.openSocket();
  expect(await listener.watch(["dashboard", "payment-schedule"])).toMatchObject({
    watching: ["dashboard"],
    denied: ["payment-schedule"],
  });
  const november = rows.find(({ DueDate }) => DueDate === "2026-11-10");
  await clerk.put(`/payment-schedule/${november?.PaymentScheduleID}`, { IsPaid: 1 });
  await listener.waitFor(({ dashboard }) => dashboard.length > 0);
  const summary = assertOk(await dashboardReader.get("/dashboard/summary")).body;
  expect(summary).toMatchObject(listener.received.dashboard.at(-1) ?? {});
  expect(listener.received.dashboard.at(-1)?.data).toMatchObject([
    { period: "Current Year", amount_received: 2500.55 },
    { period: "Current Month", total_amount: 5001.1, amount_received: 2500.55, recovery_percentage: 50 },
    { period: "Last Month", amount_received: 0 },
    { period: "Last Year", total_amount: 0 },
  ]);
  expect(listener.received.changes).toEqual([]);
});

test("an expense sends the dashboard too, and a change that affects no total does not", async () => {
  const { dashboardReader, createExpense, createPlot } = await openHarness();
  const listener = await dashboardReader.openSocket();
  await listener.watch(["dashboard"]);
  await createPlot();
  await createExpense({ Amount: 90_000.25 });
  await listener.waitFor(({ dashboard }) => dashboard.length > 0);
  await listener.waitForEarlierEvents();
  expect(listener.received.dashboard).toHaveLength(1);
  expect(listener.received.dashboard[0]?.data[1]).toMatchObject({ total_expense: 90_000.25 });
});

test("a resident's dashboard is updated for the resident's own rows and never contains expenses", {
  tags: "requirement-2",
}, async () => {
  const { ali, admin, society, createSchedule, createExpense } = await openHarness();
  const { rows } = await createSchedule();
  const listener = await ali.openSocket();
  await listener.watch(["dashboard"]);
  await createExpense();
  const mine = rows.find(({ PlotID }) => PlotID === society.aliPlot.PlotID);
  await admin.put(`/payment-schedule/${mine?.PaymentScheduleID}`, { IsPaid: 1 });
  await listener.waitFor(({ dashboard }) => dashboard.at(-1)?.data[0]?.amount_received === 2500);
  const [year] = listener.received.dashboard.at(-1)?.data ?? [];
  expect(year).toMatchObject({ total_amount: 30_000, amount_received: 2500, total_expense: 0 });
  expect(listener.received.dashboard.flatMap(({ data }) => data.map((row) => row.total_expense))).not.toContain(90_000);
});

test("a charge of a resident's house reaches the resident's dashboard", { tags: "requirement-2" }, async () => {
  const { ali, admin, society } = await openHarness();
  const listener = await ali.openSocket();
  await listener.watch(["dashboard"]);
  const fine = { Kind: "charge", Amount: 400, Date: "2026-11-15", Reason: "Broken gate" };
  assertOk(await admin.post("/adjustment", { ...fine, PlotID: society.sanaPlot.PlotID }));
  assertOk(await admin.post("/adjustment", { ...fine, PlotID: society.aliPlot.PlotID }));
  await listener.waitFor(({ dashboard }) => dashboard.at(-1)?.data[0]?.total_amount === 400);
  expect(listener.received.dashboard).toHaveLength(1);
});
