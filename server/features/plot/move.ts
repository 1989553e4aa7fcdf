import { formatMonthYear, monthKey, monthOf } from "../../../shared/dates.ts";
import { movePlot, type RevisionPreview } from "../../../shared/endpoints/revision.ts";
import { createMessage } from "../../../shared/messages.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import { plotFloor } from "../../../shared/resources/plot-floor.ts";
import { plotType } from "../../../shared/resources/plot-type.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { applyMove, readMoveTargets } from "../../services/house-moves.ts";
import { assertPreviewUnchanged, computeRevisions, describeRevision } from "../../services/revision.ts";

/**
 * Changes the type or floor of a house. Its installments from a month on get the amounts and plans of the new type and
 * floor. With `dryRun`, only returns the preview.
 */
export const moveHandler = defineEndpointHandler(
  movePlot,
  async ({ ctx, params, query: { dryRun }, body: { TypeID, FloorID, FromMonth, FromYear, Preview } }) => {
    const id = parseId(plot, params.PlotID);
    const data = await ctx.withoutGroupCommit().transaction(async (tx): Promise<RevisionPreview> => {
      const house = await tx.get(plot, id);
      await assertTypeAndFloorExist(tx, { TypeID, FloorID });
      const from = { year: FromYear, month: FromMonth };
      const movedHouse = { ...house, TypeID, FloorID };
      const { targets, uncoveredMonths, duplicateMonths } = await readMoveTargets(tx, movedHouse, monthKey(from));
      if (duplicateMonths.length > 0)
        throw conflict(createMessage("months-charged-twice", { months: formatMonths(duplicateMonths) }));
      if (uncoveredMonths.length > 0)
        throw invalidField("FloorID", createMessage("months-without-plan", { months: formatMonths(uncoveredMonths) }));
      const revisions = await computeRevisions(tx, targets);
      // A move to the same type and floor is allowed only if it gives installments another plan.
      const isSameTypeAndFloor = TypeID === house.TypeID && FloorID === house.FloorID;
      if (isSameTypeAndFloor && targets.every(({ row, terms }) => row.PaymentPlanID === terms.PaymentPlanID))
        throw invalidField("FloorID", createMessage("nothing-to-change"));
      const preview = await describeRevision(tx, revisions);
      if (dryRun) return preview;
      assertPreviewUnchanged(preview, Preview);
      await tx.lockRows(plotType, [TypeID], "TypeID");
      await tx.lockRows(plotFloor, [FloorID], "FloorID");
      tx.update(plot, house, { TypeID, FloorID });
      await applyMove(tx, revisions, `House moved to another type or floor from ${formatMonthYear(from)}`);
      return preview;
    });
    return { ...createMessage(dryRun ? "nothing-saved" : "house-moved"), data };
  },
);

async function assertTypeAndFloorExist(
  tx: Transaction,
  { TypeID, FloorID }: Pick<Plot, "TypeID" | "FloorID">,
): Promise<void> {
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
