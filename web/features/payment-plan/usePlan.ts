import { useCallback, useEffect, useRef, useState } from "react";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { Problem } from "../../lib/request.ts";
import { useSession } from "../../lib/session.ts";
import { reasonOf, useResource } from "../../lib/useResource.ts";
import { fetchPlan, type PlanFull } from "../../planFull.ts";

interface Shown {
  plan?: PlanFull;
  problem?: Problem;
}

/** The plan, read again when it, its rate or the reader's rights change; once shown it stays until it is known to be gone. */
export function usePlan(id: number) {
  const [shown, setShown] = useState<Shown>({});
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(async () => {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    try {
      setShown({ plan: await fetchPlan(id, own.signal) });
    } catch (error) {
      if (own.signal.aborted) return;
      const problem = error instanceof Problem ? error : new Problem({ status: 0, message: reasonOf(error) });
      const gone = problem.status === 403 || problem.status === 404;
      setShown((before) => ({ plan: gone ? undefined : before.plan, problem }));
    }
  }, [id]);

  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read]);
  useWhenChanged(useStamp(id), read);
  useWhenChanged(useSession(), read);

  return { ...shown, again: read };
}

/** Tells one state of the plan and its rate from the next; undefined for those who may not follow them. */
function useStamp(id: number): string | undefined {
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
