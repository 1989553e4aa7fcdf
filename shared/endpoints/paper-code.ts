import { z } from "zod";
import { paperKinds, publicKeySchema } from "../domain/paper-code.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { society } from "../resources/society.ts";
import { defineEndpoint } from "./endpoint.ts";

/** The states of a paper whose code is genuine. */
export const paperStates = ["valid", "voided", "bounced", "paid", "withdrawn", "expired", "superseded"] as const;

export type PaperState = (typeof paperStates)[number];

export const paperCheck = z.object({
  valid: z
    .boolean()
    .meta({ description: "Whether the code was signed by this portal, with a key that is still valid" }),
  t: z.enum(paperKinds).nullable().meta({ description: "The kind of paper; null for a code that is not genuine" }),
  n: z.string().nullable().meta({ description: "The number of the paper" }),
  state: z.enum(paperStates).nullable(),
  since: z.string().nullable().meta({ description: "When the paper entered this state; null if that is not known" }),
});

export type PaperCheck = z.output<typeof paperCheck>;

const keys = z.object({ keys: z.array(publicKeySchema) });

export const readKeys = defineEndpoint({
  method: "get",
  path: "/keys",
  guard: "open",
  summary: "The public keys of the codes on papers (JWKS), the current one first",
  response: keys,
});

export const rotateKeys = defineEndpoint({
  method: "post",
  path: "/keys/rotate",
  guard: society.guards.update,
  requiresScopeAll: true,
  requiresReauthentication: true,
  summary:
    "Create a new key for the codes on papers. Codes signed with the previous key stay valid, older ones become invalid",
  response: keys,
});

export const checkCode = defineEndpoint({
  method: "post",
  path: "/check",
  guard: "open",
  summary:
    "Whether a code from a paper is genuine, and the state of the paper now; at most 60 per minute and IP address",
  body: z.object({ code: z.string("A code is required") }),
  response: z.object({ data: paperCheck }),
  errorStatuses: [429],
});

export const receiptCode = defineEndpoint({
  method: "get",
  path: `/${paymentReceipt.name}/:PaymentReceiptID/code`,
  guard: paymentReceipt.guards.list,
  summary: "The address with the code of a receipt, for the QR code on its paper",
  response: z.object({ data: z.object({ url: z.string() }) }),
  errorStatuses: [404],
});
