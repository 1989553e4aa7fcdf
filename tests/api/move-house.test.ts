import { describe, expect, test } from "vitest";
import { z } from "zod";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { postImport, runImport } from "../harness/imports.ts";
import { createReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Body = Readonly<Record<string, unknown>>;

describe("a house that moves to another floor from a month on", () => {
  test("a house that moves in June is charged for the old floor until May and for the new one from June on", async () => {
    const { admin, readInstallmentTotals, moveHouse, readPreview, plans, rows } = await openTwoFloors();
    const previewed = await readPreview({});
    expect(previewed).toMatchObject({ plots: 1, installments: 7, before: 17_500, after: 21_000, difference: 3500 });
    expect(previewed).toMatchObject({
      lines: [{ HouseNo: "A-1", From: "2026-06", To: "2026-12", Before: 2500, After: 3000 }],
    });
    expect(assertOk(await moveHouse({ Preview: previewed.Preview })).body).toMatchObject({
      message: "House moved",
      data: previewed,
    });
    expect(await readInstallmentTotals()).toEqual([...Array(5).fill(2500), ...Array(7).fill(3000)]);
    expect((await admin.list(plot))[0]).toMatchObject({ HouseNo: "A-1", Floor: "First" });
    const moved = await admin.list(paymentSchedule, "?plot=1");
    const ids = rows.filter(({ PlotID }) => PlotID === 1).map(({ PaymentScheduleID }) => PaymentScheduleID);
    expect(moved.map(({ PaymentScheduleID }) => PaymentScheduleID)).toEqual(ids);
    // The plan of the first floor covers April to March.
    expect(moved.slice(5)).toMatchObject(
      [3, 4, 5, 6, 7, 8, 9].map((InstallmentNumber) => ({ InstallmentNumber, Version: 2, PaymentPlanID: 2 })),
    );
    // The ground floor's plan is generated for A-2, and the first floor's plan for A-1.
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

  test("unpaid months get the due day and penalty of the new plan, but months with received money keep theirs", async () => {
    const { admin, clock, moveHouse, portal } = await openTwoFloors({
      DueOnDay: 20,
      IsPenaltyApply: true,
      PenaltyAmount: 300,
    });
    // January to June, and a part of July.
    await createReceipt(admin, { AmountPaid: 6 * 2500 + 100 });
    clock.set("2026-11-22T07:00:00Z");
    await portal.runJobs();
    assertOk(await moveHouse({}));
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

  test("after a move and a move back the house owes the same amount as before", async () => {
    const { admin, readInstallmentTotals, readBalance, groundFloorId, moveHouse, portal } = await openTwoFloors();
    await createReceipt(admin, { AmountPaid: 7 * 2500 });
    const before = await readBalance();
    assertOk(await moveHouse({}));
    assertOk(await moveHouse({ FloorID: groundFloorId }));
    expect(await readBalance()).toBe(before);
    expect(await readInstallmentTotals()).toEqual(Array(12).fill(2500));
    expect(await portal.checkTotals()).toEqual([]);
  });

  test("a move is refused with the months that no plan of the new floor covers", async () => {
    const { admin, moveHouse, rows } = await openTwoFloors();
    const refused = await moveHouse({ FromMonth: 2 });
    const message = "No payment plan of this type and floor covers 02/2026, 03/2026";
    expect([refused.status, refused.body.errors]).toEqual([400, { FloorID: message }]);
    expect(await admin.list(paymentSchedule)).toEqual(rows);
    expect((await admin.list(plot))[0]).toMatchObject({ Floor: "Ground" });
  });

  test("a move after a payment that its preview does not contain is refused with a new preview", async () => {
    const { readInstallmentTotals, manager, moveHouse, readPreview } = await openTwoFloors();
    const previewed = await readPreview({});
    await createReceipt(manager, { AmountPaid: 6 * 2500 });
    const refused = await moveHouse({ Preview: previewed.Preview });
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      409,
      "preview-changed",
      await readPreview({}),
    ]);
    expect(await readInstallmentTotals()).toEqual(Array(12).fill(2500));
  });

  test("a move sends the house and its installments to a client that watches them", async () => {
    const { manager, moveHouse } = await openTwoFloors();
    const socket = await manager.openSocket();
    await socket.watch(["payment-schedule", "plot"]);
    assertOk(await moveHouse({}));
    await socket.waitFor(
      ({ changes }) =>
        changes.filter(({ resource }) => resource === "payment-schedule").length === 7 &&
        changes.some(({ resource, id }) => resource === "plot" && id === 1),
    );
  });

  const openShared = shareHarness((harness) => openTwoFloors({}, harness));

  test.each<[Body, string]>([
    [{ TypeID: 99 }, "TypeID"],
    [{ TypeID: undefined }, "TypeID"],
    [{ FloorID: 99 }, "FloorID"],
    [{ FromMonth: 0 }, "FromMonth"],
    [{ FromYear: 1999 }, "FromYear"],
  ])("a move with %j is refused with an error at its field and changes nothing", async (change, field) => {
    const { admin, moveHouse, rows } = await openShared();
    const { status, body } = await moveHouse(change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(await admin.list(paymentSchedule)).toEqual(rows);
  });

  test("a move to the current floor is refused, and a clerk or resident cannot move a house", async () => {
    const { ali, clerk, groundFloorId, moveHouse, moveForm } = await openTwoFloors();
    expect((await moveHouse({ FloorID: groundFloorId })).body.errors).toEqual({ FloorID: "This changes nothing" });
    for (const person of [clerk, ali]) expect((await person.post("/plot/1/move", moveForm)).status).toBe(403);
  });
});

test("the floor of a house can be edited only if that does not change its charges", async () => {
  const { admin, createPlan, createPlot, createSchedule, society } = await openHarness();
  const { FloorID } = society.floors.first;
  const unchargedPlot = await createPlot();
  parseRecord(plot, await admin.put(`/plot/${unchargedPlot.PlotID}`, { ...unchargedPlot, FloorID }));
  await createSchedule();
  const [house] = await admin.list(plot);
  const refused = await admin.put("/plot/1", { ...house, FloorID });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["FloorID"]]);
  const sheet = `House No,Category,Type,Floor,Owner\nA-1,A,${house?.TypeName},First,Ali\n`;
  const imported = await postImport(admin, "plots", sheet);
  expect(imported.body.data).toMatchObject({ updated: 0, refused: [{ reason: expect.stringContaining("use Move") }] });
  await createPlan({ FloorID });
  parseRecord(plot, await admin.put("/plot/1", { ...house, FloorID }));
});

test("the floor of a house cannot be edited or imported while its plan would add a penalty at once", async () => {
  const plan = { FloorRate: 2500, DueOnDay: 1, IsPenaltyApply: true, PenaltyAmount: 500 };
  const { admin, moveForm } = await openTwoFloors(plan);
  const [house] = await admin.list(plot);
  const edit = () => admin.put("/plot/1", { ...house, FloorID: moveForm.FloorID });
  expect(await edit()).toMatchObject({ status: 400, body: { details: { FloorID: { code: "floor-changes-charge" } } } });
  const sheet = `House No,Category,Type,Floor,Owner\nA-1,A,${house?.TypeName},First,Ali Raza\n`;
  const imported = await postImport(admin, "plots", sheet);
  expect(imported.body.data).toMatchObject({ updated: 0, refused: [{ reason: expect.stringContaining("use Move") }] });
  await createReceipt(admin, { AmountPaid: 11 * 2500 });
  assertOk(await edit());
});

test("an installment keeps its due day in a move if its penalty has fallen due but was not applied yet", async () => {
  const { admin, clock, createPlan, createSchedule, society } = await openHarness();
  const month = { StartMonth: 11, EndMonth: 11 };
  await createSchedule({ ...month, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
  const { FloorID } = society.floors.first;
  await createPlan({ ...month, FloorID, DueOnDay: 28 });
  clock.set("2026-11-16T07:00:00Z");
  const [firstHouse] = await admin.list(plot);
  parseRecord(plot, await admin.put("/plot/1", { ...firstHouse, FloorID }));
  const moveForm = { TypeID: society.sanaPlot.TypeID, FloorID, FromMonth: 11, FromYear: 2026 };
  assertOk(await admin.post(`/plot/${society.sanaPlot.PlotID}/move`, moveForm));
  const withPenalty = { PaymentPlanID: 2, DueDate: "2026-11-10", PenaltyAmount: 200, PenaltyApplied: 1 };
  expect(await admin.list(paymentSchedule)).toMatchObject([withPenalty, withPenalty]);
});

test("an edit or import of a floor with the same charges gives the months from this one on its plan, due day and penalty", async () => {
  const harness = await openTwoFloors({ FloorRate: 2500, DueOnDay: 25, IsPenaltyApply: true, PenaltyAmount: 300 });
  const { admin, portal, plans, rows } = harness;
  const [groundPlanId, firstPlanId] = plans.map(({ plan }) => plan.PaymentPlanID);
  // The receipt pays the installments up to November, which therefore keeps its due date.
  await createReceipt(admin, { AmountPaid: 10 * 2500 + 100 });
  const readInstallmentsFromOctober = async () =>
    (await admin.list(paymentSchedule, "?plot=1"))
      .slice(9)
      .map((row) => [row.DueDate.slice(5), row.PaymentPlanID, row.InstallmentNumber, row.PenaltyAmount]);
  const [house] = await admin.list(plot);
  parseRecord(plot, await admin.put("/plot/1", { ...house, FloorID: harness.moveForm.FloorID }));
  const moved = [
    ["10-10", groundPlanId, 10, 0],
    ["11-10", firstPlanId, 8, 0],
    ["12-25", firstPlanId, 9, 300],
  ];
  expect(await readInstallmentsFromOctober()).toEqual(moved);
  const sheet = `House No,Category,Type,Floor,Owner\nA-1,A,${house?.TypeName},Ground,Ali Raza\n`;
  expect(await runImport(admin, "plots?dryRun=1", sheet)).toMatchObject({ updated: 1, refused: [] });
  expect(await readInstallmentsFromOctober()).toEqual(moved);
  const { ImportBatchID, updated } = await runImport(admin, "plots", sheet);
  expect(updated).toBe(1);
  expect(await readInstallmentsFromOctober()).toEqual(
    rows.slice(9, 12).map((row) => [row.DueDate.slice(5), groundPlanId, row.InstallmentNumber, 0]),
  );
  // Money for an installment that the import has moved does not prevent the undo.
  await createReceipt(admin, { AmountPaid: 100 });
  assertOk(await admin.post(`/import/plots/${ImportBatchID}/undo`));
  expect(await readInstallmentsFromOctober()).toEqual(moved);
  expect(await admin.list(adjustment)).toEqual([]);
  expect(await portal.checkTotals()).toEqual([]);
});

/**
 * with Rs 2,500 for each month of 2026, and a plan of the first floor with Rs 3,000 for April 2026 to March
 * 2027.
 */
async function openTwoFloors(firstFloor: Body = {}, sharedHarness?: Harness) {
  const harness = sharedHarness ?? (await openHarness());
  const { admin, createPlan, createSchedule, society } = harness;
  const { aliPlot, floors } = society;
  const schedule = await createSchedule();
  const period = { StartMonth: 4, EndMonth: 3, EndYear: 2027 };
  const firstFloorPlan = await createPlan({
    FloorID: floors.first.FloorID,
    FloorRate: 3000,
    ...period,
    ...firstFloor,
  });
  const moveForm = { TypeID: aliPlot.TypeID, FloorID: floors.first.FloorID, FromMonth: 6, FromYear: 2026 };
  return {
    ...harness,
    moveForm,
    groundFloorId: aliPlot.FloorID,
    plans: [schedule, firstFloorPlan] as const,
    rows: schedule.rows,
    moveHouse: (change: Body) => admin.post(`/plot/${aliPlot.PlotID}/move`, { ...moveForm, ...change }),
    readPreview: async (change: Body) =>
      z
        .looseObject({ Preview: z.string() })
        .parse(assertOk(await admin.post("/plot/1/move?dryRun=1", { ...moveForm, ...change })).body.data),
    /** The rupees of each installment of A-1 with the charges that were added to it. */
    readInstallmentTotals: async () => {
      const rows = await admin.list(paymentSchedule, "?plot=1");
      const charges = (await admin.list(adjustment)).filter(({ Kind }) => Kind === "charge");
      return rows.map(({ Amount, PaymentScheduleID: id }) =>
        charges.reduce((sum, row) => sum + (row.PaymentScheduleID === id ? row.Amount : 0), Amount),
      );
    },
    readBalance: async () =>
      z.object({ due: z.number() }).parse(assertOk(await admin.get("/plot/1/balance")).body.data).due,
  };
}
