import { useState } from "react";
import { say } from "../../lib/language.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { Note } from "../../Note.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { PaymentPlan } from "./PaymentPlanActions.ts";

interface PaymentPlanRevokeProps {
  plan: PaymentPlan;
  open: boolean;
  onClose: () => void;
  /** Throws a Problem. */
  onRevoke: (plan: PaymentPlan) => Promise<string>;
}

/** Asks before a plan and its unpaid installments go, and stays to say what holds it. */
export function PaymentPlanRevoke({ plan, open, onClose, onRevoke }: PaymentPlanRevokeProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function handleConfirm() {
    setBusy(true);
    setRefusal(undefined);
    try {
      showToast({ kind: "success", text: await onRevoke(plan) });
      onClose();
    } catch (problem) {
      setRefusal(reasonOf(problem));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={say("Revoke the payment plan {plan}?", { plan: plan.PaymentPlanName })}
      text={
        refusal === undefined ? (
          say(
            "Its unpaid installments disappear from every house's schedule. With any of them paid or part-paid nothing is changed.",
          )
        ) : (
          <Note urgent tone="bad" title={refusal} />
        )
      }
      confirmLabel={refusal === undefined ? say("Revoke") : say("Try again")}
      busy={busy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
