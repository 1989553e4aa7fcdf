import { chooseLanguage, languageNames, useLanguage } from "./lib/language.ts";
import type { Language } from "./lib/languageChosen.ts";
import { showToast } from "./ui/Toast.tsx";

/** The language that the screens do not speak now, by its own name, and how to change to it. */
export function useOtherLanguage(): { lang: Language; name: string; choose: () => void } {
  const lang = useLanguage() === "ur" ? "en" : "ur";

  function handleChoose() {
    chooseLanguage(lang).catch(() => {
      showToast({ kind: "error", text: "The portal cannot be reached. Check the connection and try again." });
    });
  }

  return { lang, name: languageNames[lang], choose: handleChoose };
}
