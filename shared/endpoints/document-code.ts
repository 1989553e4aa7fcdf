import { z } from "zod";
import { documentKinds, publicKeySchema } from "../domain/document-code.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { society } from "../resources/society.ts";
import { defineEndpoint } from "./endpoint.ts";

/** The states of a document whose code is genuine. */
export const documentStates = ["valid", "voided", "bounced", "paid", "withdrawn", "expired", "superseded"] as const;

export type DocumentState = (typeof documentStates)[number];

/** The result of checking a code. */
export const documentCheck = z.object({
  valid: z
    .boolean()
    .meta({ description: "Whether the code was signed by this portal, with a key that is still valid" }),
  t: z
    .enum(documentKinds)
    .nullable()
    .meta({ description: "The kind of document; null for a code that is not genuine" }),
  n: z.string().nullable().meta({ description: "The number of the document" }),
  state: z.enum(documentStates).nullable(),
  since: z.string().nullable().meta({ description: "When the document entered this state; null if that is not known" }),
});

export type DocumentCheck = z.output<typeof documentCheck>;

const keys = z.object({ keys: z.array(publicKeySchema) });

export const readKeys = defineEndpoint({
  path: "/keys",
  guard: "open",
  summary: "The public keys of the codes on documents (JWKS), the current one first",
  response: keys,
});

export const rotateKeys = defineEndpoint({
  method: "post",
  path: "/keys/rotate",
  guard: society.guards.update,
  requiresScopeAll: true,
  requiresReauthentication: true,
  summary:
    "Create a new key for the codes on documents. Codes signed with the previous key stay valid, older ones become invalid",
  response: keys,
});

export const checkCode = defineEndpoint({
  method: "post",
  path: "/check",
  guard: "open",
  summary:
    "Whether a code from a document is genuine, and the current state of the document; at most 60 per minute and IP address",
  body: z.object({ code: z.string("A code is required") }),
  response: z.object({ data: documentCheck }),
  errorStatuses: [429],
});

export const receiptCode = defineEndpoint({
  path: `/${paymentReceipt.name}/:PaymentReceiptID/code`,
  guard: paymentReceipt.guards.list,
  summary: "The address with the code of a receipt, for the QR code on its printout",
  response: z.object({ data: z.object({ url: z.string() }) }),
  errorStatuses: [404],
});
