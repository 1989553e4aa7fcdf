import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { isPayable } from "../../../shared/domain/installments.ts";
import { messages } from "../../../shared/messages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { say } from "../../lib/language.ts";
import { Problem, request } from "../../lib/request.ts";
import { useMay } from "../../lib/session.ts";
import { readToken } from "../../lib/token.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { fetchPlan, type PlanFull } from "../../planFull.ts";
import { showToast } from "../../ui/Toast.tsx";
import { useHandler } from "../../ui/useHandler.ts";

export type PaymentPlan = RecordOf<typeof paymentPlan>;

interface Work {
  PaymentPlanID: number;
  name: string;
  /** How many installments are being made; undefined while the plan is read. */
  rows?: number;
  /** It takes so long that it has to be shown. */
  slow: boolean;
}

const shownAfterMs = 400;
const schedulePath = paymentSchedule.guards.list.page;

/** Makes the installments of a plan's houses, one plan at a time. `view` and `generate` are stable. */
export function usePlanActions() {
  const [work, setWork] = useState<Work>();
  const maySeeSchedule = useMay(schedulePath);
  const navigate = useNavigate();
  const working = work?.PaymentPlanID;

  useEffect(() => {
    if (working === undefined) return;
    const wait = setTimeout(() => setWork((now) => now && { ...now, slow: true }), shownAfterMs);
    return () => clearTimeout(wait);
  }, [working]);

  const generate = useHandler(async ({ PaymentPlanID, PaymentPlanName }: PaymentPlan) => {
    if (work) return;
    setWork({ PaymentPlanID, name: PaymentPlanName, slow: false });
    try {
      const body = requestFor(await planToBill(PaymentPlanID));
      setWork((now) => now && { ...now, rows: body.rows });
      const message = await makeSchedule({ PaymentPlanID, RateID: body.RateID, PlotIDs: body.PlotIDs });
      const show = { label: say("Show schedule"), onAct: () => void navigate(schedulePath) };
      const kind = message === messages.scheduleExists ? "info" : "success";
      showToast({ kind, text: message, action: maySeeSchedule ? show : undefined });
    } catch (problem) {
      showToast({ kind: "error", text: reasonOf(problem) });
    } finally {
      setWork(undefined);
    }
  });

  const view = useHandler(({ PaymentPlanID }: PaymentPlan) => {
    window.open(`/payment-plan-details-view?PaymentPlanID=${PaymentPlanID}`, "_blank", "noopener");
  });

  return { work, generate, view };
}

async function planToBill(id: number): Promise<PlanFull> {
  if (!readToken()) throw new Error(say("Authorization token missing"));
  try {
    return await fetchPlan(id);
  } catch {
    throw new Error(say("Failed to fetch payment plan details."));
  }
}

function requestFor({ ServiceRates, Plots, Installments }: PlanFull) {
  const RateID = ServiceRates[0]?.RateID;
  const PlotIDs = Plots.map(({ PlotID }) => PlotID);
  if (RateID === undefined || PlotIDs.length === 0) throw new Error(say("Required data missing: RateID or PlotIDs"));
  const payable = Installments.filter(isPayable);
  return { RateID, PlotIDs, rows: PlotIDs.length * payable.length };
}

async function makeSchedule(body: { RateID: number; PaymentPlanID: number; PlotIDs: number[] }): Promise<string> {
  try {
    const { message } = await request({ method: "post", path: `/${paymentSchedule.writeName}`, body });
    return message || messages.scheduleMade;
  } catch (problem) {
    const answered = problem instanceof Problem && problem.status > 0;
    if (!answered) throw new Error(say("Error generating payment schedule"));
    throw new Error(problem.message || say("Failed to generate payment schedule"));
  }
}
