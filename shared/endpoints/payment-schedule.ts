import { z } from "zod";
import { keepInstallmentBody, withdrawBody } from "../resources/withdrawn-installment.ts";
import { defineEndpoint } from "./endpoint.ts";
import { integerParameter } from "./query-parameters.ts";

/** A month without a new installment, because the plan with this PaymentPlanID already charges the house for it. */
export const skippedMonth = z.object({
  PlotID: z.int(),
  HouseNo: z.string(),
  Month: z.int(),
  Year: z.int(),
  PaymentPlanID: z.int(),
});

export type SkippedMonth = z.output<typeof skippedMonth>;

const monthSchema = z.object({ Month: z.int(), Year: z.int() });

const generationPreview = z.object({
  /** The first month that is charged. */
  from: monthSchema,
  /** The months that the plan has. */
  months: z.array(monthSchema),
  /** Number of installments that would be generated. */
  installments: z.int(),
  /** Sum of the amounts of these installments, without penalties. */
  amount: z.number().meta({ description: "In rupees" }),
  /** Number of houses that would get installments. */
  houses: z.int(),
  /** Number of houses of the plan. */
  planHouses: z.int(),
  /** Number of the plan's houses that have installments of its months already. */
  chargedHouses: z.int(),
  /** Number of months that are left out because they are charged already, counted for each house. */
  skipped: z.int(),
  /** Number of these installments whose month is over. */
  past: z.int(),
  /** Number of these installments that get their penalty at once. */
  penalized: z.int(),
  /** Sum of the penalties that apply at once. */
  penalty: z.number().meta({ description: "In rupees" }),
});

export type GenerationPreview = z.output<typeof generationPreview>;

export const previewGeneration = defineEndpoint({
  path: "/payment-plan/:PaymentPlanID/generation",
  guard: { page: "/payment-management?tab=payment-plans", flag: "CanGeneratePaymentSchedule" },
  requiresScopeAll: true,
  summary:
    "Preview generating the plan's schedule for all of its houses. Without a month, it starts with the month in which the first house that lacks an installment was added, within the plan and after the locked months",
  query: z.object({ FromMonth: integerParameter(1, 12).optional(), FromYear: integerParameter(1, 2100).optional() }),
  response: z.object({ data: generationPreview }),
});

const withdrawGuard = { page: "/payment-management?tab=withdrawn-installments", flag: "CanAdd" } as const;
const countResponse = z.object({ data: z.int().meta({ description: "Number of withdrawn installments" }) });

export const withdrawInstallments = defineEndpoint({
  method: "post",
  path: "/payment-schedule/withdraw",
  guard: withdrawGuard,
  requiresScopeAll: true,
  summary: "Withdraw unpaid installments",
  body: withdrawBody,
  response: countResponse,
  errorStatuses: [404, 409],
});

export const keepInstallment = defineEndpoint({
  method: "post",
  path: "/payment-schedule/keep",
  guard: withdrawGuard,
  requiresScopeAll: true,
  summary:
    "Keep this installment of a month that is charged more than once and withdraw the others. What receipts paid on the others becomes credit",
  body: keepInstallmentBody,
  response: countResponse,
  errorStatuses: [404, 409],
});
