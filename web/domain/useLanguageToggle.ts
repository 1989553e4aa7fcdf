import type { Language } from "../i18n/languagePreference.ts";
import { changeLanguage, languageNames, useLanguage } from "../i18n/t.ts";
import { showToast } from "../ui/toast/Toast.tsx";
import { useUiTexts } from "../ui/uiTexts.ts";

/** The language that is not current, its native name, and a function that switches to it. */
export function useLanguageToggle(): { lang: Language; name: string; toggle: () => void } {
  const { describeLoadFailure } = useUiTexts();
  const lang = useLanguage() === "ur" ? "en" : "ur";

  function handleToggle() {
    changeLanguage(lang).catch(() => void describeLoadFailure().then(showToast));
  }

  return { lang, name: languageNames[lang], toggle: handleToggle };
}
