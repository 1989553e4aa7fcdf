import { formatDay, societyDayAt } from "../../../shared/dates.ts";
import { chainHeadStatement, dayCloseFileName } from "../../../shared/documents/day-close.ts";
import { dayClosePdf } from "../../../shared/endpoints/day-close.ts";
import { createMessage } from "../../../shared/messages.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { notFound } from "../../errors.ts";
import type { EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { closeDay } from "../../services/day-close.ts";
import { createCodeUrlSigner, dayClosePayload } from "../../services/document-code-payloads.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** Closes days and prints their sheets. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(dayClose, {
    openapi: { createErrors: [409] },
    createRequiresScopeAll: true,
    createRow: (tx, input) => closeDay(tx, input.Date),
    createSkipsGroupCommit: true,
    createdMessage: (row) => createMessage("day-closed", { day: formatDay(row.Date) }),
  }),
  initialize: (services) => ({ endpointHandlers: [createPdfHandler(services)] }),
};

function createPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, changeStream, present, documentCodes } = services;
  return definePdfHandler(dayClosePdf, services, async ({ params, query: { lang } }) => {
    await changeStream.waitForOwnCommits([dayClose.name]);
    const row = await store.get(dayClose, parseId(dayClose, params.DayCloseID));
    if (!row) throw notFound(dayClose.label);
    const sign = await createCodeUrlSigner(services);
    const headSignature = await documentCodes.signText(chainHeadStatement(row));
    return {
      kind: "day-close",
      document: { ...present(dayClose, row), codeUrl: sign(dayClosePayload(row)), headSignature },
      language: lang,
      issuedOn: societyDayAt(new Date(row.ClosedAt)),
      filename: `${dayCloseFileName(row)}.pdf`,
    };
  });
}
