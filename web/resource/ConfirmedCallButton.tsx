import { type ComponentProps, useState } from "react";
import { Button } from "../ui/button/Button.tsx";
import { useIdempotentSend } from "./form/useIdempotentSend.ts";
import { PageConfirmDialog } from "./PageDialog.tsx";
import { type SuccessMessage, showResultToast } from "./showResultToast.ts";

interface ConfirmedCallButtonProps
  extends Pick<ComponentProps<typeof Button>, "variant" | "icon" | "children">,
    Pick<ComponentProps<typeof PageConfirmDialog>, "title" | "text" | "confirmLabel"> {
  /** Gets the same `idempotencyKey` until it succeeds. */
  call: (idempotencyKey: string) => Promise<SuccessMessage>;
}

/** A button that calls the server after a question. A toast shows the result. */
export function ConfirmedCallButton({ variant, icon, children, call, ...dialog }: ConfirmedCallButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const sendOnce = useIdempotentSend();

  async function handleConfirm() {
    setBusy(true);
    await showResultToast(sendOnce(null, call));
    setBusy(false);
    setIsOpen(false);
  }

  return (
    <>
      <Button variant={variant} icon={icon} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <PageConfirmDialog
        {...dialog}
        open={isOpen}
        onOpenChange={setIsOpen}
        busy={busy}
        onConfirm={() => void handleConfirm()}
      />
    </>
  );
}
