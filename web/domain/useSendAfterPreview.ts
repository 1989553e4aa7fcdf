import { useState } from "react";

interface SendAfterPreviewOptions<Result> {
  /** Reads what would be sent. */
  dryRun: () => Promise<Result>;
  /** Sends the mails and shows the result. */
  send: () => Promise<void>;
  /** Called if there is nothing to send. Without it `send` is called, and its result tells the user why. */
  onNothingToSend?: () => void;
  showError: (error: unknown) => void;
}

/**
 * Sends mails after a dialog that says what is sent. `openDialog` runs `dryRun`, then opens the dialog with
 * `dialogProps`.
 */
export function useSendAfterPreview<Result extends { queued: number }>(options: SendAfterPreviewOptions<Result>) {
  const { dryRun, send, onNothingToSend, showError } = options;
  const [isOpening, setIsOpening] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [dryRunResult, setDryRunResult] = useState<Result>();
  const [open, setOpen] = useState(false);

  async function openDialog() {
    setIsOpening(true);
    try {
      const result = await dryRun();
      setDryRunResult(result);
      if (result.queued > 0) setOpen(true);
      else if (onNothingToSend) onNothingToSend();
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
  return { isOpening, openDialog, dryRunResult, dialogProps };
}
