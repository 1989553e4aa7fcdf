import { z } from "zod";
import { paymentPlanFull } from "../../shared/endpoints/payment-plan-full.ts";
import { parseJson } from "../../shared/text.ts";
import { ApiError, callEndpoint } from "../api/request.ts";

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

const planSchema = z.object({
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

/** The response has one row, which contains the plan as JSON text. */
const responseSchema = z.object({
  data: z.array(z.object({ Result: z.string().transform(parseJson).pipe(planSchema) })),
});

export type PaymentPlanDetails = z.infer<typeof planSchema>;
export type PlanLine = z.infer<typeof planLineSchema>;
export type PlanRate = z.infer<typeof rateSchema>;
export type PlanPlot = z.infer<typeof plotSchema>;

/**
 * The plan with its installments, rates and plots; amounts in rupees. Throws an ApiError, also for an invalid response.
 */
export async function fetchPaymentPlanDetails(
  PaymentPlanID: number,
  signal?: AbortSignal,
): Promise<PaymentPlanDetails> {
  const parsed = responseSchema.safeParse(await callEndpoint(paymentPlanFull, { params: { PaymentPlanID }, signal }));
  const details = parsed.data?.data[0]?.Result;
  if (!details) throw new ApiError({ status: 0, message: "The payment plan cannot be read" });
  return details;
}
