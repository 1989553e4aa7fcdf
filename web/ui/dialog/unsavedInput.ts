import { createContext, useContext, useId, useLayoutEffect } from "react";

type SetUnsaved = (formId: string, isUnsaved: boolean) => void;

/** Provided by Dialog: the forms in it report whether they have unsaved input. */
export const UnsavedInputContext = createContext<SetUnsaved>(() => undefined);

/** Reports to the surrounding dialog, if there is one, whether this form has unsaved input. */
export function useReportUnsavedInput(isUnsaved: boolean): void {
  const id = useId();
  const setUnsaved = useContext(UnsavedInputContext);
  // A layout effect reports it before the next key press, which may be Esc.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(id, true);
    return () => setUnsaved(id, false);
  }, [id, isUnsaved, setUnsaved]);
}
