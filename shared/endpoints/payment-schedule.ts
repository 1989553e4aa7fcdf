import { z } from "zod";
import { keepBody, withdrawBody } from "../resources/withdrawn-installment.ts";
import { defineEndpoint } from "./endpoint.ts";

/** A month that a generation leaves out, because this plan charges the house for it already. */
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
  /** Number of installments that would be generated, and of the houses that get them. */
  installments: z.int(),
  houses: z.int(),
  /** Number of months that are charged already, and are left out. */
  skipped: z.int(),
  /** Number of the installments whose month is over, and of those that get their penalty at once, with its sum. */
  past: z.int(),
  penalized: z.int(),
  penalty: z.number().meta({ description: "In rupees" }),
});

export type GenerationPreview = z.output<typeof generationPreview>;

const monthParameter = (max: number) => z.coerce.number().int().min(1).max(max).optional();

export const previewGeneration = defineEndpoint({
  method: "get",
  path: "/payment-plan/:PaymentPlanID/generation",
  guard: { page: "/payment-management?tab=payment-plans", flag: "CanGeneratePaymentSchedule" },
  allRowsOnly: true,
  summary:
    "What generating the plan's schedule for all of its houses would add. Without a month: from the first month in which one of the houses was in the register",
  query: z.object({ FromMonth: monthParameter(12), FromYear: monthParameter(2100) }),
  response: z.object({ data: generationPreview }),
});

const withdrawGuard = { page: "/payment-management?tab=withdrawn-installments", flag: "CanAdd" } as const;
const countResponse = z.object({ data: z.int().meta({ description: "Number of withdrawn installments" }) });

export const withdrawInstallments = defineEndpoint({
  method: "post",
  path: "/payment-schedule/withdraw",
  guard: withdrawGuard,
  allRowsOnly: true,
  summary: "Withdraw unpaid installments",
  body: withdrawBody,
  response: countResponse,
  errorStatuses: [404, 409],
});

export const keepInstallment = defineEndpoint({
  method: "post",
  path: "/payment-schedule/keep",
  guard: withdrawGuard,
  allRowsOnly: true,
  summary:
    "Decide a month that is charged twice: keep this installment and withdraw the others; what receipts paid on those becomes credit",
  body: keepBody,
  response: countResponse,
  errorStatuses: [404, 409],
});
