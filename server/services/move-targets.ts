import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";
import { planRevision, type RevisionTarget, termsByMonth } from "./revision.ts";

/* A house moves to other payment plans when its type or floor changes. Its category never changes. */

/** Whether the charges of the house from the current month on differ with its new type and floor. */
export async function changesCharge(tx: Transaction, house: Plot): Promise<boolean> {
  const { targets, uncoveredMonths, duplicateMonths } = await readMoveTargets(tx, house, tx.today.slice(0, 7));
  if (uncoveredMonths.length > 0 || duplicateMonths.length > 0) return true;
  return (await planRevision(tx, targets)).some(({ before, after }) => before !== after);
}

/**
 * The installments of the house from this month on, with the terms of the plans of its type and floor.
 * `uncoveredMonths` are the months without such a plan, `duplicateMonths` the months that are charged twice.
 */
export async function readMoveTargets(
  tx: Transaction,
  { PlotID, TypeID, CategoryID, FloorID }: Plot,
  from: string,
): Promise<{ targets: RevisionTarget[]; uncoveredMonths: string[]; duplicateMonths: string[] }> {
  const rows = await tx.find(paymentSchedule, { PlotID, BillingMonth: where({ $gte: from }) });
  const duplicateMonths = rows.filter(({ IsDuplicate }) => IsDuplicate === 1).map(({ BillingMonth }) => BillingMonth);
  const rates = await tx.find(serviceRate, {
    PlotTypeID: TypeID,
    PlotCategoryID: CategoryID,
    FloorID,
    IsActive: true,
  });
  const terms = new Map(
    rates.flatMap((rate) => (rate.PaymentPlanID === null ? [] : [...termsByMonth(rate, rate.PaymentPlanID)])),
  );
  const targets: RevisionTarget[] = [];
  const uncoveredMonths: string[] = [];
  for (const row of rows) {
    const monthTerms = terms.get(row.BillingMonth);
    if (monthTerms) targets.push({ row, terms: monthTerms });
    else uncoveredMonths.push(row.BillingMonth);
  }
  return { targets, uncoveredMonths, duplicateMonths };
}
