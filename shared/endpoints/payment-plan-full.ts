import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

const planLineSchema = z.object({
  /** Negative for the total row of a year. */
  InstallmentNumber: z.number(),
  DueDate: z.string(),
  TotalAmount: z.number(),
  Percentage: z.number(),
});

const rateSchema = z.object({
  RateID: z.number(),
  StartMonth: z.number(),
  StartYear: z.number(),
  EndMonth: z.number(),
  EndYear: z.number(),
  FloorRate: z.number(),
  DueOnDay: z.number(),
  IsPenaltyApply: z.boolean(),
  GracePeriodDays: z.number(),
  PenaltyAmount: z.number(),
  IsActive: z.boolean(),
  TypeName: z.string(),
  CategoryName: z.string(),
  Floor: z.string(),
});

const plotSchema = z.object({ PlotID: z.number(), HouseNo: z.string(), OwnerName: z.string() });

/** A plan with its installments, rates and plots; amounts in rupees. */
export const planSchema = z.object({
  PaymentPlan: z.object({
    PaymentPlanID: z.number(),
    PaymentPlanName: z.string(),
    Description: z.string(),
    CreatedAt: z.string(),
  }),
  Installments: z.array(planLineSchema),
  ServiceRates: z.array(rateSchema).default([]),
  Plots: z.array(plotSchema).default([]),
});

export type PaymentPlanDetails = z.output<typeof planSchema>;
export type PlanLineRecord = z.output<typeof planLineSchema>;
export type PlanRateRecord = z.output<typeof rateSchema>;
export type PlanPlotRecord = z.output<typeof plotSchema>;

export const paymentPlanFull = defineEndpoint({
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
