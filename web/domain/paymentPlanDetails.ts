import { z } from "zod";
import { type PaymentPlanDetails, paymentPlanFull, planSchema } from "../../shared/endpoints/payment-plan-full.ts";
import { parseJson } from "../../shared/text.ts";
import { ApiError, callEndpoint } from "../api/request.ts";

/** The response has one row, which contains the plan as JSON text. */
const responseSchema = z.object({
  data: z.array(z.object({ Result: z.string().transform(parseJson).pipe(planSchema) })),
});

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
