import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { isValidReason } from "../../shared/text.ts";
import { describeFailedSave } from "../api/describeError.ts";
import { PageRevokedContext } from "../api/session.ts";
import { t } from "../i18n/t.ts";
import type { DeletionReason } from "../live/useResource.ts";
import { Callout } from "../ui/feedback/Callout.tsx";
import { Field, Input } from "../ui/form/Field.tsx";
import { showToast } from "../ui/toast/Toast.tsx";
import { PageConfirmDialog } from "./PageDialog.tsx";
import type { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceDeleteDialogProps {
  editor: Pick<ReturnType<typeof useResourceEditor>, "cancelDelete" | "remove"> & {
    deleteDialog:
      | (Pick<DeleteConfirmationProps, "open" | "editing" | "changedText"> & { dialogKey: number })
      | undefined;
  };
  /** The question, normally "Delete {name}?". */
  title: string;
  /** The consequences of the deletion, including those for amounts. */
  text: ReactNode;
  confirmLabel?: string;
  /** Label of the reason, if one is asked for. */
  reasonLabel?: string;
}

/** Asks before a record is deleted. Stays open with the server's reason when it fails. */
export function ResourceDeleteDialog({ editor, ...texts }: ResourceDeleteDialogProps) {
  const { deleteDialog, cancelDelete, remove } = editor;
  return (
    deleteDialog && (
      <DeleteConfirmation
        key={deleteDialog.dialogKey}
        open={deleteDialog.open}
        editing={deleteDialog.editing}
        changedText={deleteDialog.changedText}
        onClose={cancelDelete}
        onDelete={remove}
        {...texts}
      />
    )
  );
}

interface DeleteConfirmationProps extends Omit<ResourceDeleteDialogProps, "editor"> {
  open: boolean;
  /** The other user who has the record open in a form. */
  editing: { name: string } | undefined;
  /** Says who has changed the record since the dialog was opened. */
  changedText?: string | undefined;
  onClose: () => void;
  /** Throws an ApiError. */
  onDelete: (body?: DeletionReason) => Promise<void>;
}

function DeleteConfirmation({
  title,
  text,
  confirmLabel = t("Delete"),
  reasonLabel,
  open,
  editing,
  changedText,
  onClose,
  onDelete,
}: DeleteConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [reason, setReason] = useState("");
  const reasonInput = useRef<HTMLInputElement>(null);
  const [reasonError, setReasonError] = useState<string>();
  const isPageRevoked = useContext(PageRevokedContext);
  const isVisible = useRef(false);
  useEffect(() => {
    isVisible.current = open && !isPageRevoked;
    return () => {
      isVisible.current = false;
    };
  }, [open, isPageRevoked]);

  async function handleConfirm(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    if (reasonLabel !== undefined && !isValidReason(reason)) {
      reasonInput.current?.focus();
      return setReasonError(t("Reason must have at least 3 characters"));
    }
    setBusy(true);
    try {
      await onDelete(reasonLabel === undefined ? undefined : { Reason: reason });
    } catch (cause) {
      const text = describeFailedSave(cause);
      if (isVisible.current) setError(text);
      else showToast({ kind: "error", text });
    } finally {
      setBusy(false);
    }
  }

  return (
    <PageConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      text={
        <>
          {text}
          {changedText !== undefined && <Callout urgent tone="warn" title={changedText} />}
          {editing && <Callout tone="warn" title={t("{name} is editing this", editing)} />}
          {reasonLabel !== undefined && (
            <Reason noValidate onSubmit={(event) => void handleConfirm(event)}>
              <Field label={reasonLabel} hint={t("At least 3 characters")} error={reasonError}>
                {(control) => (
                  <Input
                    {...control}
                    value={reason}
                    ref={reasonInput}
                    autoComplete="off"
                    onChange={({ target }) => {
                      setReason(target.value);
                      setReasonError(undefined);
                    }}
                  />
                )}
              </Field>
            </Reason>
          )}
        </>
      }
      confirmLabel={confirmLabel}
      busy={busy}
      error={error}
      initialFocusRef={reasonInput}
      onConfirm={() => void handleConfirm()}
    />
  );
}

const Reason = styled.form`
  ${({ theme }) => css`
    margin-block: ${theme.space.m} ${theme.space.s};
  `}
`;
