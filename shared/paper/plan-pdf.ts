import { english } from "./language.ts";
import { type Letterhead, openPaper } from "./paper.ts";
import { installmentTable, type PlanPaper, plotTable, rateTable } from "./plan.ts";

/** A payment plan: what it charges, when, and whom. */
export function makePlanPdf(plan: PlanPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { say } = letterhead.language ?? english;
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const paper = openPaper({ ...letterhead, title, subtitle, label: say("Payment plan") });
  paper.heading(say("Installments"));
  paper.table(installmentTable(plan, say));
  paper.heading(say("Service rates"));
  paper.table(rateTable(plan, say));
  paper.heading(plan.Plots.length === 1 ? say("1 plot") : say("{count} plots", { count: plan.Plots.length }));
  if (plan.Plots.length === 0) paper.note(say("No plot has this type, category and floor yet."));
  else paper.table(plotTable(plan, say));
  return paper.bytes();
}
