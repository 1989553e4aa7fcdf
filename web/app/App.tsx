import { Provider } from "jotai";
import { Direction } from "radix-ui";
import { useEffect, useMemo } from "react";
import { BrowserRouter } from "react-router-dom";
import { ThemeProvider } from "styled-components";
import { isPortalReady } from "../api/request.ts";
import { useSocietyName } from "../api/societyInfo.ts";
import { useIsPrinting, useThemePreference } from "../hooks/preferences.ts";
import { store } from "../hooks/store.ts";
import type { Language } from "../i18n/languagePreference.ts";
import { isRightToLeft, plural, t, translateMessage, translateName, useLanguage } from "../i18n/t.ts";
import { handleFirstRender } from "../live/loadSocketClient.ts";
import { GlobalStyle } from "../ui/theme/GlobalStyle.tsx";
import { themes } from "../ui/theme/theme.ts";
import { ToastHost, type ToastMessage } from "../ui/toast/Toast.tsx";
import { type UiTexts, UiTextsContext } from "../ui/uiTexts.ts";
import { createDateTexts } from "./dateTexts.ts";
import { AppRoutes } from "./routes.tsx";

/**
 * Provides store, theme, language and router. A change of language remounts everything. The router does not render in
 * transitions: a filter is stored in the address, and the next key press must already see it.
 */
export function App() {
  const [theme] = useThemePreference();
  const isPrinting = useIsPrinting();
  const language = useLanguage();
  const society = useSocietyName();
  const uiTexts = useMemo(() => createUiTexts(society, language), [language, society]);
  useEffect(handleFirstRender, []);
  const dir = isRightToLeft(language) ? "rtl" : "ltr";
  return (
    <Provider store={store}>
      <ThemeProvider theme={themes[isPrinting ? "light" : theme]}>
        <GlobalStyle />
        <UiTextsContext value={uiTexts}>
          <Direction.Provider dir={dir}>
            <BrowserRouter key={language} useTransitions={false}>
              <AppRoutes />
            </BrowserRouter>
          </Direction.Provider>
          <ToastHost key={language} dir={dir} />
        </UiTextsContext>
      </ThemeProvider>
    </Provider>
  );
}

/** The texts that components of web/ui need, in the current language: web/ui does not import i18n. */
function createUiTexts(society: string, language: Language): UiTexts {
  return {
    actions: t("Actions"),
    back: t("Back"),
    cancel: t("Cancel"),
    clearSearch: t("Clear search"),
    close: t("Close"),
    dates: createDateTexts(language),
    discardTitle: t("Discard your changes?"),
    discardText: t("What you typed in this form has not been saved."),
    discard: t("Discard"),
    keepEditing: t("Keep editing"),
    keepOpen: t("Keep open"),
    filters: {
      title: t("Filters"),
      clear: t("Clear filters"),
      done: t("Done"),
      label: (count) =>
        count === 0 ? t("Filters") : plural(count, { one: "Filters, 1 set", other: "Filters, {count} set" }),
    },
    hidePassword: t("Hide password"),
    invalidPhone: t("A phone number has digits, spaces, + and - only"),
    loading: t("Loading..."),
    messages: t("Messages"),
    describeLoadFailure,
    retry: t("Try again"),
    search: t("Search"),
    sections: t("Sections"),
    select: t("Select"),
    showPassword: t("Show password"),
    undo: t("Undo"),
    nothingToUndo: t("Nothing to undo: a change can be undone while its message is shown"),
    documentTitle: (pageTitle) => (society ? `${pageTitle} · ${society}` : pageTitle),
    editedBy: (userName) => t("{name} is editing", { name: userName }),
    personName: translateName,
    changedJustNowBy: (userName) => t("{name} just now", { name: translateName(userName) }),
    translateMessage,
  };
}

/**
 * Asks the server whether it is reachable, and says why code of the page could not be loaded: without an answer, there
 * is no connection; otherwise the portal has probably been updated, and the files of this page are gone.
 */
async function describeLoadFailure(): Promise<ToastMessage> {
  if (!(await isPortalReady()))
    return { kind: "error", text: t("The portal cannot be reached. Check the connection and try again.") };
  const reload = { label: t("Reload"), onClick: () => location.reload() };
  return { kind: "error", text: t("The portal may have been updated. Reload the page to go on."), action: reload };
}
