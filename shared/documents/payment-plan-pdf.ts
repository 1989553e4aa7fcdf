import { english } from "./locale.ts";
import { installmentTable, type PlanDocument, plotTable, rateTable } from "./payment-plan.ts";
import { createPdfDocument, type Letterhead } from "./pdf-document.ts";

/** A payment plan: what it charges, when, and whom. */
export function createPlanPdf(plan: PlanDocument, letterhead: Letterhead): Uint8Array<ArrayBuffer> {
  const { t } = letterhead.locale ?? english;
  const { PaymentPlanName: title, Description: subtitle } = plan.PaymentPlan;
  const paper = createPdfDocument({ ...letterhead, title, subtitle, label: t("Payment plan") });
  paper.heading(t("Installments"));
  paper.table(installmentTable(plan, t));
  paper.heading(t("Service rates"));
  paper.table(rateTable(plan, t));
  paper.heading(plan.Plots.length === 1 ? t("1 plot") : t("{count} plots", { count: plan.Plots.length }));
  if (plan.Plots.length === 0) paper.note(t("No plot has this type, category and floor yet."));
  else paper.table(plotTable(plan, t));
  return paper.toBytes();
}
