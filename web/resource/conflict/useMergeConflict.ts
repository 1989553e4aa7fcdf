import { useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";
import type { FormValues } from "../formValues.ts";
import type { MergeConflict } from "./saveMerged.ts";

interface PendingConflict<Rec> {
  conflict: MergeConflict<Rec>;
  resolve: (values: FormValues | undefined) => void;
  /** A dialog keeps its content while it closes; `serial` is another for each opening. */
  open: boolean;
  serial: number;
}

/** The question which version of a record is to be saved, as long as it waits for its answer. */
export function useMergeConflict<Rec>() {
  const [asked, setAsked] = useState<PendingConflict<Rec>>();

  const ask = useEvent((conflict: MergeConflict<Rec>) => {
    return new Promise<FormValues | undefined>((resolve) => {
      setAsked({ conflict, resolve, open: true, serial: (asked?.serial ?? 0) + 1 });
    });
  });

  /** Without values nothing is saved, and everything stays as typed. */
  const settle = useEvent((values?: FormValues) => {
    if (!asked) return;
    setAsked({ ...asked, open: false });
    asked.resolve(values);
  });

  return { pending: asked, openConflict: ask, resolveConflict: settle };
}
