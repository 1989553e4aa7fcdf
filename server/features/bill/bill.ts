import { z } from "zod";
import { billPdf } from "../../../shared/endpoints/bill.ts";
import { createMessage } from "../../../shared/messages.ts";
import { bill, billFileName, createBillsBody } from "../../../shared/resources/bill.ts";
import type { EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseBody } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { readVisibleRow } from "../../services/visible-rows.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";
import { createBatchPdfHandler } from "./batch-pdf.ts";
import { toBillDocuments } from "./bill-document.ts";
import { createBills } from "./create-bills.ts";
import { createBillMailContributions } from "./mail.ts";

/** Makes the bills of a month for houses with an amount due, prints them and mails them. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(bill, {
    openapi: { createData: z.int().meta({ description: "Number of bills that were made" }), createErrors: [409] },
    createRequiresScopeAll: true,
    create: async (ctx, body) => {
      const input = parseBody(createBillsBody, body);
      const count = await ctx.withoutGroupCommit().transaction((tx) => createBills(tx, input));
      return toOutcome(count);
    },
    answerRepeatedCreate: ({ count }) => toOutcome(count),
  }),
  initialize: (services) => {
    const mail = createBillMailContributions(services);
    const pdfHandlers = [createBatchPdfHandler(services), createBillPdfHandler(services)];
    return { ...mail, endpointHandlers: [...pdfHandlers, ...(mail.endpointHandlers ?? [])] };
  },
};

function createBillPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, changeStream } = services;
  return definePdfHandler(billPdf, services, async ({ viewer, params, query: { copies, lang } }) => {
    await changeStream.waitForOwnCommits([bill.name]);
    const row = await readVisibleRow(store, { viewer, resource: bill, id: params.BillID });
    const bills = await toBillDocuments(services, [row]);
    return { kind: "bills", bills, copies, language: lang, issuedOn: row.IssuedOn, filename: billFileName(row) };
  });
}

function toOutcome(count: number) {
  return { message: count > 0 ? createMessage("bills-made", { count }) : createMessage("no-bills-made"), data: count };
}
