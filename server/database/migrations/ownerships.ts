import { groupBy } from "../../../shared/grouping.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { claim } from "../../../shared/resources/claim.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { cnicGuard, plot } from "../../../shared/resources/plot.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { addFirstOwnerships } from "../../services/ownership.ts";
import { buildWordField } from "../search-words.ts";
import { inArray, where } from "../store.ts";
import { addPageAction } from "./add-pages.ts";
import { addFields, batchSize, type Migration } from "./migration.ts";

export const addOwnerships: Migration = {
  name: "add the owner of each plot as its first ownership, the payer to receipts, and the permission to see CNICs",
  run: async (store, ctx) => {
    await addFields(store, { plot: { OwnedFrom: null } });
    await ctx.transaction(async (tx) => {
      const owned = new Set((await tx.find(ownership, {})).map(({ PlotID }) => PlotID));
      await addFirstOwnerships(
        tx,
        (await tx.find(plot, {})).filter(({ PlotID }) => !owned.has(PlotID)),
      );
      await addPageAction(tx, { path: cnicGuard.page, actionName: "ViewCNIC" });
    });
    const receipts = store.collection({ name: "payment-receipt" });
    const plots = await store.find(plot, {});
    for (let start = 0; start < plots.length; start += batchSize)
      await receipts.bulkWrite(
        plots.slice(start, start + batchSize).map(({ PlotID, OwnerName }) => ({
          updateMany: { filter: { PlotID, PayerName: { $exists: false } }, update: { $set: { PayerName: OwnerName } } },
        })),
      );
  },
};

/**
 * A fee does not name its transfer. Transfers of a house on one day therefore get the fees of that day, in order, only
 * if there are as many fees as transfers.
 */
export const addTransferFees: Migration = {
  name: "add the fee of a transfer to the ownership that it began",
  run: async (store) => {
    await addFields(store, { ownership: { FeeAdjustmentID: null } });
    const feeFilter = { Kind: "charge", Reason: "Transfer of ownership" };
    const fees = await store.find(adjustment, feeFilter, { sort: { AdjustmentID: 1 } });
    for (const [PlotID, feesOfHouse] of groupBy(fees, (fee) => fee.PlotID))
      for (const [From, feesOfDay] of groupBy(feesOfHouse, (fee) => fee.Date)) {
        const transfers = await store.find(ownership, { PlotID, From }, { sort: { OwnershipID: 1 } });
        if (transfers.length !== feesOfDay.length) continue;
        for (const [index, { OwnershipID }] of transfers.entries())
          await store
            .collection(ownership)
            .updateOne({ _id: OwnershipID }, { $set: { FeeAdjustmentID: feesOfDay[index]?.AdjustmentID } });
      }
  },
};

/** Bills of earlier owners get null. On a day with two owners, the name printed on the bill decides. */
export const addBillOwners: Migration = {
  name: "add the first day of the owner to bills",
  run: async (store) => {
    for (const { PlotID, OwnerName, OwnedFrom } of await store.find(plot, { OwnedFrom: where({ $ne: null }) }))
      await store
        .collection(bill)
        .updateMany(
          { PlotID, OwnerName, IssuedOn: { $gte: OwnedFrom }, OwnedFrom: { $exists: false } },
          { $set: { OwnedFrom } },
        );
    await addFields(store, { bill: { OwnedFrom: null } });
  },
};

/**
 * Certificates of earlier owners get null; the printed name decides as for bills. Claims name no owner: those made after
 * the last transfer was recorded are of the current owner.
 */
export const addCertificateAndClaimOwners: Migration = {
  name: "add the first day of the owner to certificates and claims",
  run: async (store, ctx) => {
    for (const owner of await store.find(ownership, { From: where({ $ne: null }), To: null })) {
      const { PlotID, OwnerName, From: OwnedFrom } = owner;
      const rowFilter = { PlotID, OwnedFrom: { $exists: false } };
      await store
        .collection(certificate)
        .updateMany({ ...rowFilter, OwnerName, IssuedOn: { $gte: OwnedFrom } }, { $set: { OwnedFrom } });
      const transferredAt = await readTransferTime(ctx, owner);
      if (transferredAt === undefined) continue;
      const CreatedAt = { $gt: transferredAt };
      await store
        .collection(claim)
        .updateMany({ ...rowFilter, PaymentDate: { $gte: OwnedFrom }, CreatedAt }, { $set: { OwnedFrom } });
    }
    await addFields(store, { certificate: { OwnedFrom: null }, claim: { OwnedFrom: null } });
  },
};

export const addTransferTimes: Migration = {
  name: "email no receipts from before a transfer to the next owner",
  run: async (store, ctx) => {
    const transferTimes = new Map<number, string>();
    for (const owner of await store.find(ownership, { From: where({ $ne: null }), To: null })) {
      const transferredAt = await readTransferTime(ctx, owner);
      if (transferredAt !== undefined) transferTimes.set(owner.PlotID, transferredAt);
    }
    // As a commit, because the verification compares the field with the last commit of the plot.
    await ctx.transaction(async (tx) => {
      for (const house of await tx.find(plot, { PlotID: inArray([...transferTimes.keys()]) })) {
        const EmailSince = transferTimes.get(house.PlotID) ?? "";
        if ((house.EmailSince ?? "") < EmailSince) tx.update(plot, house, { EmailSince });
      }
    });
  },
};

/** A claim without the first day of the current owner is of the last owner before them who began by its payment date. */
export const addClaimOwners: Migration = {
  name: "add the owner to claims",
  run: async (store) => {
    const houses = new Map((await store.find(plot, {})).map((house) => [house.PlotID, house]));
    const endedOwnerships = await store.find(ownership, { To: where({ $ne: null }) }, { sort: { OwnershipID: -1 } });
    for await (const row of store.stream(claim, { OwnerName: where({ $exists: false }) })) {
      const house = houses.get(row.PlotID);
      const earlierOwner = endedOwnerships.find(
        ({ PlotID, From }) => PlotID === row.PlotID && (From === null || From <= row.PaymentDate),
      );
      const owner = row.OwnedFrom === house?.OwnedFrom ? house : (earlierOwner ?? house);
      const OwnerName = owner?.OwnerName ?? "";
      const values = { OwnerName, ...buildWordField(claim, { ...row, OwnerName }) };
      await store.collection(claim).updateOne({ _id: row.ClaimID }, { $set: values });
    }
  },
};

/** When the transfer that began the ownership was recorded; undefined if its commit is not stored. */
async function readTransferTime(ctx: RequestContext, { OwnershipID, From }: Ownership): Promise<string | undefined> {
  const transfer = await ctx.transaction((tx) =>
    tx.readLastChangeTo(ownership, { id: OwnershipID, field: "From", value: From }),
  );
  return transfer?.at.toISOString();
}
