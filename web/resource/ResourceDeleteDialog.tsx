import { type ReactNode, useState } from "react";
import { describeError } from "../api/describeError.ts";
import { t } from "../i18n/t.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Callout } from "../ui/feedback/Callout.tsx";
import type { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceDeleteDialogProps {
  editor: Pick<ReturnType<typeof useResourceEditor>, "cancelDelete" | "remove"> & {
    deleteDialog: { open: boolean; serial: number } | undefined;
  };
  /** The question, normally "Delete {name}?". */
  title: string;
  /** The consequences, also for money. */
  text: ReactNode;
  confirmLabel?: string;
}

/** Asks before a record is deleted. Stays open with the server's reason when it fails. */
export function ResourceDeleteDialog({ editor, ...texts }: ResourceDeleteDialogProps) {
  const { deleteDialog, cancelDelete, remove } = editor;
  return (
    deleteDialog && (
      <DeleteConfirmation
        key={deleteDialog.serial}
        open={deleteDialog.open}
        onClose={cancelDelete}
        onDelete={remove}
        {...texts}
      />
    )
  );
}

interface DeleteConfirmationProps extends Omit<ResourceDeleteDialogProps, "editor"> {
  open: boolean;
  onClose: () => void;
  /** Throws an ApiError. */
  onDelete: () => Promise<void>;
}

function DeleteConfirmation({
  title,
  text,
  confirmLabel = t("Delete"),
  open,
  onClose,
  onDelete,
}: DeleteConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function handleConfirm() {
    setBusy(true);
    setError(undefined);
    try {
      await onDelete();
    } catch (cause) {
      setError(describeError(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      text={error === undefined ? text : <Callout urgent tone="bad" title={error} />}
      confirmLabel={error === undefined ? confirmLabel : t("Try again")}
      busy={busy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
