import { z } from "zod";
import { dayClose } from "../resources/day-close.ts";
import { defineEndpoint } from "./endpoint.ts";
import { languageParameter } from "./query-parameters.ts";

export const dayClosePdf = defineEndpoint({
  path: "/day-close/:DayCloseID.pdf",
  guard: dayClose.guards.list,
  requiresScopeAll: true,
  summary: "A day close as a PDF file: the drawers, sums and payments of the day",
  query: z.object({ lang: languageParameter() }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});
