import { useState } from "react";

interface SendAfterPreviewOptions<Result> {
  /** Reads what would be sent. */
  dryRun: () => Promise<Result>;
  /** Sends the mails and shows the result. */
  send: () => Promise<void>;
  /** Called if there is nothing to send. If left out, `send` is called, whose result tells the user why. */
  onNothingToSend?: () => void;
  showError: (error: unknown) => void;
}

/**
 * Sends mails after a dialog that says what is sent. `startPreview` runs `dryRun` and opens the dialog with
 * `dialogProps`. If there is nothing to send, it opens no dialog, but calls `onNothingToSend` or, without it, `send`.
 */
export function useSendAfterPreview<Result extends { queued: number }>(options: SendAfterPreviewOptions<Result>) {
  const { dryRun, send, onNothingToSend, showError } = options;
  const [isLoadingPreview, setIsLoadingPreview] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [dryRunResult, setDryRunResult] = useState<Result>();
  const [open, setOpen] = useState(false);

  async function startPreview() {
    setIsLoadingPreview(true);
    try {
      const result = await dryRun();
      setDryRunResult(result);
      if (result.queued > 0) setOpen(true);
      else if (onNothingToSend) onNothingToSend();
      else await sendAndClose();
    } catch (error) {
      showError(error);
    }
    setIsLoadingPreview(false);
  }

  async function sendAndClose() {
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
    onConfirm: () => void sendAndClose(),
  } as const;
  return { isLoadingPreview, startPreview, dryRunResult, dialogProps };
}
