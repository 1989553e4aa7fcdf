import { t, translateMessage, translateName } from "../i18n/t.ts";
import type { UiTexts } from "../ui/UiTexts.tsx";

/** The texts that components of web/ui need, in the current language: web/ui does not import i18n. */
export function createUiTexts(): UiTexts {
  return {
    actions: t("Actions"),
    back: t("Back"),
    cancel: t("Cancel"),
    clearSearch: t("Clear search"),
    close: t("Close"),
    hidePassword: t("Hide password"),
    loading: t("Loading..."),
    messages: t("Messages"),
    networkError: t("The portal cannot be reached. Check the connection and try again."),
    retry: t("Try again"),
    search: t("Search"),
    sections: t("Sections"),
    select: t("Select"),
    showPassword: t("Show password"),
    undo: t("Undo"),
    isEditing: (name) => t("{name} is editing", { name }),
    changedJustNow: (name) => t("{name} just now", { name: translateName(name) }),
    translateMessage,
  };
}
