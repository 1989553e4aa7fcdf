import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { say } from "../../lib/language.ts";
import { Problem } from "../../lib/request.ts";
import { useMay } from "../../lib/session.ts";
import { reasonOf, useResource } from "../../lib/useResource.ts";
import { showToast, undoBy } from "../../ui/Toast.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import type { ServiceRate } from "./RateText.ts";

export const plansPath = "/payment-management?tab=payment-plans";

interface RateActionsInput {
  update: (rate: ServiceRate, patch: Partial<ServiceRate>) => Promise<{ message: string; data: ServiceRate }>;
}

/** What a card does beside editing. `making`: the rate whose plan is being made. Both functions are stable. */
export function useRateActions({ update }: RateActionsInput) {
  const { create } = useResource(paymentPlan);
  const maySeePlans = useMay(plansPath);
  const navigate = useNavigate();
  const [making, setMaking] = useState<number>();

  const toggle = useHandler(async (rate: ServiceRate, undoing = false) => {
    try {
      const { message, data } = await update(rate, { IsActive: !rate.IsActive });
      const undo = undoBy(() => void toggle(data, true));
      showToast({ kind: "success", text: message, action: undoing ? undefined : undo });
    } catch (problem) {
      showToast({ kind: "error", text: reasonOf(problem) });
    }
  });

  const makePlan = useHandler(async (rate: ServiceRate) => {
    if (making !== undefined) return;
    setMaking(rate.RateID);
    try {
      const { message, data } = await create({ ...rate });
      const show = { label: say("Show plan"), onAct: () => void navigate(planLink(data.PaymentPlanID)) };
      showToast({ kind: "success", text: message, action: maySeePlans ? show : undefined });
    } catch (problem) {
      const answered = problem instanceof Problem && problem.status > 0;
      showToast({ kind: "error", text: answered ? problem.message : say("Error creating Payment Plan") });
    } finally {
      setMaking(undefined);
    }
  });

  return { making, maySeePlans, toggle, makePlan };
}

/** The plans' tab with this plan alone. */
export function planLink(plan: number): string {
  return `${plansPath}&plan=${plan}`;
}
