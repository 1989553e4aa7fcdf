import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isMonthlyInstallment } from "../../../shared/domain/payment-plan.ts";
import type { PaymentPlanDetails } from "../../../shared/endpoints/payment-plan-full.ts";
import type { SkippedMonth } from "../../../shared/endpoints/payment-schedule.ts";
import { messages } from "../../../shared/messages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError, request } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { readToken } from "../../api/token.ts";
import { fetchPaymentPlanDetails } from "../../domain/paymentPlanDetails.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { isolate, t } from "../../i18n/t.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

export type PaymentPlan = RecordOf<typeof paymentPlan>;

/** The generation that is running. */
interface GenerationTask {
  PaymentPlanID: number;
  name: string;
  /** Number of installments to generate; undefined while the plan is loading. */
  installmentCount?: number;
  /** Running for longer than `showProgressAfterMs`. */
  isSlow: boolean;
}

/** The first month that a generation charges. */
export interface FromMonth {
  FromMonth: number;
  FromYear: number;
}

/** A finished generation that left out months which other plans charge. */
interface IncompleteGeneration {
  message: string;
  skipped: readonly SkippedMonth[];
}

const showProgressAfterMs = 400;
const schedulePath = paymentSchedule.guards.list.page;

/** Opens a plan, or generates the schedule of its houses, one plan at a time. `view` and `generate` are stable. */
export function usePaymentPlanActions() {
  const [task, setTask] = useState<GenerationTask>();
  const [incomplete, setIncomplete] = useState<IncompleteGeneration>();
  const canSeeSchedule = useCan(schedulePath);
  const navigate = useNavigate();
  const runningPlanId = task?.PaymentPlanID;

  useEffect(() => {
    if (runningPlanId === undefined) return;
    const timer = setTimeout(() => setTask((current) => current && { ...current, isSlow: true }), showProgressAfterMs);
    return () => clearTimeout(timer);
  }, [runningPlanId]);

  const generate = useEvent(async ({ PaymentPlanID, PaymentPlanName }: PaymentPlan, from: FromMonth) => {
    if (task) return;
    setTask({ PaymentPlanID, name: PaymentPlanName, isSlow: false });
    try {
      const scheduleInput = readScheduleInput(await fetchPlanForSchedule(PaymentPlanID));
      setTask((current) => current && { ...current, installmentCount: scheduleInput.installmentCount });
      const { RateID, PlotIDs } = scheduleInput;
      const { message, code, skipped } = await generateSchedule({ PaymentPlanID, RateID, PlotIDs, ...from });
      const ofOtherPlans = skipped.filter((month) => month.PaymentPlanID !== PaymentPlanID);
      if (ofOtherPlans.length > 0) return setIncomplete({ message, skipped: ofOtherPlans });
      const showSchedule = { label: t("Show schedule"), onClick: () => void navigate(schedulePath) };
      const kind = code === "schedule-exists" ? "info" : "success";
      showToast({
        kind,
        text: message,
        detail: isolate(PaymentPlanName),
        action: canSeeSchedule ? showSchedule : undefined,
      });
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    } finally {
      setTask(undefined);
    }
  });

  const view = useEvent(({ PaymentPlanID }: PaymentPlan) => {
    window.open(`/payment-plan-details-view?PaymentPlanID=${PaymentPlanID}`, "_blank", "noopener");
  });

  return { task, generate, view, incomplete, closeIncomplete: () => setIncomplete(undefined) };
}

async function fetchPlanForSchedule(id: number): Promise<PaymentPlanDetails> {
  if (!readToken()) throw new Error(t("Authorization token missing"));
  try {
    return await fetchPaymentPlanDetails(id);
  } catch {
    throw new Error(t("Failed to fetch payment plan details."));
  }
}

function readScheduleInput({ ServiceRates, Plots, Installments }: PaymentPlanDetails) {
  const RateID = ServiceRates[0]?.RateID;
  const PlotIDs = Plots.map(({ PlotID }) => PlotID);
  if (RateID === undefined || PlotIDs.length === 0) throw new Error(t("Required data missing: RateID or PlotIDs"));
  const monthlyInstallments = Installments.filter(isMonthlyInstallment);
  return { RateID, PlotIDs, installmentCount: PlotIDs.length * monthlyInstallments.length };
}

interface GenerationResponse {
  message: string;
  code?: string;
  skipped?: SkippedMonth[];
}

/** Adds the installments. Throws an Error with a text for the user. */
async function generateSchedule(body: FromMonth & { RateID: number; PaymentPlanID: number; PlotIDs: number[] }) {
  try {
    const path = `/${paymentSchedule.writePath}`;
    const { message, code, skipped = [] } = await request<GenerationResponse>({ method: "post", path, body });
    return { message: message || messages["schedule-generated"], code, skipped };
  } catch (error) {
    const hasResponse = error instanceof ApiError && error.status > 0;
    if (!hasResponse) throw new Error(t("Error generating payment schedule"));
    throw new Error(error.hasServerMessage ? error.message : t("Failed to generate payment schedule"));
  }
}
