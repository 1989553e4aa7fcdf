import { z } from "zod";
import { calls } from "../calls.ts";
import { defineEndpoint } from "../endpoint.ts";
import { displayForm } from "../resources/display.ts";
import { paymentReceipt } from "../resources/payment-receipt.ts";
import type { WallBoard } from "../wire.ts";

const record = z.object({
  DisplayID: z.int(),
  DisplayName: z.string(),
  MadeBy: z.string(),
  CreatedAt: z.string(),
  Version: z.int(),
});

export const makeDisplay = defineEndpoint({
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
  body: displayForm,
  answer: z.object({ data: record.extend({ Key: z.string() }) }),
  refusals: [409],
  secretAnswer: true,
});

export const displaysSeen = defineEndpoint({
  method: "get",
  path: "/wall/displays",
  guard: { page: "/system-management?tab=displays", flag: "CanView" },
  summary: "When each display was last there",
  answer: z.object({ data: z.array(z.object({ DisplayID: z.int(), LastSeenAt: z.string().nullable() })) }),
});

export const openWall = defineEndpoint({
  ...calls.wallToken,
  guard: "open",
  summary: "A display gives its key for a token of 24 hours, again and again; the display is then known to be there",
  body: z.object({ key: z.string("Key is required").min(1, "Key is required").max(200, "Key is not valid") }),
  answer: z.object({ token: z.string(), name: z.string() }),
  refusals: [401],
  secretAnswer: true,
});

export const wallReceipts = defineEndpoint({
  ...calls.wallReceipts,
  guard: paymentReceipt.guards.list,
  forDisplays: true,
  summary: "The last ten receipts as they may hang on a wall: no names, no addresses",
  answer: z.object({
    receipts: z.array(
      z.object({
        ReceiptNo: z.int(),
        HouseNo: z.string(),
        CategoryName: z.string(),
        AmountPaid: z.number(),
        CreatedAt: z.string(),
      }),
    ),
  }) satisfies z.ZodType<WallBoard>,
});
