import { z } from "zod";
import { paymentPlanFull } from "../shared/endpoints/payment-plan-full.ts";
import { call, Problem } from "./lib/request.ts";

const installment = z.object({
  /** Negative for the total row of a year. */
  InstallmentNumber: z.number(),
  DueDate: z.string(),
  TotalAmount: z.number(),
  Percentage: z.number(),
});

const rate = z.object({
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

const plot = z.object({ PlotID: z.number(), HouseNo: z.string(), OwnerName: z.string() });

const plan = z.object({
  PaymentPlan: z.object({
    PaymentPlanID: z.number(),
    PaymentPlanName: z.string(),
    Description: z.string(),
    CreatedAt: z.string(),
  }),
  Installments: z.array(installment),
  ServiceRates: z.array(rate).default([]),
  Plots: z.array(plot).default([]),
});

/** The plan travels as text inside the answer's only row. */
const answer = z.object({ data: z.array(z.object({ Result: z.string().transform(jsonOf).pipe(plan) })) });

export type PlanFull = z.infer<typeof plan>;
export type PlanInstallment = z.infer<typeof installment>;
export type PlanRate = z.infer<typeof rate>;
export type PlanPlot = z.infer<typeof plot>;

/** The plan with its installments, rate and plots; amounts in rupees. Throws a Problem, also when the answer cannot be read. */
export async function fetchPlan(PaymentPlanID: number, signal?: AbortSignal): Promise<PlanFull> {
  const read = answer.safeParse(await call(paymentPlanFull, { params: { PaymentPlanID }, signal }));
  const full = read.data?.data[0]?.Result;
  if (!full) throw new Problem({ status: 0, message: "The payment plan cannot be read" });
  return full;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
