import { expect, test } from "vitest";
import { z } from "zod";
import { type AgeingRecord, ageingRecord } from "../../shared/endpoints/ageing.ts";
import { receive } from "../world/mailing.ts";
import type { Person } from "../world/person.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

/** Of Rs 2,500 a month of 2026, due on the 10th: on 15 November eleven have fallen due and one has not. */
const each = 2_500;

const figures = z.array(z.object({ period: z.string(), amount_due: z.number() }));

test("what is open stands under its age, house by house and by category, and makes all that the dashboard has as due", async () => {
  const here = await world();
  const { admin, aSchedule, aPlot, society, clock } = here;
  const corner = await aPlot({ HouseNo: "B-1", CategoryID: society.categories.B.CategoryID, MobileNo: "0300-1234567" });
  await aSchedule({ plots: [society.ali.PlotID], IsPenaltyApply: true, PenaltyAmount: 100.05, GracePeriodDays: 60 });
  await aSchedule({ plots: [corner.PlotID], PlotCategoryID: society.categories.B.CategoryID, FloorRate: 1_000.35 });
  await receive(admin, { HouseNo: "A-1", AmountPaid: 8 * (each + 100.05) + 0.01, PaymentDate: "2026-11-14" });

  const ageing = await ageingOf(admin);
  expect(ageing).toMatchObject({
    today: "2026-11-15",
    houses: [
      {
        HouseNo: "A-1",
        CategoryName: "A",
        upTo30: each,
        upTo60: each,
        upTo90: 2_600.04,
        over90: 0,
        OldestDue: "2026-09-10",
        LastPayment: "2026-11-14",
        notYet: each,
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
    expect(paisa(houses.map((house) => house[name]))).toBe(paisa([total[name]]));
    expect(paisa(categories.map((category) => category[name]))).toBe(paisa([total[name]]));
  }
  const board = figures.parse(accepted(await admin.get("/dashboard/summary")).body.data);
  const year = board.find(({ period }) => period === "Current Year");
  expect(paisa([total.due, total.notYet])).toBe(paisa([year?.amount_due ?? 0]));

  // The day on which December falls due and September is 91 days old.
  clock.set("2026-12-09T20:00:00.000Z");
  await receive(admin, { HouseNo: "B-1", AmountPaid: 12 * 1_000.35, PaymentDate: "2026-12-09" });
  const later = await ageingOf(admin);
  expect(later.houses).toMatchObject([{ HouseNo: "A-1", upTo30: 2 * each, upTo60: 0, upTo90: each, over90: 2_600.04 }]);
  expect(later.houses).toHaveLength(1);
  expect(later.total.notYet).toBe(0);
});

test("residents see their own house and nobody else's, once the page is theirs; of reminders they are told nothing", async () => {
  const { admin, ali, clerk, aSchedule, grant } = await world();
  await aSchedule();
  for (const person of [ali, clerk]) expect((await person.get("/ageing")).status).toBe(403);
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "Update" });
  const own = await ageingOf(ali);
  expect(own.houses.map(({ HouseNo }) => HouseNo)).toEqual(["A-1"]);
  expect(own.total.due * 2).toBe((await ageingOf(admin)).total.due);
  expect((await ali.get("/ageing/reminders")).status).toBe(403);
  expect((await ali.post("/ageing/reminders", { PlotIDs: [1] })).status).toBe(403);
});

test("whoever looks at it is told that it has moved, and at once finds what was paid meanwhile; a restart counts the same", async () => {
  const { admin, manager, ali, aSchedule, portal, grant, society } = await world();
  await grant({ role: "Resident", page: "/finance-management?tab=ageing", action: "View" });
  const { rows } = await aSchedule();
  const [staff, resident] = [await manager.socket(), await ali.socket()];
  expect(await staff.watch(["ageing"])).toMatchObject({ watching: ["ageing"] });
  await resident.watch(["ageing"]);
  const foreign = rows.find(({ PlotID }) => PlotID === society.sana.PlotID);
  accepted(await admin.put(`/payment-schedule/${foreign?.PaymentScheduleID}`, { IsPaid: 1 }));
  await staff.until(({ resyncs }) => resyncs.some((names) => names.includes("ageing")));
  await resident.quiet();
  expect(resident.heard.resyncs).toEqual([]);
  const before = await ageingOf(admin);
  expect(before.houses.map(({ HouseNo, due }) => [HouseNo, due])).toEqual([
    ["A-1", 11 * each],
    ["A-2", 10 * each],
  ]);
  await portal.restart();
  expect(await ageingOf(admin)).toEqual(before);
});

async function ageingOf(person: Person): Promise<AgeingRecord> {
  const { houses, ...rest } = ageingRecord.parse(accepted(await person.get("/ageing")).body.data);
  return { ...rest, houses: houses.toSorted((a, b) => a.PlotID - b.PlotID) };
}

function paisa(rupees: readonly number[]): number {
  return rupees.reduce((sum, each) => sum + Math.round(each * 100), 0);
}
