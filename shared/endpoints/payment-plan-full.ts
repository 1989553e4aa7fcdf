import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

export const paymentPlanFull = defineEndpoint({
  method: "get",
  path: "/payment-plan-full/:PaymentPlanID",
  guard: { page: "/payment-management?tab=payment-plans", flag: "CanViewPaymentPlan" },
  summary: "A payment plan with its installments, its service rate and the plots that pay the rate",
  response: z.object({
    // One row with JSON text, because existing clients read the plan in this form.
    data: z.array(
      z.object({
        Result: z.string().meta({ description: "JSON text: PaymentPlan, Installments, ServiceRates and Plots" }),
      }),
    ),
  }),
});
