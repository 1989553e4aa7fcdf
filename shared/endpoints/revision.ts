import { z } from "zod";
import { month, ref, rupees, year } from "../fields.ts";
import { plot } from "../resources/plot.ts";
import { plotFloor } from "../resources/plot-floor.ts";
import { plotType } from "../resources/plot-type.ts";
import { serviceRate } from "../resources/service-rate.ts";
import { defineEndpoint } from "./endpoint.ts";
import { booleanParameter } from "./query-parameters.ts";

const amount = z.number().meta({ description: "In rupees" });

const revisionLine = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  OwnerName: z.string(),
  From: z.string().meta({ description: "The first of consecutive months with the same change, YYYY-MM" }),
  To: z.string(),
  Months: z.int(),
  Before: z.number().meta({ description: "What each month costs, in rupees" }),
  After: z.number(),
  Difference: z.number().meta({ description: "For all these months together" }),
  Charge: z.number().meta({ description: "The part that becomes charges, because money was received for the months" }),
  Credit: z.number().meta({ description: "What was received beyond the new amounts, and becomes credit" }),
});

/** Consecutive months of a house with the same change. */
export type RevisionLine = z.output<typeof revisionLine>;

const revisionPreview = z.object({
  plots: z.int(),
  installments: z.int(),
  before: amount,
  after: amount,
  difference: amount,
  adjustments: z.int().meta({ description: "Number of adjustments that are made" }),
  lines: z.array(revisionLine),
  Preview: z
    .string()
    .meta({ description: "Identifies this preview; send it with the request to apply exactly these changes" }),
});

/** The changes of a revision or a move. */
export type RevisionPreview = z.output<typeof revisionPreview>;

const fromMonth = { FromMonth: month(), FromYear: year() };

const previewId = z.string("Must be text").max(100, "Too long").optional();

/** The fields of the form; the body of the request also has an optional `Preview`. */
export const reviseRateFormSchema = z.object({ ...fromMonth, FloorRate: rupees("Per Floor Rate is required") });

const revisionEndpoint = {
  method: "post",
  requiresScopeAll: true,
  query: z.object({ dryRun: booleanParameter().meta({ description: "Answer the result without writing anything" }) }),
  response: z.object({ data: revisionPreview }),
  errorStatuses: [404, 409],
} as const;

export const reviseServiceRate = defineEndpoint({
  ...revisionEndpoint,
  path: "/service-rate/:RateID/revise",
  guard: serviceRate.guards.update,
  summary:
    "Another amount from a month on: the service charge ends the month before and its successor begins. Answers 409 preview-changed with a new preview if the sent one is outdated",
  body: reviseRateFormSchema.extend({ Preview: previewId }),
});

/** The fields of the form; the body of the request also has an optional `Preview`. */
export const moveFormSchema = z.object({
  TypeID: ref(plotType, "Type is required"),
  FloorID: ref(plotFloor, "Floor is required"),
  ...fromMonth,
});

export const movePlot = defineEndpoint({
  ...revisionEndpoint,
  path: "/plot/:PlotID/move",
  guard: plot.guards.update,
  summary:
    "Another type or floor of a house from a month on: its installments get the amounts and plans of that type and floor. Answers 409 preview-changed with a new preview if the sent one is outdated",
  body: moveFormSchema.extend({ Preview: previewId }),
});
