import { createContext, useContext } from "react";

/** The texts that the components bring themselves; everything else comes as props. */
export interface UiTexts {
  actions: string;
  back: string;
  cancel: string;
  clearSearch: string;
  close: string;
  hidePassword: string;
  loading: string;
  /** Label of the region of toasts. */
  messages: string;
  networkError: string;
  retry: string;
  search: string;
  /** Label of the tabs of a page. */
  sections: string;
  select: string;
  showPassword: string;
  undo: string;
  /** Someone has a table row open for editing. */
  isEditing: (name: string) => string;
  /** Someone has just changed a table row. */
  changedJustNow: (name: string) => string;
  /** Translates an error or status message; an unknown one is returned as it is. */
  translateMessage: (message: string) => string;
}

export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

/** Throws outside `UiTextsContext`. */
export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext);
  if (!texts) throw new Error("UiTextsContext has no value");
  return texts;
}
