import { useEffect, useRef, useState } from "react";
import type { ImportOutcome } from "../../shared/endpoints/import.ts";
import type { ImportName } from "../../shared/import-names.ts";
import { say } from "../lib/language.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { showToast } from "../ui/Toast.tsx";
import { ImportCheck } from "./ImportCheck.tsx";
import { ImportColumns } from "./ImportColumns.tsx";
import { ImportFailed } from "./ImportFailed.tsx";
import { ImportFile } from "./ImportFile.tsx";
import { ImportRunning } from "./ImportRunning.tsx";
import { ImportSteps } from "./ImportSteps.tsx";
import { useImport } from "./useImport.ts";

interface ImportDialogProps {
  name: ImportName;
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
    showToast({ kind: "success", text: outcome ? doneText(outcome) : say("Import finished") });
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
      <Dialog open={open} onOpenChange={handleOpenChange} title={titleOf(name)} width="l">
        <div ref={body} tabIndex={-1} style={{ outline: "none" }}>
          <ImportSteps step={step} />
          {failed && <ImportFailed reason={failed.reason} onAgain={failed.again} />}
          {step === "file" && (
            <ImportFile name={name} file={importing.file?.name} busy={busy} onChoose={importing.choose} />
          )}
          {step === "columns" && <ImportColumns importing={importing} />}
          {(step === "check" || step === "done") && <ImportCheck importing={importing} onClose={close} />}
          {step === "running" && (
            <ImportRunning name={name} importing={importing} onClose={() => handleOpenChange(false)} />
          )}
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={running ? say("Close while the import is running?") : say("Leave the import?")}
        text={
          running
            ? say("It goes on by itself, and the page shows how far it is.")
            : say("Nothing has been written yet. The file has to be chosen again.")
        }
        confirmLabel={running ? say("Close") : say("Leave")}
        onConfirm={close}
      />
    </>
  );
}

function titleOf(name: ImportName): string {
  switch (name) {
    case "plots":
      return say("Import plots");
    case "receipts":
      return say("Import receipts");
    case "expenses":
      return say("Import expenses");
  }
}

function doneText({ added, updated }: ImportOutcome): string {
  return say("Import finished: {added} added, {updated} changed", { added, updated });
}
