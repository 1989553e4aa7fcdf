import { describe, expect, test } from "vitest";
import { z } from "zod";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openHarness } from "../harness/harness.ts";
import { importSheet } from "../harness/imports.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Body = Readonly<Record<string, unknown>>;

describe("a house that moves to another floor from a month on", () => {
  test("January to May at one floor and June to December at the next are twelve charges", async () => {
    const { admin, amounts, move, preview, plans, rows } = await openTwoFloors();
    const shown = await preview({});
    expect(shown).toMatchObject({ plots: 1, installments: 7, before: 17_500, after: 21_000, difference: 3500 });
    expect(shown).toMatchObject({
      lines: [{ HouseNo: "A-1", From: "2026-06", To: "2026-12", Before: 2500, After: 3000 }],
    });
    expect(assertOk(await move({ Preview: shown.Preview })).body).toMatchObject({
      message: "House moved",
      data: shown,
    });
    expect(await amounts()).toEqual([...Array(5).fill(2500), ...Array(7).fill(3000)]);
    expect((await admin.list(plot))[0]).toMatchObject({ HouseNo: "A-1", Floor: "First" });
    const moved = await admin.list(paymentSchedule, "?plot=1");
    const ids = rows.filter(({ PlotID }) => PlotID === 1).map(({ PaymentScheduleID }) => PaymentScheduleID);
    expect(moved.map(({ PaymentScheduleID }) => PaymentScheduleID)).toEqual(ids);
    // The plan of the first floor covers April to March.
    expect(moved.slice(5)).toMatchObject(
      [3, 4, 5, 6, 7, 8, 9].map((InstallmentNumber) => ({ InstallmentNumber, Version: 2, PaymentPlanID: 2 })),
    );
    for (const { rate, plan } of plans) {
      const body = {
        RateID: rate.RateID,
        PaymentPlanID: plan.PaymentPlanID,
        PlotIDs: [rate === plans[0].rate ? 2 : 1],
      };
      assertOk(await admin.post("/payment-schedule", body));
    }
    const months = (await admin.list(paymentSchedule, "?plot=1")).map(({ BillingMonth }) => BillingMonth).sort();
    expect(months).toHaveLength(15);
    expect(new Set(months).size).toBe(15);
    expect(months.slice(11)).toEqual(["2026-12", "2027-01", "2027-02", "2027-03"]);
    expect(await admin.list(paymentSchedule, "?plot=2")).toHaveLength(12);
  });

  test("unpaid months get due day and penalty of the new plan; months with money or a penalty keep theirs", async () => {
    const { admin, clock, move, portal } = await openTwoFloors({
      DueOnDay: 20,
      IsPenaltyApply: true,
      PenaltyAmount: 300,
    });
    await admin.post("/payment-receipt", receiptForm(6 * 2500 + 100));
    clock.set("2026-11-22T07:00:00Z");
    await portal.runJobs();
    assertOk(await move({}));
    const rows = (await admin.list(paymentSchedule, "?plot=1")).slice(5);
    expect(rows.map((row) => [row.DueDate.slice(5), row.Amount, row.PenaltyAmount, row.PenaltyApplied])).toEqual([
      ["06-10", 2500, 0, 0],
      ["07-10", 2500, 0, 0],
      ["08-20", 3000, 300, 1],
      ["09-20", 3000, 300, 1],
      ["10-20", 3000, 300, 1],
      ["11-20", 3000, 300, 1],
      ["12-20", 3000, 300, 0],
    ]);
    expect(await admin.list(adjustment)).toMatchObject([
      { Kind: "charge", Amount: 500, DueDate: "2026-06-10" },
      { Kind: "charge", Amount: 500, DueDate: "2026-07-10" },
    ]);
  });

  test("a move and a move back leave the house with what it owed before", async () => {
    const { admin, amounts, balance, ground, move, portal } = await openTwoFloors();
    await admin.post("/payment-receipt", receiptForm(7 * 2500));
    const owed = await balance();
    assertOk(await move({}));
    assertOk(await move({ FloorID: ground }));
    expect(await balance()).toBe(owed);
    expect(await amounts()).toEqual(Array(12).fill(2500));
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("a month that no plan of the new floor covers is refused by its name", async () => {
    const { admin, move, rows } = await openTwoFloors();
    const refused = await move({ FromMonth: 2 });
    const message = "No payment plan of this type and floor covers 02/2026, 03/2026";
    expect([refused.status, refused.body.errors]).toEqual([400, { FloorID: message }]);
    expect(await admin.list(paymentSchedule)).toEqual(rows);
    expect((await admin.list(plot))[0]).toMatchObject({ Floor: "Ground" });
  });

  test("a colleague's payment after the preview is answered with the fresh preview", async () => {
    const { amounts, manager, move, preview } = await openTwoFloors();
    const shown = await preview({});
    assertOk(await manager.post("/payment-receipt", receiptForm(6 * 2500)));
    const refused = await move({ Preview: shown.Preview });
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, "preview-changed", await preview({})]);
    expect(await amounts()).toEqual(Array(12).fill(2500));
  });

  test("every open screen gets the house and its installments", async () => {
    const { manager, move } = await openTwoFloors();
    const listener = await manager.openSocket();
    await listener.watch(["payment-schedule", "plot"]);
    assertOk(await move({}));
    await listener.waitFor(
      ({ changes }) =>
        changes.filter(({ resource }) => resource === "payment-schedule").length === 7 &&
        changes.some(({ resource, id }) => resource === "plot" && id === 1),
    );
  });

  test.each<[Body, string]>([
    [{ TypeID: 99 }, "TypeID"],
    [{ TypeID: undefined }, "TypeID"],
    [{ FloorID: 99 }, "FloorID"],
    [{ FromMonth: 0 }, "FromMonth"],
    [{ FromYear: 1999 }, "FromYear"],
  ])("the server refuses a move with %j at its field and changes nothing", async (change, field) => {
    const { admin, move, rows } = await openTwoFloors();
    const { status, body } = await move(change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(await admin.list(paymentSchedule)).toEqual(rows);
  });

  test("a move to where the house is changes nothing; a clerk and a resident cannot move one", async () => {
    const { ali, clerk, ground, move, form } = await openTwoFloors();
    expect((await move({ FloorID: ground })).body.errors).toEqual({ FloorID: "This changes nothing" });
    for (const person of [clerk, ali]) expect((await person.post("/plot/1/move", form)).status).toBe(403);
  });
});

test("the form of a house changes the floor only where that does not change the charge", async () => {
  const { admin, createPlan, createPlot, createSchedule, society } = await openHarness();
  const { FloorID } = society.floors.first;
  const free = await createPlot();
  parseRecord(plot, await admin.put(`/plot/${free.PlotID}`, { ...free, FloorID }));
  await createSchedule();
  const [house] = await admin.list(plot);
  const refused = await admin.put("/plot/1", { ...house, FloorID });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["FloorID"]]);
  const sheet = `House No,Category,Type,Floor,Owner\nA-1,A,${house?.TypeName},First,Ali\n`;
  const imported = await importSheet(admin, "plots", sheet);
  expect(imported.body.data).toMatchObject({ updated: 0, refused: [{ reason: expect.stringContaining("use Move") }] });
  await createPlan({ FloorID });
  parseRecord(plot, await admin.put("/plot/1", { ...house, FloorID }));
});

function receiptForm(AmountPaid: number) {
  return { HouseNo: "A-1", AmountPaid, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };
}

/** at 2,500 for each month of 2026, and a plan of the first floor at 3,000 for April to March. */
async function openTwoFloors(firstFloor: Body = {}) {
  const harness = await openHarness();
  const { admin, createPlan, createSchedule, society } = harness;
  const { aliPlot, floors } = society;
  const schedule = await createSchedule();
  const period = { StartMonth: 4, EndMonth: 3, EndYear: 2027 };
  const first = await createPlan({ FloorID: floors.first.FloorID, FloorRate: 3000, ...period, ...firstFloor });
  const form = { TypeID: aliPlot.TypeID, FloorID: floors.first.FloorID, FromMonth: 6, FromYear: 2026 };
  return {
    ...harness,
    form,
    ground: aliPlot.FloorID,
    plans: [schedule, first] as const,
    rows: schedule.rows,
    move: (change: Body) => admin.post(`/plot/${aliPlot.PlotID}/move`, { ...form, ...change }),
    preview: async (change: Body) =>
      z
        .looseObject({ Preview: z.string() })
        .parse(assertOk(await admin.post("/plot/1/move?dryRun=1", { ...form, ...change })).body.data),
    amounts: async () => {
      const rows = await admin.list(paymentSchedule, "?plot=1");
      const charges = (await admin.list(adjustment)).filter(({ Kind }) => Kind === "charge");
      return rows.map(({ Amount, PaymentScheduleID: id }) =>
        charges.reduce((sum, row) => sum + (row.PaymentScheduleID === id ? row.Amount : 0), Amount),
      );
    },
    balance: async () =>
      z.object({ due: z.number() }).parse(assertOk(await admin.get("/plot/1/balance")).body.data).due,
  };
}
