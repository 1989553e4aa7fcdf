import { createContext, useContext, useId, useLayoutEffect } from "react";

type SetUnsaved = (formId: string, isUnsaved: boolean) => void;

/** Provided by Dialog: the forms in it report whether they have unsaved input. */
export const UnsavedInputContext = createContext<SetUnsaved>(() => undefined);

/** Reports to the surrounding dialog, if there is one, whether this form has unsaved input. */
export function useReportUnsavedInput(isUnsaved: boolean): void {
  const id = useId();
  const setUnsaved = useContext(UnsavedInputContext);
  // In the layout effect, so that an Esc right after the typing finds it reported.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(id, true);
    return () => setUnsaved(id, false);
  }, [id, isUnsaved, setUnsaved]);
}
