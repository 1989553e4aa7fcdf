import { transferLetterFileName } from "../../../shared/documents/transfer-letter.ts";
import { transferLetterPdf } from "../../../shared/endpoints/ownership.ts";
import { toRupees } from "../../../shared/money.ts";
import type { Viewer } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { where } from "../../database/store.ts";
import { notFound } from "../../errors.ts";
import type { EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { FeatureServices } from "../feature.ts";

/**
 * The letter about a transfer. Masks the CNICs (numbers of identity cards) for a viewer who may not see
 * them. Throws 404 for the first ownership of a house, which has no first day and no owner before it.
 */
export function createLetterHandler(services: FeatureServices): EndpointHandler {
  const { store, present, changeStream } = services;
  return definePdfHandler(transferLetterPdf, services, async ({ viewer, today, params, query: { lang } }) => {
    // Also throws 503 while permissions may be outdated.
    await changeStream.waitForOwnCommits([ownership.name, adjustment.name]);
    const next = await store.get(ownership, parseId(ownership, params.OwnershipID));
    if (!next || next.From === null) throw notFound(ownership.label);
    const { OwnershipID, PlotID, From, FeeAdjustmentID } = next;
    const earlier = await store.find(ownership, { PlotID, OwnershipID: where({ $lt: OwnershipID }) });
    const previous = earlier.toSorted((a, b) => a.OwnershipID - b.OwnershipID).at(-1);
    const house = await store.get(plot, PlotID);
    if (!previous || !house) throw notFound(ownership.label);
    const fee = FeeAdjustmentID === null ? undefined : await store.get(adjustment, FeeAdjustmentID);
    const document = {
      HouseNo: house.HouseNo,
      previous: maskCnic(previous, viewer),
      next: maskCnic(next, viewer),
      From,
      Fee: fee?.VoidedAt === null ? toRupees(fee.Amount) : 0,
    };
    const filename = transferLetterFileName(document);
    return { kind: "transfer-letter", document, language: lang, issuedOn: today, filename };
  });

  function maskCnic(row: Ownership, viewer: Viewer): Ownership {
    return { ...row, CNIC: String(present(ownership, row, viewer).CNIC ?? "") };
  }
}
