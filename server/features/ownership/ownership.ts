import type { z } from "zod";
import { formatDay } from "../../../shared/dates.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type transferBody, transferOwnership } from "../../../shared/endpoints/ownership.ts";
import { createMessage } from "../../../shared/messages.ts";
import { formatPaisa, sumPaisa } from "../../../shared/money.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { claim } from "../../../shared/resources/claim.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { conflict, invalidField, notFound } from "../../errors.ts";
import { defineWriteHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { addAdjustments, assertBookDate, noReferences } from "../../services/adjustments.ts";
import { readOpenItems } from "../../services/house-items.ts";
import { beginOwnership, getCurrentOwnership } from "../../services/ownership.ts";
import type { Feature, FeatureServices } from "../feature.ts";
import { createLetterHandler } from "./letter.ts";

type Transfer = z.output<typeof transferBody>;

/** Transfers houses to new owners. A correction of the current owner is an edit of the plot. */
export const feature: Feature = {
  initialize: (services) => ({
    endpointHandlers: [createTransferHandler(services), createLetterHandler(services)],
  }),
};

function createTransferHandler({ store, present }: FeatureServices): EndpointHandler {
  return defineWriteHandler(transferOwnership, ownership, {
    write: async ({ ctx, params, body }) => {
      const PlotID = parseId(plot, params.PlotID);
      // Read before the transaction, so that the later of two concurrent transfers finds another owner and is refused.
      const [ownershipBeforeTransaction] = await store.find(ownership, { PlotID, To: null }, { limit: 1 });
      if (!ownershipBeforeTransaction) throw notFound(plot.label);
      return ctx.transaction((tx) => transfer(tx, ownershipBeforeTransaction, body));
    },
    respond: (row, viewer) => ({ ...createMessage("ownership-transferred"), data: present(ownership, row, viewer) }),
  });
}

/**
 * Throws 409 if the owner or the plot's Version has changed since the request was made, or if amounts are due and
 * AcceptDues is not set, and 400 for a day before the current ownership.
 */
async function transfer(
  tx: Transaction,
  ownershipBeforeTransaction: Ownership,
  { Date: From, Fee, AcceptDues, Version, ...owner }: Transfer,
) {
  const { PlotID } = ownershipBeforeTransaction;
  const house = await tx.get(plot, PlotID);
  const current = await getCurrentOwnership(tx, PlotID);
  if (
    current.OwnershipID !== ownershipBeforeTransaction.OwnershipID ||
    (Version !== undefined && Version !== house.Version)
  )
    throw conflict(createMessage("stale"), house);
  assertBookDate(From, tx.today);
  if (current.From !== null && From < current.From)
    throw invalidField("Date", createMessage("owned-since", { day: formatDay(current.From) }));
  // A repeated request without a version is refused: the first request has already begun an ownership on this day.
  if (From === current.From && Version === undefined) throw conflict(createMessage("stale"), house);
  const items = await readOpenItems(tx, PlotID);
  const dues = sumPaisa(items.filter(({ DueDate }) => DueDate <= From).map(outstandingAmount));
  if (dues > 0 && !AcceptDues) throw conflict(createMessage("dues-open", { amount: formatPaisa(dues) }), house);
  const charges = Fee !== null && Fee > 0 ? [{ ...feeCharge, PlotID, Amount: Fee, Date: From }] : [];
  const [fee] = await addAdjustments(tx, charges);
  // Records of a current owner who began on the same day: this day would show them to the next owner too, so it is
  // removed.
  const sinceFrom = { PlotID, OwnedFrom: From };
  for (const row of await tx.find(bill, sinceFrom)) tx.update(bill, row, { OwnedFrom: null });
  for (const row of await tx.find(certificate, sinceFrom)) tx.update(certificate, row, { OwnedFrom: null });
  for (const row of await tx.find(claim, sinceFrom)) tx.update(claim, row, { OwnedFrom: null });
  const next = await beginOwnership(tx, house, { From, owner, FeeAdjustmentID: fee?.AdjustmentID ?? null });
  await unlinkUsers(tx, PlotID);
  return next;
}

const feeCharge = { ...noReferences, Kind: "charge", Reason: "Transfer of ownership", DueDate: null } as const;

/** Unlinks the previous owner's users from the house. Staff link the users of the new owner. */
async function unlinkUsers(tx: Transaction, PlotID: number): Promise<void> {
  for (const user of await tx.find(users, { PlotIDs: PlotID }))
    tx.update(users, user, { PlotIDs: user.PlotIDs.filter((id) => id !== PlotID) });
}
