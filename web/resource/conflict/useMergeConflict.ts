import { useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";
import type { FormValues } from "../formValues.ts";
import type { MergeConflict } from "./saveMerged.ts";

interface PendingConflict<Rec> {
  conflict: MergeConflict<Rec>;
  resolve: (values: FormValues | undefined) => void;
  /** Whether the dialog is open. A closed conflict is kept, because the dialog shows its content while it closes. */
  open: boolean;
  /** Incremented with each conflict, as the React key of the dialog. */
  dialogKey: number;
}

/** The conflict that the user has to resolve in a ConflictDialog. */
export function useMergeConflict<Rec>() {
  const [pending, setPending] = useState<PendingConflict<Rec>>();

  const openConflict = useEvent((conflict: MergeConflict<Rec>) => {
    return new Promise<FormValues | undefined>((resolve) => {
      setPending({ conflict, resolve, open: true, dialogKey: (pending?.dialogKey ?? 0) + 1 });
    });
  });

  /** `values` are what the user chose to save; undefined if the user canceled, which keeps the form's input. */
  const resolveConflict = useEvent((values?: FormValues) => {
    if (!pending) return;
    setPending({ ...pending, open: false });
    pending.resolve(values);
  });

  return { pending, openConflict, resolveConflict };
}
