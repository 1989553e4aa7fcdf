import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { describeError, useResource } from "../../live/useResource.ts";
import { showToast, undoAction } from "../../ui/toast/Toast.tsx";
import type { ServiceRate } from "./serviceRateText.ts";

export const plansPath = "/payment-management?tab=payment-plans";

interface ServiceRateActionsInput {
  update: (rate: ServiceRate, patch: Partial<ServiceRate>) => Promise<{ message: string; data: ServiceRate }>;
}

/** What a card does beside editing. `making`: the rate whose plan is being made. Both functions are stable. */
export function useServiceRateActions({ update }: ServiceRateActionsInput) {
  const { create } = useResource(paymentPlan);
  const maySeePlans = useCan(plansPath);
  const navigate = useNavigate();
  const [making, setMaking] = useState<number>();

  const toggle = useEvent(async (rate: ServiceRate, undoing = false) => {
    try {
      const { message, data } = await update(rate, { IsActive: !rate.IsActive });
      const undo = undoAction(() => void toggle(data, true));
      showToast({ kind: "success", text: message, action: undoing ? undefined : undo });
    } catch (problem) {
      showToast({ kind: "error", text: describeError(problem) });
    }
  });

  const makePlan = useEvent(async (rate: ServiceRate) => {
    if (making !== undefined) return;
    setMaking(rate.RateID);
    try {
      const { message, data } = await create({ ...rate });
      const show = { label: t("Show plan"), onClick: () => void navigate(planUrl(data.PaymentPlanID)) };
      showToast({ kind: "success", text: message, action: maySeePlans ? show : undefined });
    } catch (problem) {
      const answered = problem instanceof ApiError && problem.status > 0;
      showToast({ kind: "error", text: answered ? problem.message : t("Error creating Payment Plan") });
    } finally {
      setMaking(undefined);
    }
  });

  return { generatingRateID: making, canSeePlans: maySeePlans, toggle, generatePlan: makePlan };
}

/** The plans' tab with this plan alone. */
export function planUrl(plan: number): string {
  return `${plansPath}&plan=${plan}`;
}
