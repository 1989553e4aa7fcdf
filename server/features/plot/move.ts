import { formatMonthYear, monthKey, monthOf } from "../../../shared/dates.ts";
import { movePlot, type RevisionPreview } from "../../../shared/endpoints/revision.ts";
import { createMessage } from "../../../shared/messages.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { where } from "../../database/store.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import {
  applyRevision,
  assertPreviewUnchanged,
  describeRevision,
  planRevision,
  type RevisionTarget,
  readTerms,
} from "../../services/revision.ts";

type Plot = RowOf<typeof plot>;

/**
 * Gives a house another type or floor, and its installments from a month on their amounts and plans, or previews that.
 */
export const moveHandler = defineEndpointHandler(
  movePlot,
  async ({ ctx, params, query: { dryRun }, body: { TypeID, FloorID, FromMonth, FromYear, Preview } }) => {
    const id = parseId(plot, params.PlotID);
    const data = await ctx.withoutGroupCommit().transaction(async (tx): Promise<RevisionPreview> => {
      const house = await tx.get(plot, id);
      await assertKindExists(tx, { TypeID, FloorID });
      const from = { year: FromYear, month: FromMonth };
      const kind = { ...house, TypeID, FloorID };
      const { targets, uncovered, duplicates } = await readMoveTargets(tx, kind, monthKey(from));
      if (duplicates.length > 0)
        throw conflict(createMessage("months-charged-twice", { months: formatMonths(duplicates) }));
      if (uncovered.length > 0)
        throw invalidField("FloorID", createMessage("months-without-plan", { months: formatMonths(uncovered) }));
      const revisions = await planRevision(tx, targets);
      const isSameKind = TypeID === house.TypeID && FloorID === house.FloorID;
      if (isSameKind && targets.every(({ row, terms }) => row.PaymentPlanID === terms.PaymentPlanID))
        throw invalidField("FloorID", createMessage("nothing-to-change"));
      const preview = await describeRevision(tx, revisions);
      if (dryRun) return preview;
      assertPreviewUnchanged(preview, Preview);
      await tx.lockReferences(plotType, [TypeID], "TypeID");
      await tx.lockReferences(plotFloor, [FloorID], "FloorID");
      // A concurrent revision, revocation or generation of these plans is retried.
      const plans = [...new Set(targets.map(({ terms }) => terms.PaymentPlanID))];
      await tx.lockReferences(paymentPlan, plans, "FloorID");
      tx.update(plot, house, { TypeID, FloorID });
      await applyRevision(tx, revisions, `House moved to another type or floor from ${formatMonthYear(from)}`);
      return preview;
    });
    return { success: true, ...createMessage(dryRun ? "import-previewed" : "house-moved"), data };
  },
);

/** Whether the house would be charged differently from this month on if it were of its new type and floor. */
export async function changesCharge(tx: Transaction, house: Plot): Promise<boolean> {
  const { targets, uncovered, duplicates } = await readMoveTargets(tx, house, tx.today.slice(0, 7));
  if (uncovered.length > 0 || duplicates.length > 0) return true;
  return (await planRevision(tx, targets)).some(({ before, after }) => before !== after);
}

/**
 * The installments of the house from this month on, with the terms of the plans of its type and floor. `uncovered` are
 * the months that no such plan has, `duplicates` those that are charged twice.
 */
async function readMoveTargets(
  tx: Transaction,
  { PlotID, TypeID, CategoryID, FloorID }: Plot,
  from: string,
): Promise<{ targets: RevisionTarget[]; uncovered: string[]; duplicates: string[] }> {
  const rows = await tx.find(paymentSchedule, { PlotID, BillingMonth: where({ $gte: from }) });
  const duplicates = rows.filter(({ IsDuplicate }) => IsDuplicate === 1).map(({ BillingMonth }) => BillingMonth);
  const kind = { PlotTypeID: TypeID, PlotCategoryID: CategoryID, FloorID };
  const rates = await tx.find(serviceRate, { ...kind, IsActive: true });
  const terms = new Map(
    rates.flatMap((rate) => (rate.PaymentPlanID === null ? [] : [...readTerms(rate, rate.PaymentPlanID)])),
  );
  const targets: RevisionTarget[] = [];
  const uncovered: string[] = [];
  for (const row of rows) {
    const monthTerms = terms.get(row.BillingMonth);
    if (monthTerms) targets.push({ row, terms: monthTerms });
    else uncovered.push(row.BillingMonth);
  }
  return { targets, uncovered, duplicates };
}

async function assertKindExists(tx: Transaction, { TypeID, FloorID }: Pick<Plot, "TypeID" | "FloorID">): Promise<void> {
  if (!(await tx.findFirst(plotType, { TypeID })))
    throw invalidField("TypeID", createMessage("unknown-reference", { label: plotType.label }));
  if (!(await tx.findFirst(plotFloor, { FloorID })))
    throw invalidField("FloorID", createMessage("unknown-reference", { label: plotFloor.label }));
}

/** `06/2026, 07/2026`. */
function formatMonths(months: readonly string[]): string {
  return months
    .toSorted()
    .map((month) => formatMonthYear(monthOf(month)))
    .join(", ");
}
