import { z } from "zod";
import { bill } from "../resources/bill.ts";
import { defineEndpoint } from "./endpoint.ts";
import { housesWithInvalidAddress, sendingStatus } from "./mails.ts";
import { booleanParameter, idParameter, integerParameter, languageParameter } from "./query-parameters.ts";

/** Copies of a bill on one sheet: 1 on A5, or 3 on A4 for bank, office and payer. */
export const billCopies = ["1", "3"] as const;

export type BillCopies = (typeof billCopies)[number];

const documentParameters = {
  copies: z.enum(billCopies).default("1").meta({ description: "Copies of the bill on one sheet: 1 on A5, or 3 on A4" }),
  lang: languageParameter(),
};

export const billPdf = defineEndpoint({
  path: "/bill/:BillID.pdf",
  guard: bill.guards.list,
  summary: "A bill as a PDF file",
  query: z.object(documentParameters),
  file: "application/pdf",
  errorStatuses: [404, 429],
});

export const billBatchPdf = defineEndpoint({
  path: "/bill/batch.pdf",
  guard: bill.guards.list,
  requiresScopeAll: true,
  summary: "The issued bills of a month as one PDF file, at most 5,000; staff who can list bills see the progress",
  query: z.object({
    month: integerParameter(1, 12),
    year: integerParameter(2000, 2100),
    category: idParameter().optional().meta({ description: "The CategoryID; all houses if omitted" }),
    ...documentParameters,
    copies: documentParameters.copies.default("3"),
  }),
  file: "application/pdf",
  errorStatuses: [404],
});

const billMailResult = z.object({
  /** Number of newly queued mails, or of those that would be queued. */
  queued: z.int(),
  wrong: housesWithInvalidAddress,
  /** Number of issued bills that are not mailed because their house has no address. */
  withoutAddress: z.int(),
});

export type BillMailResult = z.output<typeof billMailResult>;

export const sendBillMails = defineEndpoint({
  method: "post",
  path: "/bill/send-emails",
  guard: bill.guards.update,
  requiresScopeAll: true,
  summary: "Mail every issued bill that is not mailed yet; answers at once and sends in the background",
  query: z.object({ dryRun: booleanParameter().meta({ description: "Answer the numbers without sending anything" }) }),
  response: z.object({ data: billMailResult }),
});

export const billMailStatus = defineEndpoint({
  path: "/bill/emails",
  guard: bill.guards.list,
  requiresScopeAll: true,
  summary: "The progress of mailing bills, and whether there is a mail server",
  response: z.object({ data: sendingStatus }),
});
