import { useCallback, useEffect, useRef, useState } from "react";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ApiError } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { fetchPaymentPlanDetails, type PaymentPlanDetails } from "../../domain/paymentPlanDetails.ts";
import { describeError, useResource } from "../../live/useResource.ts";

interface PlanState {
  plan?: PaymentPlanDetails;
  error?: ApiError;
}

/** The plan, read again when it, its rate or the reader's rights change; once shown it stays until it is known to be gone. */
export function usePaymentPlanDetails(id: number) {
  const [shown, setShown] = useState<PlanState>({});
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(async () => {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    try {
      setShown({ plan: await fetchPaymentPlanDetails(id, own.signal) });
    } catch (error) {
      if (own.signal.aborted) return;
      const problem = error instanceof ApiError ? error : new ApiError({ status: 0, message: describeError(error) });
      const gone = problem.status === 403 || problem.status === 404;
      setShown((before) => ({ plan: gone ? undefined : before.plan, error: problem }));
    }
  }, [id]);

  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read]);
  useWhenChanged(usePlanRevision(id), read);
  useWhenChanged(useSession(), read);

  return { ...shown, refetch: read };
}

/** Tells one state of the plan and its rate from the next; undefined for those who may not follow them. */
function usePlanRevision(id: number): string | undefined {
  const plans = useResource(paymentPlan);
  const rates = useResource(serviceRate);
  if (plans.status !== "ready" || rates.status !== "ready") return undefined;
  const plan = plans.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  const rate = rates.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  return `${plan?.Version} ${rate?.Version}`;
}

function useWhenChanged(stamp: unknown, run: () => unknown): void {
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current !== undefined && stamp !== undefined && stamp !== seen.current) run();
    seen.current = stamp ?? seen.current;
  }, [stamp, run]);
}
