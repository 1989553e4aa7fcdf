import { z } from "zod";
import { textWithMin } from "../fields.ts";
import { adjustment } from "../resources/adjustment.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";

/** The reason of a void or withdrawal: at least three visible characters. */
export const reasonBody = z.object({ Reason: textWithMin(3, "Reason must have at least 3 characters") });

export const voidAdjustment = defineEndpoint({
  method: "post",
  path: "/adjustment/:AdjustmentID/void",
  guard: adjustment.guards.remove,
  summary: "Undoes an adjustment; it keeps its number",
  body: reasonBody,
  response: z.object({ data: recordSchema(adjustment) }),
  errorStatuses: [404, 409],
});
