import { defineEndpoint } from "../endpoint.ts";

export const dashboardSummary = defineEndpoint({
  method: "get",
  path: "/dashboard/summary",
  guard: { page: "/", flag: "CanView" },
  summary: "Collection and expenses of the current and the last month and year",
});
