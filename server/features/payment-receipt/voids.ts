import { type ReceiptVoid, receiptVoids } from "../../../shared/endpoints/payment-receipt-voids.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { actorFor, type CommitDoc, commitsCollection } from "../../commits/commit.ts";
import { where } from "../../database/store.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import type { FeatureServices } from "../feature.ts";

/**
 * Lists who voided each receipt. The names are taken from the commits: the receipt does not store them, because residents
 * can read it.
 */
export function receiptVoidsHandler({ store }: Pick<FeatureServices, "store">): EndpointHandler {
  return defineEndpointHandler(receiptVoids, async ({ ctx: { viewer }, query: { plot } }) => {
    const voided = await store.find(paymentReceipt, {
      VoidedAt: where({ $ne: null }),
      ...(plot === undefined ? {} : { PlotID: plot }),
    });
    const ids = voided
      .filter((receipt) => canSeeRow(viewer, paymentReceipt, receipt))
      .map(({ PaymentReceiptID }) => PaymentReceiptID);
    const voidingChangeFilter = {
      resource: paymentReceipt.name,
      id: { $in: ids },
      "before.VoidedAt": null,
      "after.VoidedAt": { $type: "string" },
    };
    const commits = await store.connection
      .collection<CommitDoc>(commitsCollection)
      .find({ changes: { $elemMatch: voidingChangeFilter } }, { projection: { by: 1, "changes.$": 1 } })
      .toArray();
    const data: ReceiptVoid[] = commits.flatMap(({ by, changes }) =>
      changes.map(({ id }) => ({ PaymentReceiptID: id, By: actorFor(viewer, by).name })),
    );
    return { success: true, message: "", data };
  });
}
