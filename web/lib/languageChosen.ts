export type Language = "en" | "ur";

const kept = "language";

/** The language that the address asks for, for a screen that nobody can press anything on, or else the one chosen on this device. */
export function chosenLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  const chosen = asked === "ur" || asked === "en" ? asked : localStorage.getItem(kept);
  return chosen === "ur" ? "ur" : "en";
}

/** Keeps the choice on this device. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(kept, language);
}
