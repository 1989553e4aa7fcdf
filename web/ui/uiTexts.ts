import { createContext, useContext } from "react";
import type { ToastMessage } from "./toast/Toast.tsx";

/** The texts built into the components of web/ui, which do not know the languages. All other texts are props. */
export interface UiTexts {
  actions: string;
  back: string;
  cancel: string;
  clearSearch: string;
  close: string;
  dates: DateTexts;
  /** The question before a dialog with unsaved input closes: title, consequence, label of the button that closes it. */
  discardTitle: string;
  discardText: string;
  discard: string;
  /** Labels of the button that does not close it, if the input can still be edited and if it is locked. */
  keepEditing: string;
  keepOpen: string;
  filters: FilterTexts;
  hidePassword: string;
  /** Warning for a phone number that has letters. */
  invalidPhone: string;
  loading: string;
  /** Label of the region of toasts. */
  messages: string;
  /** The message after code that a component needs could not be loaded. */
  describeLoadFailure: () => Promise<ToastMessage>;
  retry: string;
  search: string;
  /** Label of the tabs of a page. */
  sections: string;
  select: string;
  showPassword: string;
  undo: string;
  /** Shown on Ctrl+Z without a message that has an undo. */
  nothingToUndo: string;
  /** The title of the browser tab for a page. */
  documentTitle: (pageTitle: string) => string;
  /** Label of a table row that someone is editing. */
  editedBy: (userName: string) => string;
  /** Name of a user or of the portal, as it is shown. */
  personName: (userName: string) => string;
  /** Tooltip of a table row that someone has just changed. */
  changedJustNowBy: (userName: string) => string;
  /** Translates an error or status message; returns an unknown one unchanged. */
  translateMessage: (message: string) => string;
}

/** The texts of the sheet with the filters of a list. */
interface FilterTexts {
  title: string;
  clear: string;
  done: string;
  /** The button that opens the sheet, with the number of filters that are set. */
  label: (activeCount: number) => string;
}

/** The texts of date fields and their calendar. */
export interface DateTexts {
  choose: string;
  /** dd/mm/yyyy, the placeholder. */
  format: string;
  today: string;
  /** Error for a typed text that is not a date. */
  invalid: string;
  monthLabel: string;
  yearLabel: string;
  previousMonth: string;
  nextMonth: string;
  /** Starting with Sunday. */
  weekdays: readonly string[];
  shortWeekdays: readonly string[];
  /** The name of a month, 1 for January. */
  month: (month: number) => string;
  monthAndYear: (year: number, month: number) => string;
  /** Says which days are possible; the days are `YYYY-MM-DD`. Empty without bounds. */
  bounds: (bounds: { min?: string | undefined; max?: string | undefined }) => string;
}

/** Provided once, by the app. */
export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

/** Throws outside `UiTextsContext`. */
export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext);
  if (!texts) throw new Error("UiTextsContext has no value");
  return texts;
}
