import { z } from "zod";
import { day, nullableRupees } from "../fields.ts";
import { cheque } from "../resources/cheque.ts";
import { depositSlip } from "../resources/deposit-slip.ts";
import { reasonBody } from "./adjustment.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";
import { languageParameter } from "./query-parameters.ts";

/** The body of a cheque's step. */
export const chequeStepBody = z.object({ Date: day("Date is required") });

/** `Fee` is charged to the house instead of the society's BounceFee; 0 charges nothing, null the BounceFee. */
export const bounceBody = chequeStepBody
  .extend(reasonBody.shape)
  .extend({ Fee: nullableRupees("Fee must be 0 or more") });

const chequeStep = {
  method: "post",
  guard: cheque.guards.update,
  requiresScopeAll: true,
  response: z.object({ data: recordSchema(cheque) }),
  errorStatuses: [404, 409],
} as const;

export const clearCheque = defineEndpoint({
  ...chequeStep,
  path: "/cheque/:ChequeID/clear",
  summary: "The bank has paid a deposited cheque",
  body: chequeStepBody,
});

export const bounceCheque = defineEndpoint({
  ...chequeStep,
  path: "/cheque/:ChequeID/bounce",
  summary:
    "The bank has not paid a deposited cheque: the items its receipt settled are due again from that day; if the receipt's month is locked, a charge of that amount is added instead. A fee is charged too, and the payer gets an email",
  body: bounceBody,
});

export const returnCheque = defineEndpoint({
  ...chequeStep,
  path: "/cheque/:ChequeID/return",
  mayNeedApproval: true,
  summary: "A cheque in hand or a bounced one is given back; its receipt settles nothing any more",
  body: chequeStepBody,
});

export const depositSlipPdf = defineEndpoint({
  path: "/deposit-slip/:DepositSlipID.pdf",
  guard: depositSlip.guards.list,
  requiresScopeAll: true,
  summary: "A deposit slip as a PDF file",
  query: z.object({ lang: languageParameter() }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});
