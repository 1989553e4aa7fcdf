import { penaltyApplies } from "../../shared/domain/schedule.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";
import {
  applyRevision,
  computeRevisions,
  getsNewDueDate,
  type InstallmentRevision,
  type RevisionTarget,
  termsByMonth,
} from "./revision.ts";

/* A house moves to other payment plans when its type or floor changes. Its category never changes. */

/**
 * Moves the installments of the house from the current month on to the plans of its new type and floor. Returns false,
 * and moves nothing, if that would change an amount or apply a penalty at once, or if a month has no plan or is charged
 * twice.
 */
export async function tryMoveWithoutCharge(tx: Transaction, house: Plot): Promise<boolean> {
  const { targets, uncoveredMonths, duplicateMonths } = await readMoveTargets(tx, house, tx.today.slice(0, 7));
  if (uncoveredMonths.length > 0 || duplicateMonths.length > 0) return false;
  const revisions = await computeRevisions(tx, targets);
  if (revisions.some(({ before, after }) => before !== after)) return false;
  const addsPenalty = targets.some(
    ({ row, terms }) => getsNewDueDate(row, tx.today) && penaltyApplies({ ...row, ...terms }, tx.today),
  );
  if (addsPenalty) return false;
  await applyMove(tx, revisions, "House moved to another floor");
  return true;
}

/** Moves the installments to their new plans. `reason` becomes the reason of the new adjustments. */
export async function applyMove(
  tx: Transaction,
  revisions: readonly InstallmentRevision[],
  reason: string,
): Promise<void> {
  // A concurrent revision, revocation or generation of these plans is retried.
  const plans = [...new Set(revisions.map(({ terms }) => terms.PaymentPlanID))];
  await tx.lockRows(paymentPlan, plans, "FloorID");
  await applyRevision(tx, revisions, reason);
}

/**
 * The installments of the house from this month (YYYY-MM) on, with the terms of the plans of its type and floor.
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
