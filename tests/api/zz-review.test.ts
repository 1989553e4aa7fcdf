import { expect, inject, test } from "vitest";
import { connect } from "../../server/database.ts";
import { makeLog } from "../../server/kernel/log.ts";
import { openOffice } from "../../server/office.ts";
import { checkBooks } from "../../server/ground/check-books.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { settleHouse } from "../../shared/domain/credit.ts";
import { plot } from "../../shared/resources/plot.ts";
import { world } from "../world/world.ts";

const runs = Number(process.env.RUNS ?? 1);
for (let run = 0; run < runs; run++)
test(`fuzz ${run}`, async () => {
  const root = await connect(inject("mongoUri"), "admin");
  const names0 = new Set((await root.getClient().db("admin").admin().listDatabases()).databases.map((d) => d.name));
  const w = await world();
  const mine = (await root.getClient().db("admin").admin().listDatabases()).databases.map((d) => d.name).find((n) => n.startsWith("world-") && !names0.has(n));
  const office = await openOffice({ uri: inject("mongoUri"), name: mine ?? "", now: w.clock.now, log: makeLog("silent") });
  const { admin, portal, aPlot, aPlan, aRate, clock, society } = w;
  const elsewhereServer = await portal.another();
  const elsewhere = elsewhereServer.person("admin");
  await Promise.all([admin.token(), elsewhere.token()]);
  const houses = [await aPlot(), await aPlot(), await aPlot()];
  const terms = { StartMonth: 8, EndMonth: 12, IsPenaltyApply: true, PenaltyAmount: 99.95, GracePeriodDays: 5, FloorRate: 1000 };
  const rate = await aRate(terms);
  const statuses = new Map<string, number>();
  const rnd = (n: number) => Math.floor(Math.random() * n);
  const pick = <T,>(list: readonly T[]): T | undefined => list[rnd(list.length)];
  const who = () => (rnd(2) ? admin : elsewhere);
  let receipts: number[] = [];
  let rows: number[] = [];
  let plans: number[] = [];
  const day = () => `2026-${["08", "09", "10", "11"][rnd(4)]}-${String(1 + rnd(28)).padStart(2, "0")}`;
  const form = () => ({ HouseNo: pick(houses)?.HouseNo, AmountPaid: [1000, 1099.95, 333.33, 2500, 5200, 0.01][rnd(6)], PaymentDate: day(), PaymentMethod: "Cash" });
  const ops: Record<string, () => Promise<{ status: number; body: unknown }> | Promise<void>> = {
    receive: () => who().post("/payment-receipt", form()),
    receive2: () => who().post("/payment-receipt", form()),
    edit: () => who().put(`/payment-receipt/${pick(receipts) ?? 1}`, form()),
    void: () => who().delete(`/payment-receipt/${pick(receipts) ?? 1}`),
    tick: () => who().put(`/payment-schedule/${pick(rows) ?? 1}`, { IsPaid: 1 }),
    untick: () => who().put(`/payment-schedule/${pick(rows) ?? 1}`, { IsPaid: 0 }),
    plan: () => who().post("/payment-plan", { RateID: rate.RateID }),
    generate: () => who().post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plans.at(-1) ?? 1, PlotIDs: houses.filter(() => rnd(2)).map((h) => h.PlotID).concat(houses[0]?.PlotID ?? 0) }),
    revoke: () => who().delete(`/payment-plan/${plans.at(-1) ?? 1}`),
    floor: () => { const h = pick(houses); return who().put(`/plot/${h?.PlotID}`, { ...h, FloorID: rnd(5) === 0 ? society.floors.first.FloorID : society.ali.FloorID, Version: undefined }); },
    jobs: () => (rnd(2) ? portal.runJobs() : elsewhereServer.runJobs()),
    day: async () => { clock.pass(24 * 60 * rnd(4)); await portal.runJobs(); },
    inactive: () => who().put(`/service-rate/${rate.RateID}`, { ...rate, IsActive: rnd(3) > 0, Version: undefined }),
    delplot: () => who().delete(`/plot/${pick(houses)?.PlotID}`),
  };
  clock.set("2026-09-12T18:58:00Z");
  for (let round = 0; round < 30; round++) {
    receipts = (await admin.list(paymentReceipt)).map((r) => r.PaymentReceiptID);
    rows = (await admin.list(paymentSchedule)).map((r) => r.PaymentScheduleID);
    plans = (await admin.list(paymentPlan)).map((r) => r.PaymentPlanID);
    const weights = ["receive","receive","receive","edit","edit","void","void","tick","tick","tick","untick","untick","generate","generate","jobs","floor"];
    if (plans.length === 0) await admin.post("/payment-plan", { RateID: rate.RateID });
    if (round % 3 === 2) weights.push("revoke", "inactive", "delplot", "plan");
    const names = Array.from({ length: 16 }, () => pick(weights) ?? "receive");
    if (round < 3) await admin.put(`/service-rate/${rate.RateID}`, { ...rate, IsActive: true, Version: undefined });
    if (rnd(3) === 0) { clock.pass(24 * 60 * (1 + rnd(12))); names.push("jobs"); }
    else if (rnd(2)) { const t = clock.now().toISOString().slice(0, 10); clock.set(t + "T18:59:59Z"); setTimeout(() => clock.pass(1), 40); }
    await Promise.all([admin.token(), elsewhere.token()]);
    await Promise.all(names.map(async (name) => {
      const answer = await ops[name]?.();
      if (answer) {
        const key = `${name} ${answer.status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
        if (answer.status >= 500) console.log(name, JSON.stringify(answer.body));
      }
    }));
    await new Promise((r) => setTimeout(r, 45));
    await portal.runJobs();
    const told = await w.atWork(async (tx) => {
      const bad: string[] = [];
      for (const row of await tx.find(paymentSchedule, {})) {
        const due = row.Amount + (row.PenaltyApplied ? row.PenaltyAmount : 0);
        if ((row.IsPaid === 1) !== (row.AmountReceived >= due)) bad.push(`paid ${JSON.stringify(row)}`);
        if (row.AmountReceived > due) bad.push(`over ${JSON.stringify(row)}`);
        if ((row.PaidDate !== null) !== (row.IsPaid === 1)) bad.push(`date ${JSON.stringify(row)}`);
        if ((row.TickedDate !== null) !== (row.TickedAmount > 0)) bad.push(`tick ${JSON.stringify(row)}`);
        if (row.TickedAmount > row.AmountReceived) bad.push(`ticked ${JSON.stringify(row)}`);
        if (!(await tx.first(plot, { PlotID: row.PlotID }))) bad.push("plot gone");
        if (!(await tx.first(paymentPlan, { PaymentPlanID: row.PaymentPlanID }))) bad.push("plan gone");
      }
      const all = await tx.find(paymentReceipt, {});
      for (const h of houses) {
        const out = settleHouse({ rows: await tx.find(paymentSchedule, { PlotID: h.PlotID }), receipts: all.filter((r) => r.PlotID === h.PlotID && r.VoidedAt === null), today: tx.today });
        if (out.rows.length + out.receipts.length > 0) bad.push(`unsettled ${JSON.stringify(out)}`);
      }
      for (const r of all) if (!(await tx.first(plot, { PlotID: r.PlotID }))) bad.push("plot of receipt gone");
      return bad;
    });
    expect(told).toEqual([]);
    expect((await check()).differences).toEqual([]);
  }
  await office.close();
  await root.close();
  console.log(JSON.stringify(Object.fromEntries([...statuses].sort())));
  async function check() {
    return checkBooks(office.store);
  }
}, 300_000);
