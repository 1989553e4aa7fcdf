import { createContext, useContext, useEffect, useId } from "react";

type SetUnsaved = (formId: string, isUnsaved: boolean) => void;

/** Provided by Dialog: the forms in it report whether they have unsaved input. */
export const UnsavedInputContext = createContext<SetUnsaved>(() => undefined);

/** Reports to the surrounding dialog, if there is one, whether this form has unsaved input. */
export function useReportUnsavedInput(isUnsaved: boolean): void {
  const id = useId();
  const setUnsaved = useContext(UnsavedInputContext);
  useEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(id, true);
    return () => setUnsaved(id, false);
  }, [id, isUnsaved, setUnsaved]);
}
