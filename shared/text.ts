/**
 * Text as it is searched and compared with known words: without case, accents and vowel signs, and with the Arabic forms of letters
 * replaced by the Urdu ones, as both kinds of keyboards are in use. For display and storage, keep the text itself.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[يى]/g, "ی")
    .replaceAll("ك", "ک")
    .replace(/[هۀةە]/g, "ہ")
    .toLowerCase();
}

/** The words of a search text, folded. */
export function foldTerms(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}
