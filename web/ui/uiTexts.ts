import { createContext, useContext } from "react";

/** The texts built into the components of web/ui, which do not know the languages. All other texts are props. */
export interface UiTexts {
  actions: string;
  back: string;
  cancel: string;
  clearSearch: string;
  close: string;
  /** Question before a dialog with unsaved input is closed, what is lost, and the button that closes it. */
  discardTitle: string;
  discardText: string;
  discard: string;
  hidePassword: string;
  /** What is wrong with a phone number that has letters. */
  invalidPhone: string;
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
  /** The title of the browser tab for a page. */
  documentTitle: (pageTitle: string) => string;
  /** Label of a table row that someone is editing. */
  editedBy: (userName: string) => string;
  /** Label of a table row that someone has just changed. */
  changedJustNowBy: (userName: string) => string;
  /** Translates an error or status message; returns an unknown one unchanged. */
  translateMessage: (message: string) => string;
}

/** Provided once, by the app. */
export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

/** Throws outside `UiTextsContext`. */
export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext);
  if (!texts) throw new Error("UiTextsContext has no value");
  return texts;
}
