import { z } from "zod";
import { boolean, day, nullableRupees } from "../fields.ts";
import { ownership } from "../resources/ownership.ts";
import { cnic, ownerDetails, plot } from "../resources/plot.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";
import { languageParameter } from "./query-parameters.ts";

/** The body of a transfer: the next owner and the first day of their ownership. */
export const transferBody = z.object({
  ...ownerDetails,
  CNIC: cnic,
  Date: day("Date is required"),
  /** Charged to the house on that day. */
  Fee: nullableRupees("Fee must not be negative"),
  /** Whether the next owner takes over the amounts that are due until that day. */
  AcceptDues: boolean().default(false),
  /** Version of the plot; an outdated version is refused. */
  Version: z.int().min(1).optional(),
});

export const transferOwnership = defineEndpoint({
  method: "post",
  path: "/plot/:PlotID/transfer",
  guard: plot.guards.update,
  requiresScopeAll: true,
  summary:
    "Transfer a house to its next owner: ends the current ownership on the day before, and unlinks all users of the house",
  body: transferBody,
  response: z.object({ data: recordSchema(ownership) }),
  errorStatuses: [404, 409],
});

export const transferLetterPdf = defineEndpoint({
  path: "/ownership/:OwnershipID/letter.pdf",
  guard: ownership.guards.list,
  requiresScopeAll: true,
  summary: "The letter about a transfer as a PDF file, by the ownership that it began",
  query: z.object({ lang: languageParameter() }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});
