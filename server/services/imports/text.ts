// Marks that come along when text is pasted from a page or a chat, and are not seen. (The joiners of Urdu stay.)
const invisibleCharacters = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text as one spelling: NFC, without marks that nobody sees, single spaces. */
export function cleanText(text: string): string {
  return text.normalize("NFC").replace(invisibleCharacters, "").replace(/\s+/g, " ").trim();
}

/** As `cleaned`; "" for what people write into a cell to say that there is nothing. */
export function cleanOptionalText(text: string): string {
  const clean = cleanText(text);
  return /^(-+|[–—]|n\/?a|nil|none|0)$/i.test(clean) ? "" : clean;
}

/** Two texts are the same name when this is equal. */
export function foldCase(text: string): string {
  return cleanText(text).normalize("NFKC").toLowerCase();
}

/** Whether a spreadsheet program would read this text as a formula. */
export function isFormula(text: string): boolean {
  return /^[=+\-@]/.test(text);
}

/** A name that is all capitals in title case; any other as it is: Urdu has no case, and "McCoy" or "de Souza" is meant so. */
export function toTitleCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  // After an apostrophe only where one letter stands before it: O'Brien, but Khan's.
  return name
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}'’])\p{L}|(?<=(?<![\p{L}\p{M}])\p{L}['’])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** What a yes/no cell says; an empty one says no, undefined is neither. */
export function parseYesNo(text: string): boolean | undefined {
  const word = foldCase(text);
  if (["yes", "y", "true", "1", "ہاں", "جی"].includes(word)) return true;
  if (["no", "n", "false", "0", "", "-", "نہیں"].includes(word)) return false;
  return undefined;
}
