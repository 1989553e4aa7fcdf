export type Language = "en" | "ur";

const storageKey = "language";

/** The language of the address (`?lang=`, for screens without controls), or else the one stored on this device. */
export function readLanguagePreference(): Language {
  const requested = new URLSearchParams(location.search).get("lang");
  const language = requested === "ur" || requested === "en" ? requested : localStorage.getItem(storageKey);
  return language === "ur" ? "ur" : "en";
}

export function storeLanguagePreference(language: Language): void {
  localStorage.setItem(storageKey, language);
}
