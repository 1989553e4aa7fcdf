import { expect, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const { ali, sana, admin, society, createPlan, createSchedule, createPlot, grant, changeUser } =
  await openSharedHarness();
await createPlot();
const { rows } = await createSchedule();
const sanaRow = rows.find(({ PlotID }) => PlotID === society.sana.PlotID);

test("a resident reads own rows only, and those as everybody reads them", { tags: "requirement-2" }, async () => {
  const { PlotID } = society.ali;
  expect(await ali.list(plot)).toEqual(await admin.list(plot, `?PlotID=${PlotID}`));
  expect(await ali.list(paymentSchedule)).toEqual(await admin.list(paymentSchedule, `?PlotID=${PlotID}`));
  expect(await sana.list(plot)).toMatchObject([{ HouseNo: "A-2" }]);
});

test("another's row answers like one that does not exist", { tags: "requirement-2" }, async () => {
  const addresses = [
    [`/plot/${society.sana.PlotID}`, "/plot/999999"],
    [`/payment-schedule/${sanaRow?.PaymentScheduleID}`, "/payment-schedule/999999"],
  ] as const;
  for (const [foreign, unknown] of addresses) {
    const [one, other] = [await ali.get(foreign), await ali.get(unknown)];
    expect(one.status).toBe(404);
    expect([one.status, one.body]).toEqual([other.status, other.body]);
  }
});

test("another's row is neither changed nor deleted, whatever the role may", { tags: "requirement-2" }, async () => {
  for (const action of ["Update", "Delete"] as const)
    await grant({ role: "Resident", page: "/society-management?tab=plots", action });
  await grant({ role: "Resident", page: "/payment-management?tab=payment-schedule", action: "Update" });
  const { PlotID } = society.sana;
  expect((await ali.put(`/plot/${PlotID}`, { ...society.sana, OwnerName: "Ali" })).status).toBe(404);
  expect((await ali.put("/plot", { ...society.sana, Version: 99 })).status).toBe(404);
  expect((await ali.delete(`/plot/${PlotID}`)).status).toBe(404);
  expect((await ali.put(`/payment-schedule/${sanaRow?.PaymentScheduleID}`, { IsPaid: 1 })).status).toBe(404);
  assertOk(await ali.put(`/plot/${society.ali.PlotID}`, { ...society.ali, OwnerName: "Ali Raza" }));
  expect(await admin.list(plot, `?PlotID=${PlotID}`)).toMatchObject([{ OwnerName: "Sana", Version: 1 }]);
});

test("a resident without any plot reads nothing, and with both reads both", { tags: "requirement-2" }, async () => {
  await changeUser("ali", { PlotIDs: [] });
  expect([await ali.list(plot), await ali.list(paymentSchedule)]).toEqual([[], []]);
  await changeUser("ali", { PlotIDs: [society.ali.PlotID, society.sana.PlotID] });
  expect(await ali.list(paymentSchedule)).toHaveLength(24);
  await changeUser("ali", { PlotIDs: [society.ali.PlotID] });
});

test("every resource that holds a plot is kept to its owner", { tags: "requirement-2" }, () => {
  const open = resources.filter((resource) => {
    const holds =
      resource.idField === "PlotID" || [...resource.fields.values()].some(({ target }) => target?.name === "plot");
    return holds && resource.ownerField === undefined && resource.verbs.includes("list");
  });
  expect(open.map(({ name }) => name)).toEqual(["users"]);
});

test("another's house is neither charged nor named by a refusal, whatever the role may", {
  tags: "requirement-2",
}, async () => {
  const foreign = await createPlot({ HouseNo: "Hidden-1", CategoryID: society.categories.B.CategoryID });
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "GeneratePaymentSchedule" });
  const { rate, plan } = await createPlan({ StartYear: 2027, EndYear: 2027 });
  const charge = (PlotIDs: number[]) =>
    ali.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
  const unknown = await charge([999_999]);
  expect(unknown.status).toBe(400);
  for (const PlotID of [foreign.PlotID, society.sana.PlotID]) {
    const { status, body } = await charge([PlotID]);
    expect({ status, body }).toEqual({ status: unknown.status, body: unknown.body });
  }
});

test("the page of a plan names no house but the own", { tags: "requirement-2" }, async () => {
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "ViewPaymentPlan" });
  const { plan } = await createPlan({ StartYear: 2028, EndYear: 2028 });
  const { status, body } = await ali.get(`/payment-plan-full/${plan.PaymentPlanID}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain("A-1");
  expect(JSON.stringify(body)).not.toContain("A-2");
});

test("a plan that charges another's house is not revoked, whatever the role may", async () => {
  await grant({ role: "Resident", page: "/payment-management?tab=payment-plans", action: "RevokePaymentPlan" });
  const both = await createSchedule({ StartYear: 2029, EndYear: 2029 });
  const own = await createSchedule({ StartYear: 2030, EndYear: 2030, plots: [society.ali.PlotID] });
  const { status, body } = await ali.delete(`/payment-plan/${both.plan.PaymentPlanID}`);
  expect([status, JSON.stringify(body)]).toEqual([403, expect.not.stringContaining("A-2")]);
  expect(await admin.list(paymentSchedule, `?plan=${both.plan.PaymentPlanID}`)).toEqual(both.rows);
  assertOk(await ali.delete(`/payment-plan/${own.plan.PaymentPlanID}`));
});

test("who may delete a category learns from its refusal of no house but the own", async () => {
  await grant({ role: "Resident", page: "/society-management?tab=plot-category", action: "Delete" });
  const { body } = await ali.delete(`/plot-category/${society.categories.B.CategoryID}`);
  expect(JSON.stringify(body)).not.toContain("Hidden-1");
  expect(body).toMatchObject({ success: false });
});

test("a resident takes in no spreadsheet, as its rows are of all houses", async () => {
  for (const action of ["Add", "Update"] as const)
    await grant({ role: "Resident", page: "/society-management?tab=plots", action });
  const body = "HouseNo,Category,Type,Floor,OwnerName\nA-2,A,Residential,Ground,Ali\n";
  const headers = { "content-type": "text/csv" };
  for (const path of ["/import/plots", "/import/plots?dryRun=1"])
    expect((await ali.send({ method: "POST", path, body, headers })).status).toBe(403);
  expect(await sana.list(plot)).toMatchObject([{ OwnerName: "Sana" }]);
});

test("a repeat of a request tells nothing of a house that is no longer the resident's", {
  tags: "requirement-2",
}, async () => {
  const page = "/payment-management?tab=payment-receipt";
  await grant({ role: "Resident", page, action: "Add" });
  const { HouseNo, PlotID } = society.ali;
  const paid = { HouseNo, AmountPaid: 10, PaymentDate: "2026-11-15", PaymentMethod: "Cash" };
  const post = () =>
    ali.send({ method: "POST", path: "/payment-receipt", body: paid, headers: { "idempotency-key": "own-1" } });
  const first = assertOk(await post());
  expect((await post()).body).toEqual(first.body);
  await changeUser("ali", { PlotIDs: [society.sana.PlotID] });
  const again = await post();
  expect([again.status, again.body.data]).toEqual([422, undefined]);
  await changeUser("ali", { PlotIDs: [PlotID] });
  expect((await post()).body).toEqual(first.body);
});
