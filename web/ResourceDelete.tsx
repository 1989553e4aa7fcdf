import { type ReactNode, useState } from "react";
import { say } from "./lib/language.ts";
import { reasonOf } from "./lib/useResource.ts";
import { Note } from "./Note.tsx";
import { ConfirmDialog } from "./ui/ConfirmDialog.tsx";
import type { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceDeleteProps {
  editor: Pick<ReturnType<typeof useResourceEditor>, "dismiss" | "remove"> & {
    asked: { open: boolean; serial: number } | undefined;
  };
  /** What is to be asked; "Delete {name}?" as a rule. */
  question: string;
  /** What becomes of the thing, and of its money. */
  text: ReactNode;
  confirmLabel?: string;
}

/** Asks before a delete, and stays to say what holds the record when the server refuses. */
export function ResourceDelete({ editor, ...words }: ResourceDeleteProps) {
  const { asked, dismiss, remove } = editor;
  return asked && <Question key={asked.serial} open={asked.open} onClose={dismiss} onDelete={remove} {...words} />;
}

interface QuestionProps extends Omit<ResourceDeleteProps, "editor"> {
  open: boolean;
  onClose: () => void;
  /** Throws a Problem. */
  onDelete: () => Promise<void>;
}

function Question({ question, text, confirmLabel = say("Delete"), open, onClose, onDelete }: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function handleConfirm() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await onDelete();
    } catch (problem) {
      setRefusal(reasonOf(problem));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={question}
      text={refusal === undefined ? text : <Note urgent tone="bad" title={refusal} />}
      confirmLabel={refusal === undefined ? confirmLabel : say("Try again")}
      busy={busy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
