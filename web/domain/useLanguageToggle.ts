import type { Language } from "../i18n/languagePreference.ts";
import { changeLanguage, languageNames, useLanguage } from "../i18n/t.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** The language that is not current, its native name, and a function that switches to it. */
export function useLanguageToggle(): { lang: Language; name: string; toggle: () => void } {
  const lang = useLanguage() === "ur" ? "en" : "ur";

  function handleToggle() {
    changeLanguage(lang).catch(() => {
      showToast({ kind: "error", text: "The portal cannot be reached. Check the connection and try again." });
    });
  }

  return { lang, name: languageNames[lang], toggle: handleToggle };
}
