import { createContext, useContext, useId, useLayoutEffect } from "react";

/** Whether the user can still edit the unsaved input of a form; undefined if it has none. */
export type UnsavedInput = "editable" | "locked" | undefined;
type SetUnsaved = (formId: string, input: UnsavedInput) => void;

/** Provided by Dialog: the forms in it report whether they have unsaved input. */
export const UnsavedInputContext = createContext<SetUnsaved>(() => undefined);

/** Reports to the surrounding dialog, if there is one, whether this form has unsaved input. */
export function useReportUnsavedInput(input: UnsavedInput): void {
  const id = useId();
  const setUnsaved = useContext(UnsavedInputContext);
  // A layout effect reports it before the next key press, which may be Esc.
  useLayoutEffect(() => {
    if (input === undefined) return;
    setUnsaved(id, input);
    return () => setUnsaved(id, undefined);
  }, [id, input, setUnsaved]);
}
