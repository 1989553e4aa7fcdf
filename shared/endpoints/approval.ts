import { z } from "zod";
import { optionalText, reason } from "../fields.ts";
import { approval, approveGuard } from "../resources/approval.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

export const approveBody = z.object({ Note: optionalText() });

/** The note is the reason for declining. */
export const declineBody = z.object({ Note: reason("Note must have at least 3 characters") });

const decision = {
  method: "post",
  guard: [approval.guards.list, approveGuard],
  requiresScopeAll: true,
  requiresReauthentication: true,
  response: z.object({ data: recordSchema(approval) }),
  errorStatuses: [404, 409],
} as const;

export const approve = defineEndpoint({
  ...decision,
  path: "/approval/:ApprovalID/approve",
  summary: "Runs the requested call as the requester; answers 409 if it is no longer possible",
  body: approveBody,
});

export const decline = defineEndpoint({
  ...decision,
  path: "/approval/:ApprovalID/decline",
  summary: "Declines the request, with a note",
  body: declineBody,
});
