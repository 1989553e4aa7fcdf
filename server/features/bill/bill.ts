import { z } from "zod";
import { billPdf } from "../../../shared/endpoints/bill.ts";
import { createMessage } from "../../../shared/messages.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import { bill, billFileName, createBillsBody } from "../../../shared/resources/bill.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import { forbidden, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody, parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { toLetterhead } from "../../services/society-profile.ts";
import type { Feature, FeatureServices } from "../feature.ts";
import { createBatchPdfHandler } from "./batch-pdf.ts";
import { toBillDocuments } from "./bill-document.ts";
import { createBills } from "./create-bills.ts";
import { initializeBillMail } from "./mail.ts";

export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(bill, {
    openapi: { createData: z.int().meta({ description: "Number of bills that were made" }), createErrors: [409] },
    create: async (ctx, body) => {
      if (ctx.viewer.scope === "own") throw forbidden();
      const input = parseBody(createBillsBody, body);
      const count = await ctx.withoutGroupCommit().transaction((tx) => createBills(tx, input));
      return toOutcome(count);
    },
    recoverCreate: ({ count }) => toOutcome(count),
  }),
  initialize: (services) => {
    const mail = initializeBillMail(services);
    const papers = [createBatchPdfHandler(services), createBillPdfHandler(services)];
    return { ...mail, endpointHandlers: [...papers, ...(mail.endpointHandlers ?? [])] };
  },
};

function createBillPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, readSociety, changeStream } = services;
  return defineEndpointHandler(billPdf, ({ ctx, params, query: { copies, lang }, reauthorize }) =>
    runWithPdfRenderer(ctx.viewer.UserID, async (render) => {
      const viewer = await reauthorize();
      await changeStream.waitForCommit([bill.name]);
      const row = await store.get(bill, parseId(bill, params.BillID));
      if (!row || !canSeeRow(viewer, bill, row)) throw notFound(bill.label);
      const content = await render({
        kind: "bills",
        bills: await toBillDocuments(services, [row]),
        copies,
        language: lang,
        society: toLetterhead(readSociety()),
        issuedOn: row.IssuedOn,
      });
      const filename = billFileName(row);
      return { success: true, file: { filename, contentType: "application/pdf", content } };
    }),
  );
}

function toOutcome(count: number) {
  return { message: count > 0 ? createMessage("bills-made", { count }) : createMessage("no-bills-made"), data: count };
}
