import { transferLetterFileName } from "../../../shared/documents/transfer-letter.ts";
import { transferLetterPdf } from "../../../shared/endpoints/ownership.ts";
import { toRupees } from "../../../shared/money.ts";
import type { Viewer } from "../../../shared/permissions.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { where } from "../../database/store.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import { notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { toLetterhead } from "../../services/society-profile.ts";
import type { FeatureServices } from "../feature.ts";

/** The letter about a transfer, with the CNICs as the reader may see them. 404 for the first owner in the books. */
export function createLetterHandler({
  store,
  presenters,
  readSociety,
  changeStream,
}: FeatureServices): EndpointHandler {
  return defineEndpointHandler(transferLetterPdf, ({ ctx, params, query: { lang }, reauthorize }) =>
    runWithPdfRenderer(ctx.viewer.UserID, async (render) => {
      const viewer = await reauthorize();
      await changeStream.waitForCommit([ownership.name, adjustment.name]);
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
      const content = await render({
        kind: "transfer-letter",
        document,
        language: lang,
        society: toLetterhead(readSociety()),
        issuedOn: ctx.today,
      });
      const file = { filename: transferLetterFileName(document), contentType: "application/pdf", content } as const;
      return { success: true, file };
    }),
  );

  function maskCnic(row: Ownership, viewer: Viewer): Ownership {
    return { ...row, CNIC: String(presenters.get(ownership.name)?.(row, viewer).CNIC ?? "") };
  }
}
