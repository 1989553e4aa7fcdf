import { z } from "zod";
import { attachmentUpload } from "../attachments.ts";
import { claim } from "../resources/claim.ts";
import { paymentReceipt, receiptBody } from "../resources/payment-receipt.ts";
import { declineBody } from "./approval.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

export const replaceSlip = defineEndpoint({
  method: "put",
  path: "/claim/:ClaimID/slip",
  guard: claim.guards.create,
  summary: "Attach the slip to an open claim, in place of an earlier one: a PDF, JPEG or PNG file of at most 5 MB",
  upload: attachmentUpload,
  response: z.object({ data: recordSchema(claim) }),
  errorStatuses: [404, 409, 429],
});

export const readSlip = defineEndpoint({
  path: "/claim/:ClaimID/slip",
  guard: claim.guards.list,
  summary: "The slip that is attached to the claim, for download",
  file: "application/octet-stream",
  errorStatuses: [404],
});

const decision = {
  method: "post",
  requiresScopeAll: true,
  response: z.object({ data: recordSchema(claim) }),
  errorStatuses: [404, 409],
} as const;

export const confirmClaim = defineEndpoint({
  ...decision,
  path: "/claim/:ClaimID/confirm",
  guard: [claim.guards.update, paymentReceipt.guards.create],
  mayNeedApproval: true,
  summary: "Records a receipt of the claim's house. A field that the body leaves out is taken from the claim.",
  body: receiptBody.partial(),
});

export const declineClaim = defineEndpoint({
  ...decision,
  path: "/claim/:ClaimID/decline",
  guard: claim.guards.update,
  summary: "Declines an open claim, with a note to the resident",
  body: declineBody,
});
