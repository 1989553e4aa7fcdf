import { expect, test } from "vitest";
import { z } from "zod";
import { type AgeingRecord, ageingRecord } from "../../shared/endpoints/ageing.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { openHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

/** The schedule has an installment of this amount for each month of 2026, of which eleven are due on 15 November. */
const installmentAmount = 2_500;

const summarySchema = z.array(z.object({ period: z.string(), amount_due: z.number() }));

test("the ageing report groups outstanding amounts by age, plot and category, and its totals match the dashboard", async () => {
  const harness = await openHarness();
  const { admin, createSchedule, createPlot, society, clock } = harness;
  const otherPlot = await createPlot({
    HouseNo: "B-1",
    CategoryID: society.categories.B.CategoryID,
    MobileNo: "0300-1234567",
  });
  await createSchedule({
    plots: [society.aliPlot.PlotID],
    IsPenaltyApply: true,
    PenaltyAmount: 100.05,
    GracePeriodDays: 60,
  });
  await createSchedule({
    plots: [otherPlot.PlotID],
    PlotCategoryID: society.categories.B.CategoryID,
    FloorRate: 1_000.35,
  });
  await createReceipt(admin, {
    HouseNo: "A-1",
    // January to August with their penalties, and a paisa of September.
    AmountPaid: 8 * (installmentAmount + 100.05) + 0.01,
    PaymentDate: "2026-11-14",
  });

  const ageing = await readAgeing(admin);
  expect(ageing).toMatchObject({
    today: "2026-11-15",
    houses: [
      {
        HouseNo: "A-1",
        CategoryName: "A",
        upTo30: installmentAmount,
        upTo60: installmentAmount,
        upTo90: 2_600.04,
        over90: 0,
        OldestDue: "2026-09-10",
        LastPayment: "2026-11-14",
        notYet: installmentAmount,
      },
      { HouseNo: "B-1", MobileNo: "0300-1234567", over90: 8 * 1_000.35, OldestDue: "2026-01-10", LastPayment: null },
    ],
    total: { houses: 2 },
  });
  const { categories, houses, total } = ageing;
  expect(categories.map(({ CategoryName, houses: count }) => [CategoryName, count])).toEqual([
    ["A", 1],
    ["B", 1],
  ]);
  for (const name of ["upTo30", "upTo60", "upTo90", "over90", "due"] as const) {
    expect(sumInPaisa(houses.map((house) => house[name]))).toBe(sumInPaisa([total[name]]));
    expect(sumInPaisa(categories.map((category) => category[name]))).toBe(sumInPaisa([total[name]]));
  }
  const summary = summarySchema.parse(assertOk(await admin.get("/dashboard/summary")).body.data);
  const year = summary.find(({ period }) => period === "Current Year");
  expect(sumInPaisa([total.due, total.notYet])).toBe(sumInPaisa([year?.amount_due ?? 0]));

  // In Pakistan it is 10 December: the December installment is due but not overdue, that of September is 91 days old.
  clock.set("2026-12-09T20:00:00.000Z");
  await createReceipt(admin, { HouseNo: "B-1", AmountPaid: 12 * 1_000.35, PaymentDate: "2026-12-09" });
  const december = await readAgeing(admin);
  expect(december.houses).toMatchObject([
    { HouseNo: "A-1", upTo30: installmentAmount, upTo60: 0, upTo90: installmentAmount, over90: 2_600.04 },
  ]);
  expect(december.houses).toHaveLength(1);
  expect(december.total.notYet).toBe(installmentAmount);
});

test("residents with permission to view the page see only their own plots, and can neither read nor send reminders", async () => {
  const { admin, ali, clerk, createSchedule, grant } = await openHarness();
  await createSchedule();
  for (const person of [ali, clerk]) expect((await person.get("/ageing")).status).toBe(403);
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "Update" });
  const aliAgeing = await readAgeing(ali);
  expect(aliAgeing.houses.map(({ HouseNo }) => HouseNo)).toEqual(["A-1"]);
  expect(aliAgeing.total.due * 2).toBe((await readAgeing(admin)).total.due);
  expect((await ali.get("/ageing/reminders")).status).toBe(403);
  expect((await ali.post("/ageing/reminders", { PlotIDs: [1] })).status).toBe(403);
});

test("watchers of the ageing report are notified of a payment that they may see, and read the new amounts at once and the same amounts after a restart", async () => {
  const { admin, manager, ali, createSchedule, portal, grant, society } = await openHarness();
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  const { rows } = await createSchedule();
  const [managerSocket, aliSocket] = [await manager.openSocket(), await ali.openSocket()];
  expect(await managerSocket.watch(["ageing"])).toMatchObject({ watching: ["ageing"] });
  await aliSocket.watch(["ageing"]);
  const sanaRow = rows.find(({ PlotID }) => PlotID === society.sanaPlot.PlotID);
  assertOk(await admin.put(`/payment-schedule/${sanaRow?.PaymentScheduleID}`, { IsPaid: 1 }));
  await managerSocket.waitFor(({ resyncs }) => resyncs.some((names) => names.includes("ageing")));
  await aliSocket.waitForEarlierEvents();
  expect(aliSocket.received.resyncs).toEqual([]);
  const before = await readAgeing(admin);
  expect(before.houses.map(({ HouseNo, due }) => [HouseNo, due])).toEqual([
    ["A-1", 11 * installmentAmount],
    ["A-2", 10 * installmentAmount],
  ]);
  await portal.restart();
  expect(await readAgeing(admin)).toEqual(before);
});

test("watchers of the ageing report are notified of a charge and of its void, and read the new amounts at once", async () => {
  const { admin, manager, society } = await openHarness();
  const socket = await manager.openSocket();
  await socket.watch(["ageing"]);
  const form = {
    PlotID: society.aliPlot.PlotID,
    Kind: "charge",
    Amount: 400,
    Date: "2026-11-01",
    Reason: "Broken gate",
  };
  const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", form));
  expect((await readAgeing(admin)).total.due).toBe(400);
  await socket.waitFor(({ resyncs }) => resyncs.length === 1);
  assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Repaired by the house" }));
  expect((await readAgeing(admin)).total.due).toBe(0);
  await socket.waitFor(({ resyncs }) => resyncs.length === 2);
});

async function readAgeing(person: Person): Promise<AgeingRecord> {
  const { houses, ...rest } = ageingRecord.parse(assertOk(await person.get("/ageing")).body.data);
  return { ...rest, houses: houses.toSorted((a, b) => a.PlotID - b.PlotID) };
}

function sumInPaisa(rupees: readonly number[]): number {
  return rupees.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}
