import { z } from "zod";
import { denominations } from "../domain/drawers.ts";
import { optionalReason } from "../fields.ts";
import { drawer } from "../resources/drawer.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

const countMessage = "A count must be a whole number from 0 to 100,000";

const countSchema = z.int(countMessage).min(0, countMessage).max(100_000, countMessage);

/** The number of each note and coin by its value in rupees; 0 for values that are left out. */
const denominationCounts = z
  .strictObject(
    Object.fromEntries(denominations.map((denomination) => [String(denomination), countSchema.optional()])),
    "Only these notes and coins can be counted: 5000, 1000, 500, 100, 50, 20, 10, 5, 2, 1",
  )
  .meta({ example: { "5000": 2, "100": 7 } });

/** `DifferenceReason` is required if the counted cash differs from the expected one. */
export const closeDrawerBody = z.object({ Denominations: denominationCounts, DifferenceReason: optionalReason() });

export const handOverDrawerBody = z.object({
  ToUserID: z.int("Colleague is required").min(1, "Colleague is required"),
  /** Left out if the drawer is handed over without a count, with its expected amount. */
  Denominations: denominationCounts.nullish(),
  DifferenceReason: optionalReason(),
});

export const ownDrawer = defineEndpoint({
  path: "/drawer/own",
  guard: drawer.guards.create,
  requiresScopeAll: true,
  summary: "The caller's open drawer, or null",
  response: z.object({ data: recordSchema(drawer).nullable() }),
});

export const handOverCandidates = defineEndpoint({
  path: "/drawer/colleagues",
  guard: drawer.guards.create,
  requiresScopeAll: true,
  summary: "The users who can take over the caller's drawer: they may have a drawer and have none open",
  response: z.object({ data: z.array(z.object({ UserID: z.int(), FullName: z.string() })) }),
});

export const closeDrawer = defineEndpoint({
  method: "post",
  path: "/drawer/:DrawerID/close",
  guard: drawer.guards.create,
  requiresScopeAll: true,
  summary:
    "Closes a drawer with the counted cash; a difference needs a reason. Another user's drawer needs CanUpdate as well",
  body: closeDrawerBody,
  response: z.object({ data: recordSchema(drawer) }),
  errorStatuses: [404, 409],
});

export const handOverDrawer = defineEndpoint({
  method: "post",
  path: "/drawer/:DrawerID/handover",
  guard: drawer.guards.create,
  requiresScopeAll: true,
  summary:
    "Closes a drawer and opens one of a colleague with its cash: as counted, or without a count as expected. Returns the closed one",
  body: handOverDrawerBody,
  response: z.object({ data: recordSchema(drawer) }),
  errorStatuses: [404, 409],
});
