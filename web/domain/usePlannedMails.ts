import { useState } from "react";

interface PlannedMailsOptions<Plan> {
  /** Reads what would be sent: a dry run. */
  readPlan: () => Promise<Plan>;
  /** Sends the mails and shows the result. */
  send: () => Promise<void>;
  /** Called if nothing would be sent; by default `send`, whose result says why. */
  showNothing?: () => void;
  showError: (error: unknown) => void;
}

/**
 * Sends mails after a dialog that says what is sent. `openDialog` reads the plan and opens the dialog, which gets `dialogProps`.
 */
export function usePlannedMails<Plan extends { queued: number }>(options: PlannedMailsOptions<Plan>) {
  const { readPlan, send, showNothing, showError } = options;
  const [isOpening, setIsOpening] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [planned, setPlanned] = useState<Plan>();
  const [open, setOpen] = useState(false);

  async function openDialog() {
    setIsOpening(true);
    try {
      const plan = await readPlan();
      setPlanned(plan);
      if (plan.queued > 0) setOpen(true);
      else if (showNothing) showNothing();
      else await confirm();
    } catch (error) {
      showError(error);
    }
    setIsOpening(false);
  }

  async function confirm() {
    setIsSending(true);
    await send().catch(showError);
    setIsSending(false);
    setOpen(false);
  }

  const dialogProps = {
    open,
    onOpenChange: setOpen,
    confirmVariant: "primary",
    busy: isSending,
    onConfirm: () => void confirm(),
  } as const;
  return { isOpening, openDialog, planned, dialogProps };
}
