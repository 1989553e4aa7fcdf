/**
 * The text in a form for searching and comparing, not for display or storage: without case, accents and vowel signs.
 * Arabic letter forms become Urdu ones, because people type with both keyboards.
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

/** The folded words of a search text. */
export function foldTerms(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

/** Whether the reason has at least three visible characters. */
export function isReason(reason: string): boolean {
  return visibleCharacters(reason).length >= 3;
}

export function hasVisibleText(text: string): boolean {
  return visibleCharacters(text) !== "";
}

function visibleCharacters(text: string): string {
  return text.replace(/[\s\p{Cf}]/gu, "");
}
