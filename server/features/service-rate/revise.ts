import { addMonths, formatMonthYear, monthIndex, monthKey, type YearMonth } from "../../../shared/dates.ts";
import { type RevisionPreview, reviseServiceRate } from "../../../shared/endpoints/revision.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { Paisa } from "../../../shared/money.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plotCategory } from "../../../shared/resources/plot-category.ts";
import { type ServiceRate, serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { where } from "../../database/store.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { describePlan, insertPlan } from "../../services/payment-plans.ts";
import {
  applyRevision,
  assertPreviewUnchanged,
  computeRevisions,
  describeRevision,
  termsByMonth,
} from "../../services/revision.ts";

/** Changes the amount of a service charge and of its installments from a month on, or previews the change. */
export const reviseHandler = defineEndpointHandler(
  reviseServiceRate,
  async ({ ctx, params, query: { dryRun }, body: { FromMonth, FromYear, FloorRate, Preview } }) => {
    const id = parseId(serviceRate, params.RateID);
    const data = await ctx.withoutGroupCommit().transaction(async (tx): Promise<RevisionPreview> => {
      const rate = await tx.get(serviceRate, id);
      const from = { year: FromYear, month: FromMonth };
      assertRevisable(rate, { from, FloorRate });
      const rows = await readInstallments(tx, rate, from);
      const terms = termsByMonth({ ...rate, FloorRate }, rate.PaymentPlanID ?? 0);
      const revisions = await computeRevisions(
        tx,
        rows.flatMap((row) => {
          const monthTerms = terms.get(row.BillingMonth);
          return monthTerms ? { row, terms: monthTerms } : [];
        }),
      );
      const preview = await describeRevision(tx, revisions);
      if (dryRun) return preview;
      assertPreviewUnchanged(preview, Preview);
      const successor = await storeRevisedRate(tx, rate, { from, FloorRate });
      const successorTerms = termsByMonth(successor, successor.PaymentPlanID ?? 0);
      await applyRevision(
        tx,
        revisions.map((revision) => ({
          ...revision,
          terms: successorTerms.get(revision.row.BillingMonth) ?? revision.terms,
        })),
        `Service charge revised from ${formatMonthYear(from)}`,
      );
      return preview;
    });
    return { ...createMessage(dryRun ? "nothing-saved" : "rate-revised"), data };
  },
);

function assertRevisable(rate: ServiceRate, { from, FloorRate }: { from: YearMonth; FloorRate: Paisa }): void {
  if (!rate.IsActive) throw conflict(createMessage("rate-inactive"), rate);
  if (monthIndex(from) < monthIndex({ year: rate.StartYear, month: rate.StartMonth }))
    throw invalidField("FromMonth", createMessage("rate-starts-later"));
  if (monthIndex(from) > monthIndex({ year: rate.EndYear, month: rate.EndMonth }))
    throw invalidField("FromMonth", createMessage("rate-ends-before"));
  if (FloorRate === rate.FloorRate) throw invalidField("FloorRate", createMessage("nothing-to-change"));
}

/** The installments of the rate's plan from this month on. */
async function readInstallments(tx: Transaction, { PaymentPlanID }: ServiceRate, from: YearMonth) {
  if (PaymentPlanID === null) return [];
  return tx.find(paymentSchedule, { PaymentPlanID, BillingMonth: where({ $gte: monthKey(from) }) });
}

/**
 * Ends the rate in the month before `from` and returns its successor, which has a plan if the rate has a plan. A rate
 * that begins in `from` gets no successor; its own amount changes.
 */
async function storeRevisedRate(
  tx: Transaction,
  rate: ServiceRate,
  { from, FloorRate }: { from: YearMonth; FloorRate: Paisa },
): Promise<ServiceRate> {
  const { RateID, Version: _, PaymentPlanID, ...values } = rate;
  const amounts = { FloorRate, TotalAmount: FloorRate };
  const start = { StartMonth: from.month, StartYear: from.year };
  // Locks the category like a new rate, and the plan, so that a concurrent generation finds the new amounts.
  await tx.lockRows(plotCategory, [rate.PlotCategoryID], "PlotCategoryID");
  if (PaymentPlanID !== null) await tx.lockRows(paymentPlan, [PaymentPlanID], "PaymentPlanID");
  if (rate.StartMonth === from.month && rate.StartYear === from.year) return tx.update(serviceRate, rate, amounts);
  const end = addMonths(from, -1);
  const endedRate = tx.update(serviceRate, rate, { EndMonth: end.month, EndYear: end.year });
  const successor = await tx.insert(serviceRate, { ...values, ...start, ...amounts, PaymentPlanID: null });
  if (PaymentPlanID === null) return successor;
  tx.update(paymentPlan, await tx.get(paymentPlan, PaymentPlanID), await describePlan(tx, endedRate));
  await insertPlan(tx, successor);
  return tx.get(serviceRate, successor.RateID);
}
