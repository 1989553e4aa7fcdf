import { type Letterhead, openPaper } from "./paper.ts";
import { installmentTable, type PlanPaper, plotTable, rateTable } from "./plan.ts";

/** A payment plan: what it charges, when, and whom. */
export function makePlanPdf(plan: PlanPaper, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const paper = openPaper({ ...letterhead, title, subtitle, label: "Payment plan" });
  paper.heading("Installments");
  paper.table(installmentTable(plan));
  paper.heading("Service rates");
  paper.table(rateTable(plan));
  paper.heading(plan.Plots.length === 1 ? "1 plot" : `${plan.Plots.length} plots`);
  if (plan.Plots.length === 0) paper.note("No plot has this type, category and floor yet.");
  else paper.table(plotTable(plan));
  return paper.bytes();
}
