import { type ReactNode, useState } from "react";
import { say } from "./lib/language.ts";
import { reasonOf } from "./lib/useResource.ts";
import { Note } from "./Note.tsx";
import { ConfirmDialog } from "./ui/ConfirmDialog.tsx";

interface ResourceDeleteProps {
  /** What is to go, with its kind: "type Corner". */
  name: string;
  /** Where it is not simply whether to delete it. */
  question?: string;
  text: ReactNode;
  open: boolean;
  onClose: () => void;
  /** Throws a Problem. */
  onDelete: () => Promise<void>;
}

/** Asks before a delete, and stays to say what holds the record when the server refuses. */
export function ResourceDelete({
  name,
  question = say("Delete {name}?", { name }),
  text,
  open,
  onClose,
  onDelete,
}: ResourceDeleteProps) {
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
      confirmLabel={refusal === undefined ? say("Delete") : say("Try again")}
      busy={busy}
      onConfirm={() => void handleConfirm()}
    />
  );
}
