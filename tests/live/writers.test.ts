import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { world } from "../world/world.ts";

test("a script that has no door is heard all the same", async () => {
  const { manager, atWork, society } = await world();
  const listener = await manager.socket();
  await listener.watch(["plot"]);
  await atWork(async (tx) => tx.update(plot, await tx.get(plot, society.ali.PlotID), { OwnerName: "Ali Raza" }));
  await listener.until(({ changes }) => changes.length > 0);
  expect(listener.heard.changes).toMatchObject([{ by: "Office", record: { OwnerName: "Ali Raza", Version: 2 } }]);
});

test("what is written at one server is heard at the other, and a cursor of the one is good at the other", async () => {
  const { portal, aPlot, manager } = await world();
  const there = await portal.another();
  const elsewhere = await there.person("manager").socket();
  await elsewhere.watch(["plot"]);
  await aPlot({ HouseNo: "B-1" });
  await elsewhere.until(({ changes }) => changes.length > 0);
  const { cursor } = elsewhere;
  elsewhere.close();
  await aPlot({ HouseNo: "B-2" });

  const here = await manager.socket({ cursor });
  await here.watch(["plot"]);
  await here.quiet();
  expect(here.heard.changes).toMatchObject([{ record: { HouseNo: "B-2" } }]);
  expect(here.heard.resyncs).toEqual([]);
});

test("several changes of one transaction come as one event, in their order", async () => {
  const { manager, aPlan } = await world();
  const listener = await manager.socket();
  await listener.watch(["service-rate", "payment-plan"]);
  const { rate, plan } = await aPlan();
  await listener.quiet();
  const [made] = listener.heard.changes;
  expect(made).toMatchObject({ resource: "service-rate", record: { PaymentPlanID: null } });
  const planned = listener.heard.changes.slice(1);
  expect(planned.map(({ resource, id }) => [resource, id])).toEqual([
    ["payment-plan", plan.PaymentPlanID],
    ["service-rate", rate.RateID],
  ]);
  expect(listener.heard.events.some(({ changes }) => planned.every((change) => changes.includes(change)))).toBe(true);
});

test("a revoked plan and its schedule go in one event", async () => {
  const { manager, admin, aSchedule } = await world();
  const { plan, rows } = await aSchedule();
  const listener = await manager.socket();
  await listener.watch(["service-rate", "payment-plan", "payment-schedule"]);
  await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
  await listener.quiet();
  expect(listener.heard.events).toHaveLength(1);
  const gone = listener.heard.changes.filter(({ type }) => type === "delete");
  expect(gone).toHaveLength(rows.length + 1);
  expect(listener.heard.changes.filter(({ type }) => type === "upsert")).toMatchObject([
    { resource: "service-rate", record: { PaymentPlanID: null } },
  ]);
});

test("a name that others show is told again with them", async () => {
  const { manager, admin, society, aSchedule } = await world();
  await aSchedule();
  const listener = await manager.socket();
  await listener.watch(["plot", "service-rate", "payment-schedule"]);
  const { CategoryID } = society.categories.A;
  await admin.put(`/plot-category/${CategoryID}`, { CategoryName: "Alpha" });
  await listener.quiet();
  const told = listener.heard.changes.map(({ record }) => record);
  const read = [await manager.list(plot), await manager.list(serviceRate), await manager.list(paymentSchedule)].flat();
  expect(read).toHaveLength(2 + 1 + 24);
  expect(told).toEqual(expect.arrayContaining(read));
  expect(told).toHaveLength(read.length);
  expect(new Set(read.map(({ CategoryName }) => CategoryName))).toEqual(new Set(["Alpha"]));
});

test("an owner's new name shows in the schedule, for the owner only", async () => {
  const { ali, sana, admin, society, aSchedule } = await world();
  const { rows } = await aSchedule();
  const [his, hers] = [await ali.socket(), await sana.socket()];
  for (const listener of [his, hers]) await listener.watch(["payment-schedule"]);
  await admin.put(`/plot/${society.ali.PlotID}`, { ...society.ali, OwnerName: "Ali Raza" });
  await his.quiet();
  await hers.quiet();
  expect(his.heard.changes).toHaveLength(rows.length / 2);
  expect(his.heard.changes.every(({ record }) => record?.OwnerName === "Ali Raza")).toBe(true);
  expect(hers.heard.changes).toEqual([]);
});
