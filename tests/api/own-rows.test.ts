import { expect, test } from "vitest";
import { resources } from "../../shared/resources/index.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { accepted } from "../world/reply.ts";
import { sharedWorld } from "../world/world.ts";

const { ali, sana, admin, society, aSchedule, aPlot, grant, changeUser } = await sharedWorld();
await aPlot();
const { rows } = await aSchedule();
const hers = rows.find(({ PlotID }) => PlotID === society.sana.PlotID);

test("a resident reads own rows only, and those as everybody reads them", async () => {
  const { PlotID } = society.ali;
  expect(await ali.list(plot)).toEqual(await admin.list(plot, `?PlotID=${PlotID}`));
  expect(await ali.list(paymentSchedule)).toEqual(await admin.list(paymentSchedule, `?PlotID=${PlotID}`));
  expect(await sana.list(plot)).toMatchObject([{ HouseNo: "A-2" }]);
});

test("another's row answers like one that does not exist", async () => {
  const addresses = [
    [`/plot/${society.sana.PlotID}`, "/plot/999999"],
    [`/payment-schedule/${hers?.PaymentScheduleID}`, "/payment-schedule/999999"],
  ] as const;
  for (const [foreign, unknown] of addresses) {
    const [one, other] = [await ali.get(foreign), await ali.get(unknown)];
    expect(one.status).toBe(404);
    expect([one.status, one.body]).toEqual([other.status, other.body]);
  }
});

test("another's row is neither changed nor deleted, whatever the role may", async () => {
  for (const action of ["Update", "Delete"] as const)
    await grant({ role: "Resident", page: "/society-management?tab=plots", action });
  await grant({ role: "Resident", page: "/payment-management?tab=payment-schedule", action: "Update" });
  const { PlotID } = society.sana;
  expect((await ali.put(`/plot/${PlotID}`, { ...society.sana, OwnerName: "Ali" })).status).toBe(404);
  expect((await ali.put("/plot", { ...society.sana, Version: 99 })).status).toBe(404);
  expect((await ali.delete(`/plot/${PlotID}`)).status).toBe(404);
  expect((await ali.put(`/payment-schedule/${hers?.PaymentScheduleID}`, { IsPaid: 1 })).status).toBe(404);
  accepted(await ali.put(`/plot/${society.ali.PlotID}`, { ...society.ali, OwnerName: "Ali Raza" }));
  expect(await admin.list(plot, `?PlotID=${PlotID}`)).toMatchObject([{ OwnerName: "Sana", Version: 1 }]);
});

test("a resident without any plot reads nothing, and with both reads both", async () => {
  await changeUser("ali", { PlotIDs: [] });
  expect([await ali.list(plot), await ali.list(paymentSchedule)]).toEqual([[], []]);
  await changeUser("ali", { PlotIDs: [society.ali.PlotID, society.sana.PlotID] });
  expect(await ali.list(paymentSchedule)).toHaveLength(24);
  await changeUser("ali", { PlotIDs: [society.ali.PlotID] });
});

test("every resource that holds a plot is kept to its owner", () => {
  const open = resources.filter((resource) => {
    const holds =
      resource.id === "PlotID" || [...resource.fields.values()].some(({ target }) => target?.name === "plot");
    return holds && resource.own === undefined;
  });
  expect(open.map(({ name }) => name)).toEqual(["users"]);
});
