import { showToast } from "../ui/toast/Toast.tsx";
import type { Language } from "./languagePreference.ts";
import { changeLanguage, languageNames, useLanguage } from "./t.ts";

/** The language that the screens do not speak now, by its own name, and how to change to it. */
export function useLanguageToggle(): { lang: Language; name: string; toggle: () => void } {
  const lang = useLanguage() === "ur" ? "en" : "ur";

  function handleChoose() {
    changeLanguage(lang).catch(() => {
      showToast({ kind: "error", text: "The portal cannot be reached. Check the connection and try again." });
    });
  }

  return { lang, name: languageNames[lang], toggle: handleChoose };
}
