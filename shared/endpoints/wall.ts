import { z } from "zod";
import { displayBody } from "../resources/display.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import type { WallData } from "../wire.ts";
import { defineEndpoint } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

const record = z.object({
  DisplayID: z.int(),
  DisplayName: z.string(),
  MadeBy: z.string(),
  CreatedAt: z.string(),
  Version: z.int(),
});

export const createDisplay = defineEndpoint({
  method: "post",
  path: "/display",
  // Whoever has its link sees what it shows: only who sees that may make one.
  guard: [
    { page: "/system-management?tab=displays", flag: "CanAdd" },
    { page: "/", flag: "CanView" },
    paymentReceipt.guards.list,
  ],
  allRowsOnly: true,
  summary: "Make a display; the key of its link is answered this once and kept nowhere",
  body: displayBody,
  response: z.object({ data: record.extend({ Key: z.string() }) }),
  errorStatuses: [409],
  secretResponse: true,
});

export const displayStatus = defineEndpoint({
  method: "get",
  path: "/wall/displays",
  guard: { page: "/system-management?tab=displays", flag: "CanView" },
  summary: "When each display was last there",
  response: z.object({ data: z.array(z.object({ DisplayID: z.int(), LastSeenAt: z.string().nullable() })) }),
});

export const createWallToken = defineEndpoint({
  ...endpointPaths.wallToken,
  guard: "open",
  summary: "A display gives its key for a token of 24 hours, again and again; the display is then known to be there",
  body: z.object({ key: z.string("Key is required").min(1, "Key is required").max(200, "Key is not valid") }),
  response: z.object({ token: z.string(), name: z.string() }),
  errorStatuses: [401],
  secretResponse: true,
});

export const wallReceipts = defineEndpoint({
  ...endpointPaths.wallReceipts,
  guard: paymentReceipt.guards.list,
  forDisplays: true,
  summary: "The last ten receipts as they may hang on a wall: no names, no addresses",
  response: z.object({
    receipts: z.array(
      z.object({
        ReceiptNo: z.int(),
        HouseNo: z.string(),
        CategoryName: z.string(),
        AmountPaid: z.number(),
        CreatedAt: z.string(),
      }),
    ),
  }) satisfies z.ZodType<WallData>,
});
