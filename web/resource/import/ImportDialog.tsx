import { useEffect, useRef, useState } from "react";
import styled, { css } from "styled-components";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { type TranslationKey, t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { PageConfirmDialog, PageDialog } from "../PageDialog.tsx";
import { ImportColumnsStep } from "./ImportColumnsStep.tsx";
import { ImportFileStep } from "./ImportFileStep.tsx";
import { ImportOutcomeStep, ImportRunningStep, UndoImportButton } from "./ImportOutcomeStep.tsx";
import { type ImportStep, useImport } from "./useImport.ts";

interface ImportDialogProps {
  kind: ImportKind;
  open: boolean;
  onClose: () => void;
}

/** Imports a spreadsheet in four steps. A running import continues when the dialog is closed. */
export function ImportDialog({ kind, open, onClose }: ImportDialogProps) {
  const isOpen = useRef(open);
  const body = useRef<HTMLDivElement>(null);
  const [isConfirmingClose, setIsConfirmingClose] = useState(false);
  const importState = useImport(kind, { onFinished: handleFinished, onUndone: onClose });
  const { step, busy, failure, lastImport } = importState;
  const isRunning = step === "running" && busy;
  isOpen.current = open;

  // Focuses each new step, because the previously focused control no longer exists.
  useEffect(() => {
    if (step !== "file") body.current?.focus({ preventScroll: true });
  }, [step]);

  function handleFinished(outcome: ImportOutcome | undefined) {
    setIsConfirmingClose(false);
    if (isOpen.current) return;
    showToast({ kind: "success", text: outcome ? describeOutcome(outcome) : t("Import finished") });
    importState.reset();
  }

  function handleOpenChange(next: boolean) {
    if (next) return;
    if (step === "done" || (step === "file" && !busy)) return close();
    setIsConfirmingClose(true);
  }

  function close() {
    setIsConfirmingClose(false);
    if (!isRunning) importState.reset();
    onClose();
  }

  return (
    <>
      <PageDialog open={open} onOpenChange={handleOpenChange} title={t(titles[kind])} width="l">
        <div ref={body} tabIndex={-1} style={{ outline: "none" }}>
          <ImportStepper step={step} />
          {failure && <ImportErrorNotice reason={failure.reason} onRetry={failure.retry} />}
          {step === "file" && (
            <>
              {lastImport && (
                <Spaced>
                  <Callout
                    title={describeOutcome(lastImport.outcome)}
                    actions={<UndoImportButton kind={kind} importState={importState} />}
                  >
                    <bdi>{lastImport.fileName}</bdi>
                  </Callout>
                </Spaced>
              )}
              <ImportFileStep
                kind={kind}
                fileName={importState.file?.name}
                busy={busy}
                onChoose={importState.selectFile}
              />
            </>
          )}
          {step === "columns" && <ImportColumnsStep importState={importState} />}
          {(step === "check" || step === "done") && (
            <ImportOutcomeStep kind={kind} importState={importState} onClose={close} />
          )}
          {step === "running" && (
            <ImportRunningStep kind={kind} importState={importState} onClose={() => handleOpenChange(false)} />
          )}
        </div>
      </PageDialog>
      <PageConfirmDialog
        open={isConfirmingClose}
        onOpenChange={setIsConfirmingClose}
        title={isRunning ? t("Close while the import is running?") : t("Leave the import?")}
        text={
          isRunning
            ? t("It continues in the background, and the page shows its progress.")
            : importState.mayHaveBeenImported
              ? t("The rows may have been imported. Look at the list before you import this file again.")
              : t("Nothing has been imported yet. You will have to choose the file again.")
        }
        confirmLabel={isRunning ? t("Close") : t("Leave")}
        onConfirm={close}
      />
    </>
  );
}

const titles = {
  plots: "Import plots",
  receipts: "Import receipts",
  expenses: "Import expenses",
  "opening-balances": "Import opening balances",
} as const satisfies Record<ImportKind, TranslationKey>;

function describeOutcome({ added, updated }: ImportOutcome): string {
  return t("Import finished: {added} added, {updated} changed", { added, updated });
}

interface ImportErrorNoticeProps {
  reason: string;
  /** Undefined when a retry cannot succeed. */
  onRetry: (() => void) | undefined;
}

/** The error of a step, with a retry. */
function ImportErrorNotice({ reason, onRetry }: ImportErrorNoticeProps) {
  return (
    <Spaced>
      <Callout
        urgent
        tone="bad"
        title={reason}
        actions={onRetry && <Button onClick={onRetry}>{t("Try again")}</Button>}
      />
    </Spaced>
  );
}

const Spaced = styled.div`
  margin-block-end: ${({ theme }) => theme.space.l};
`;

const stepOrder: readonly ImportStep[] = ["file", "columns", "check", "running", "done"];

/** The steps of the import, the finished ones with a check mark. */
function ImportStepper({ step }: { step: ImportStep }) {
  const currentIndex = stepOrder.indexOf(step);
  const names = [t("File"), t("Columns"), t("Check"), t("Import")];
  return (
    <StepList aria-label={t("Steps")}>
      {names.map((name, index) => (
        <Step key={name} aria-current={index === currentIndex ? "step" : undefined} $past={index < currentIndex}>
          {index < currentIndex ? <Icon name="check" /> : <span aria-hidden="true">{index + 1}</span>}
          {name}
        </Step>
      ))}
    </StepList>
  );
}

const StepList = styled.ol`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.xl};
    margin-block-end: ${theme.space.l};

    ${theme.mobile} {
      gap: ${theme.space.xs} ${theme.space.m};
    }
  `}
`;

const Step = styled.li<{ $past: boolean }>`
  ${typography("meta")}
  ${({ theme, $past }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.badge};
    color: ${$past ? theme.color.accent : theme.color.textSubtle};

    &[aria-current] {
      color: ${theme.color.text};
      font-weight: 600;
    }
  `}
`;
