/** Text as it is compared: whatever its case, its accents and the keyboard on which its Urdu was typed. */
export function normalizeText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/[هۀة]/g, "ہ")
    .toLowerCase();
}

export function normalizedTerms(text: string): readonly string[] {
  return normalizeText(text).split(/\s+/).filter(Boolean);
}
