import { expect, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { postImport } from "../harness/imports.ts";
import { assertOk } from "../harness/reply.ts";

const { ali, sana, admin, society, createPlan, createSchedule, createPlot, grant, changeUser } =
  await openSharedHarness();
await createPlot();
const { rows } = await createSchedule();
const sanaRow = rows.find(({ PlotID }) => PlotID === society.sanaPlot.PlotID);

test("a resident reads only rows of the resident's plots, with the same content as an administrator", {
  tags: "requirement-2",
}, async () => {
  const { PlotID } = society.aliPlot;
  expect(await ali.list(plot)).toEqual(await admin.list(plot, `?PlotID=${PlotID}`));
  expect(await ali.list(paymentSchedule)).toEqual(await admin.list(paymentSchedule, `?PlotID=${PlotID}`));
  expect(await sana.list(plot)).toMatchObject([{ HouseNo: "A-2" }]);
});

test("a request for another resident's row gets the same reply as for an unknown row", {
  tags: "requirement-2",
}, async () => {
  const paths = [
    [`/plot/${society.sanaPlot.PlotID}`, "/plot/999999"],
    [`/payment-schedule/${sanaRow?.PaymentScheduleID}`, "/payment-schedule/999999"],
  ] as const;
  for (const [otherPath, unknownPath] of paths) {
    const [otherReply, unknownReply] = [await ali.get(otherPath), await ali.get(unknownPath)];
    expect(otherReply.status).toBe(404);
    expect([otherReply.status, otherReply.body]).toEqual([unknownReply.status, unknownReply.body]);
  }
});

test("a resident cannot change or delete another resident's row, with any permission", {
  tags: "requirement-2",
}, async () => {
  for (const action of ["Update", "Delete"] as const)
    await grant({ role: "Resident", page: "/society-management?tab=plots", action });
  await grant({ role: "Resident", page: "/payment-management?tab=payment-schedule", action: "Update" });
  const { PlotID } = society.sanaPlot;
  expect((await ali.put(`/plot/${PlotID}`, { ...society.sanaPlot, OwnerName: "Ali" })).status).toBe(404);
  expect((await ali.put("/plot", { ...society.sanaPlot, Version: 99 })).status).toBe(404);
  expect((await ali.delete(`/plot/${PlotID}`)).status).toBe(404);
  expect((await ali.put(`/payment-schedule/${sanaRow?.PaymentScheduleID}`, { IsPaid: 1 })).status).toBe(404);
  assertOk(await ali.put(`/plot/${society.aliPlot.PlotID}`, { ...society.aliPlot, OwnerName: "Ali Raza" }));
  expect(await admin.list(plot, `?PlotID=${PlotID}`)).toMatchObject([{ OwnerName: "Sana", Version: 1 }]);
});

test("a resident without a plot reads no rows, and a resident with two plots reads the rows of both", {
  tags: "requirement-2",
}, async () => {
  await changeUser("ali", { PlotIDs: [] });
  expect([await ali.list(plot), await ali.list(paymentSchedule)]).toEqual([[], []]);
  await changeUser("ali", { PlotIDs: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
  expect(await ali.list(paymentSchedule)).toHaveLength(24);
  await changeUser("ali", { PlotIDs: [society.aliPlot.PlotID] });
});

test("every resource with a plot and a list, except users, declares the plot field that restricts residents", {
  tags: "requirement-2",
}, () => {
  const resourcesWithoutPlotField = resources.filter((resource) => {
    const hasPlot =
      resource.idField === "PlotID" || [...resource.fields.values()].some(({ target }) => target?.name === "plot");
    return hasPlot && resource.plotField === undefined && resource.verbs.includes("list");
  });
  expect(resourcesWithoutPlotField.map(({ name }) => name)).toEqual(["users"]);
});

test("a resident cannot generate a schedule for another resident's plot, and the refusal equals that for an unknown plot", {
  tags: "requirement-2",
}, async () => {
  const hiddenPlot = await createPlot({ HouseNo: "Hidden-1", CategoryID: society.categories.B.CategoryID });
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "GeneratePaymentSchedule" });
  const { rate, plan } = await createPlan({ StartYear: 2027, EndYear: 2027 });
  const generateSchedule = (PlotIDs: number[]) =>
    ali.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
  const unknownPlotReply = await generateSchedule([999_999]);
  expect(unknownPlotReply.status).toBe(400);
  for (const PlotID of [hiddenPlot.PlotID, society.sanaPlot.PlotID]) {
    const { status, body } = await generateSchedule([PlotID]);
    expect({ status, body }).toEqual({ status: unknownPlotReply.status, body: unknownPlotReply.body });
  }
});

test("the details of a plan show a resident only the resident's own plots", { tags: "requirement-2" }, async () => {
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "ViewPaymentPlan" });
  const { plan } = await createPlan({ StartYear: 2028, EndYear: 2028 });
  const { status, body } = await ali.get(`/payment-plan-full/${plan.PaymentPlanID}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain("A-1");
  expect(JSON.stringify(body)).not.toContain("A-2");
});

test("a resident cannot revoke a plan that charges another resident's plot, with any permission", async () => {
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "RevokePaymentPlan" });
  const scheduleOfBoth = await createSchedule({ StartYear: 2029, EndYear: 2029 });
  const scheduleOfAli = await createSchedule({ StartYear: 2030, EndYear: 2030, plots: [society.aliPlot.PlotID] });
  const { status, body } = await ali.delete(`/payment-plan/${scheduleOfBoth.plan.PaymentPlanID}`);
  expect([status, JSON.stringify(body)]).toEqual([403, expect.not.stringContaining("A-2")]);
  expect(await admin.list(paymentSchedule, `?plan=${scheduleOfBoth.plan.PaymentPlanID}`)).toEqual(scheduleOfBoth.rows);
  assertOk(await ali.delete(`/payment-plan/${scheduleOfAli.plan.PaymentPlanID}`));
});

test("the refusal to delete a category names no plot of another resident", async () => {
  await grant({ role: "Resident", page: "/society-management?tab=plot-category", action: "Delete" });
  const { body } = await ali.delete(`/plot-category/${society.categories.B.CategoryID}`);
  expect(JSON.stringify(body)).not.toContain("Hidden-1");
  expect(body).toMatchObject({ success: false });
});

test("a resident cannot import a spreadsheet, because its rows concern all plots", async () => {
  for (const action of ["Add", "Update"] as const)
    await grant({ role: "Resident", page: "/society-management?tab=plots", action });
  const body = "HouseNo,Category,Type,Floor,OwnerName\nA-2,A,Residential,Ground,Ali\n";
  for (const path of ["plots", "plots?dryRun=1"]) expect((await postImport(ali, path, body)).status).toBe(403);
  expect(await sana.list(plot)).toMatchObject([{ OwnerName: "Sana" }]);
});

test("a request with a known idempotency key returns no data of a plot that no longer belongs to the resident", {
  tags: "requirement-2",
}, async () => {
  const page = "/payment-management?tab=payment-receipt";
  await grant({ role: "Resident", page, action: "Add" });
  const { HouseNo, PlotID } = society.aliPlot;
  const receiptForm = { HouseNo, AmountPaid: 10, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };
  const post = () =>
    ali.send({ method: "POST", path: "/payment-receipt", body: receiptForm, headers: { "idempotency-key": "own-1" } });
  const firstReply = assertOk(await post());
  expect((await post()).body).toEqual(firstReply.body);
  await changeUser("ali", { PlotIDs: [society.sanaPlot.PlotID] });
  const repeated = await post();
  expect([repeated.status, repeated.body.data]).toEqual([422, undefined]);
  await changeUser("ali", { PlotIDs: [PlotID] });
  expect((await post()).body).toEqual(firstReply.body);
});
