import type { z } from "zod";
import { addDays, formatDay } from "../../../shared/dates.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type transferBody, transferOwnership } from "../../../shared/endpoints/ownership.ts";
import { createMessage, createSavedMessage } from "../../../shared/messages.ts";
import { formatPaisa, sumPaisa } from "../../../shared/money.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField, notFound } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { addAdjustments } from "../../services/adjustments.ts";
import { readHouseItems } from "../../services/house-items.ts";
import { beginOwnership, getPresentOwnership } from "../../services/ownership.ts";
import type { Feature } from "../feature.ts";

type Transfer = z.output<typeof transferBody>;

/** Transfers of houses. Everything else about owners is part of the plots. */
export const feature: Feature = {
  initialize: ({ store, presenters }) => ({
    endpointHandlers: [
      defineEndpointHandler(transferOwnership, async ({ ctx, params, body }) => {
        const PlotID = parseId(plot, params.PlotID);
        // Of two transfers at the same time, the second finds another ownership than this one.
        const [seen] = await store.find(ownership, { PlotID, To: null }, { limit: 1 });
        if (!seen) throw notFound(plot.label);
        const row = await ctx.transaction((tx) => transfer(tx, seen, body));
        return {
          success: true,
          ...createSavedMessage("updated", ownership.label),
          data: presenters.get(ownership.name)?.(row, ctx.viewer),
        };
      }),
    ],
  }),
};

async function transfer(
  tx: Transaction,
  seen: Ownership,
  { Date: From, Fee, AcceptDues, Version, ...owner }: Transfer,
) {
  const { PlotID } = seen;
  const house = await tx.get(plot, PlotID);
  const present = await getPresentOwnership(tx, PlotID);
  if (present.OwnershipID !== seen.OwnershipID || (Version !== undefined && Version !== house.Version))
    throw conflict(createMessage("stale"), house);
  if (From > tx.today) throw invalidField("Date", createMessage("date-in-future"));
  if (present.From !== null && From < present.From)
    throw invalidField("Date", createMessage("owned-since", { day: formatDay(present.From) }));
  // Without a version, a repeated request looks like this.
  if (From === present.From && Version === undefined) throw conflict(createMessage("stale"), house);
  const items = await readHouseItems(tx, { plots: PlotID, unpaid: true });
  const dues = sumPaisa(items.filter(({ DueDate }) => DueDate <= From).map(outstandingAmount));
  if (dues > 0 && !AcceptDues) throw conflict(createMessage("dues-open", { amount: formatPaisa(dues) }), house);
  const next = await beginOwnership(tx, house, { From, To: addDays(From, -1), owner });
  await unlinkUsers(tx, PlotID);
  if (Fee !== null && Fee > 0) await addAdjustments(tx, [{ ...feeCharge, PlotID, Amount: Fee, Date: From }]);
  return next;
}

const feeCharge = {
  Kind: "charge",
  Reason: "Transfer of ownership",
  DueDate: null,
  PaymentScheduleID: null,
  ChargeID: null,
  Of: "amount",
  ToPlotID: null,
} as const;

/** Users of the house belong to its present owner; the next one's are linked by the office. */
async function unlinkUsers(tx: Transaction, PlotID: number): Promise<void> {
  for (const user of await tx.find(users, { PlotIDs: PlotID }))
    tx.update(users, user, { PlotIDs: user.PlotIDs.filter((id) => id !== PlotID) });
}
