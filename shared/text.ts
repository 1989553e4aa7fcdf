/**
 * The text in a form for searching and comparing, not for display or storage: in lower case, without accents and vowel
 * signs. Arabic letter forms become Urdu ones, because people type with Arabic and with Urdu keyboards.
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

/** The maximum number of characters of a search text. */
export const maxSearchLength = 200;

/** The folded words of a search text. */
export function foldTerms(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

/** Replaces Urdu and Arabic digits by Latin ones, and the Arabic separators of numbers. */
export function toLatinDigits(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the reason has at least three visible characters. */
export function isValidReason(reason: string): boolean {
  return visibleCharacters(reason).length >= 3;
}

export function hasVisibleText(text: string): boolean {
  return visibleCharacters(text) !== "";
}

function visibleCharacters(text: string): string {
  return text.replace(/[\s\p{Cf}]/gu, "");
}

/** Compares house numbers in natural order: A-2 before A-10. */
export function compareHouseNumbers(a: string, b: string): number {
  return houseNumberCollator.compare(a, b);
}

const houseNumberCollator = new Intl.Collator("en", { numeric: true });

/** The texts that are not empty, separated by commas. */
export function joinTexts(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(", ");
}

/** The text as a part of a file name: characters that file systems reject become `-`. */
export function toFileNamePart(text: string): string {
  return text.replace(/[^\p{L}\p{N}-]+/gu, "-");
}
