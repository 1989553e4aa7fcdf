
import { expect, test } from "vitest";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { accepted } from "../world/reply.ts";
import { world } from "../world/world.ts";

test("scale", async () => {
  const count = Number(process.env.PLOTS ?? 5000);
  const w = await world();
  const { admin, society, clock, portal, aPlan, grant } = w;
  const { CategoryID, TypeID, FloorID } = society.ali;
  const PlotIDs: number[] = [];
  for (let at = 0; at < count; at += 5000) {
    const rows = await w.atWork((tx) => tx.insertMany(plot, Array.from({ length: Math.min(5000, count - at) }, (_, n) => ({ HouseNo: `P-${at + n}`, CategoryID, TypeID, FloorID, OwnerName: "x", LandlineNo: "", MobileNo: "", EmailID: "", IsPlotOnly: false }))));
    PlotIDs.push(...rows.map((r) => r.PlotID));
  }
  const months = Number(process.env.MONTHS ?? 12);
  const { rate, plan } = await aPlan({ StartMonth: 12, StartYear: 2026, EndMonth: 12, EndYear: 2026, ...(months > 1 ? { EndYear: 2026 + Math.floor((11 + months - 1) / 12), EndMonth: ((11 + months - 1) % 12) + 1 } : {}), IsPenaltyApply: true, PenaltyAmount: 100 });
  let t = Date.now();
  const answer = await admin.post("/payment-schedule", { RateID: rate.RateID, PaymentPlanID: plan.PaymentPlanID, PlotIDs });
  console.log("generate", answer.status, JSON.stringify(answer.body).slice(0, 300), Date.now() - t, "ms", Math.round(process.memoryUsage().rss / 1e6), "MB");
  if (process.env.JOBS) {
    clock.set("2035-11-15T07:00:00Z");
    t = Date.now();
    const peak = { rss: 0 };
    const timer = setInterval(() => { peak.rss = Math.max(peak.rss, process.memoryUsage().rss); }, 50);
    await portal.runJobs();
    clearInterval(timer);
    console.log("job", Date.now() - t, "ms", Math.round(peak.rss / 1e6), "MB");
    t = Date.now();
    const revoked = await admin.delete(`/payment-plan/${plan.PaymentPlanID}`);
    console.log("revoke", revoked.status, JSON.stringify(revoked.body).slice(0, 200), Date.now() - t, "ms");
  }
}, 400_000);
