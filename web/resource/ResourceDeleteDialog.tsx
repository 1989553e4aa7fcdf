import { type ReactNode, useState } from "react";
import { describeError } from "../api/describeError.ts";
import { t } from "../i18n/t.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Callout } from "../ui/feedback/Callout.tsx";
import type { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceDeleteDialogProps {
  editor: Pick<ReturnType<typeof useResourceEditor>, "cancelDelete" | "remove"> & {
    deleting: { open: boolean; serial: number } | undefined;
  };
  /** The question, normally "Delete {name}?". */
  title: string;
  /** The consequences, also for money. */
  text: ReactNode;
  confirmLabel?: string;
}

/** Asks before a record is deleted. Stays open with the server's reason when it fails. */
export function ResourceDeleteDialog({ editor, ...words }: ResourceDeleteDialogProps) {
  const { deleting, cancelDelete, remove } = editor;
  return (
    deleting && (
      <DeleteConfirmation
        key={deleting.serial}
        open={deleting.open}
        onClose={cancelDelete}
        onDelete={remove}
        {...words}
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
  const [refusal, setRefusal] = useState<string>();

  async function handleConfirm() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await onDelete();
    } catch (problem) {
      setRefusal(describeError(problem));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      text={refusal === undefined ? text : <Callout urgent tone="bad" title={refusal} />}
      confirmLabel={refusal === undefined ? confirmLabel : t("Try again")}
      busy={busy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
