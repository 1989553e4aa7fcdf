export type Language = "en" | "ur";

const storageKey = "language";

/** The language that the address asks for, for a screen that nobody can press anything on, or else the one chosen on this device. */
export function readLanguagePreference(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  const chosen = asked === "ur" || asked === "en" ? asked : localStorage.getItem(storageKey);
  return chosen === "ur" ? "ur" : "en";
}

/** Keeps the choice on this device. */
export function storeLanguagePreference(language: Language): void {
  localStorage.setItem(storageKey, language);
}
