import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

export const paymentPlanHouses = defineEndpoint({
  path: "/payment-plan-houses",
  guard: { page: "/payment-management?tab=payment-plans", flag: "CanView" },
  summary:
    "For each payment plan, how many houses have its type, category and floor, and how many of these have its installments",
  response: z.object({
    data: z.array(z.object({ PaymentPlanID: z.int(), Houses: z.int(), Generated: z.int() })),
  }),
});
