import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import type { Person } from "./person.ts";
import { accepted, recordIn } from "./reply.ts";
import type { Society } from "./society.ts";

type Plot = Partial<InputOf<typeof plot>>;
type Rate = Partial<InputOf<typeof serviceRate>>;

export interface Plan {
  rate: RecordOf<typeof serviceRate>;
  plan: RecordOf<typeof paymentPlan>;
}

export interface Schedule extends Plan {
  rows: RecordOf<typeof paymentSchedule>[];
}

/** Makes things as the administrator does; what is left out is as for the residents' plots. */
export function makeBuilders({ admin, society }: { admin: Person; society: Society }) {
  let made = 0;
  return { aPlot, aRate, aPlan, aSchedule };

  async function aPlot(values: Plot = {}): Promise<RecordOf<typeof plot>> {
    const { CategoryID, TypeID, FloorID } = society.ali;
    const usual = { HouseNo: `N-${++made}`, OwnerName: "Nadia", CategoryID, TypeID, FloorID };
    return recordIn(plot, await admin.post("/plot", { ...usual, ...values }));
  }

  /** Rs 2,500 a month for all of 2026, due on the 10th. */
  async function aRate(values: Rate = {}): Promise<RecordOf<typeof serviceRate>> {
    return recordIn(serviceRate, await admin.post("/service-rate", { ...usualRate(society), ...values }));
  }

  async function aPlan(values: Rate = {}): Promise<Plan> {
    const rate = await aRate(values);
    const plan = recordIn(paymentPlan, await admin.post("/payment-plan", rate));
    return { rate, plan };
  }

  /** A schedule from a plan of its own, for the residents' plots unless others are named. */
  async function aSchedule({ plots, ...values }: Rate & { plots?: readonly number[] } = {}): Promise<Schedule> {
    const { rate, plan } = await aPlan(values);
    const { RateID } = rate;
    const { PaymentPlanID } = plan;
    const PlotIDs = plots ?? [society.ali.PlotID, society.sana.PlotID];
    accepted(await admin.post("/payment-schedule", { RateID, PaymentPlanID, PlotIDs }));
    return { rate, plan, rows: await admin.list(paymentSchedule, `?PaymentPlanID=${PaymentPlanID}`) };
  }
}

/** What the form of a service charge sends. */
export function usualRate({ ali }: Society): InputOf<typeof serviceRate> {
  return {
    StartMonth: 1,
    StartYear: 2026,
    EndMonth: 12,
    EndYear: 2026,
    PlotTypeID: ali.TypeID,
    PlotCategoryID: ali.CategoryID,
    FloorID: ali.FloorID,
    FloorRate: 2500,
  };
}
