import { z } from "zod";
import { dayClose } from "../resources/day-close.ts";
import { defineEndpoint } from "./endpoint.ts";

export const dayClosePdf = defineEndpoint({
  method: "get",
  path: "/day-close/:DayCloseID.pdf",
  guard: dayClose.guards.list,
  allRowsOnly: true,
  summary: "The sheet of a closed day as a PDF file",
  query: z.object({ lang: z.enum(["en", "ur"]).default("en") }),
  file: "application/pdf",
  errorStatuses: [404, 429],
});
