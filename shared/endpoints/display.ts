import { z } from "zod";
import { displayBody } from "../resources/display.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

const displayRecord = z.object({
  DisplayID: z.int(),
  DisplayName: z.string(),
  MadeBy: z.string(),
  CreatedAt: z.string(),
  Version: z.int(),
});

export const createDisplay = defineEndpoint({
  method: "post",
  path: "/display",
  // Anyone with the link sees the figures, so its creator must have the right to see them.
  guard: [
    { page: "/system-management?tab=displays", flag: "CanAdd" },
    { page: "/", flag: "CanView" },
    paymentReceipt.guards.list,
  ],
  requiresScopeAll: true,
  summary: "Create a display; the key of its link is only in this response, the server stores its hash",
  body: displayBody,
  response: z.object({ data: displayRecord.extend({ Key: z.string() }) }),
  errorStatuses: [409],
  secretResponse: true,
});

export const listDisplayStatus = defineEndpoint({
  path: "/wall/displays",
  guard: { page: "/system-management?tab=displays", flag: "CanView" },
  summary: "When each display last requested a token",
  response: z.object({ data: z.array(z.object({ DisplayID: z.int(), LastSeenAt: z.string().nullable() })) }),
});

export const createDisplayToken = defineEndpoint({
  ...endpointPaths.displayToken,
  guard: "open",
  summary: "Exchange the key of a display for a token that is valid for 24 hours",
  body: z.object({ key: z.string("Key is required").min(1, "Key is required").max(200, "Key is not valid") }),
  response: z.object({ token: z.string(), name: z.string() }),
  errorStatuses: [401],
  secretResponse: true,
});

/** The content of a wall display, amounts in rupees. */
export const displayData = z.object({
  receipts: z.array(
    z.object({
      ReceiptNo: z.int(),
      HouseNo: z.string(),
      CategoryName: z.string(),
      AmountPaid: z.number(),
      /** ISO 8601 in UTC. */
      CreatedAt: z.string(),
    }),
  ),
});

export const listDisplayReceipts = defineEndpoint({
  ...endpointPaths.displayReceipts,
  guard: paymentReceipt.guards.list,
  isForDisplays: true,
  summary: "The last ten receipts for a public display, without the names of people",
  response: displayData,
});
