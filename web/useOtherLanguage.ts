import { changeLanguage, languageNames, useLanguage } from "./lib/language.ts";
import type { Language } from "./lib/languageChosen.ts";
import { showToast } from "./ui/Toast.tsx";

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
