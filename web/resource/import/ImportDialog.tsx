import { useEffect, useRef, useState } from "react";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { t } from "../../i18n/t.ts";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { ImportColumnsStep } from "./ImportColumnsStep.tsx";
import { ImportErrorNotice } from "./ImportErrorNotice.tsx";
import { ImportFileStep } from "./ImportFileStep.tsx";
import { ImportReviewStep } from "./ImportReviewStep.tsx";
import { ImportRunningStep } from "./ImportRunningStep.tsx";
import { ImportStepper } from "./ImportStepper.tsx";
import { useImport } from "./useImport.ts";

interface ImportDialogProps {
  name: ImportKind;
  open: boolean;
  onClose: () => void;
}

/** Takes a spreadsheet in: file, columns, what would be done, doing it. Once begun it goes on without the dialog. */
export function ImportDialog({ name, open, onClose }: ImportDialogProps) {
  const shown = useRef(open);
  const body = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const importing = useImport(name, handleOver);
  const { step, busy, failed } = importing;
  const running = step === "running" && busy;
  shown.current = open;

  // Each step begins where it is read; what had the focus before is gone.
  useEffect(() => {
    if (step !== "file") body.current?.focus({ preventScroll: true });
  }, [step]);

  function handleOver(outcome: ImportOutcome | undefined) {
    setAsking(false);
    if (shown.current) return;
    showToast({ kind: "success", text: outcome ? finishedText(outcome) : t("Import finished") });
    importing.reset();
  }

  function handleOpenChange(next: boolean) {
    if (next) return;
    if (step === "done" || (step === "file" && !busy)) return close();
    setAsking(true);
  }

  function close() {
    setAsking(false);
    if (!running) importing.reset();
    onClose();
  }

  return (
    <>
      <Dialog open={open} onOpenChange={handleOpenChange} title={getTitle(name)} width="l">
        <div ref={body} tabIndex={-1} style={{ outline: "none" }}>
          <ImportStepper step={step} />
          {failed && <ImportErrorNotice reason={failed.reason} onRetry={failed.retry} />}
          {step === "file" && (
            <ImportFileStep name={name} fileName={importing.file?.name} busy={busy} onChoose={importing.selectFile} />
          )}
          {step === "columns" && <ImportColumnsStep importing={importing} />}
          {(step === "check" || step === "done") && <ImportReviewStep importing={importing} onClose={close} />}
          {step === "running" && (
            <ImportRunningStep name={name} importing={importing} onClose={() => handleOpenChange(false)} />
          )}
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={running ? t("Close while the import is running?") : t("Leave the import?")}
        text={
          running
            ? t("It goes on by itself, and the page shows how far it is.")
            : t("Nothing has been written yet. The file has to be chosen again.")
        }
        confirmLabel={running ? t("Close") : t("Leave")}
        onConfirm={close}
      />
    </>
  );
}

function getTitle(name: ImportKind): string {
  switch (name) {
    case "plots":
      return t("Import plots");
    case "receipts":
      return t("Import receipts");
    case "expenses":
      return t("Import expenses");
  }
}

function finishedText({ added, updated }: ImportOutcome): string {
  return t("Import finished: {added} added, {updated} changed", { added, updated });
}
