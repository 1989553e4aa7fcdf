import { type Day, isDay, monthNames } from "../../../shared/dates.ts";
import { foldText, toLatinDigits } from "../../../shared/text.ts";

/**
 * Rupees as written by people: `2,500`, `Rs. 2500/-`, `1,00,000.50`, ۲۵۰۰. Undefined for anything else and for negative
 * amounts.
 */
export function parseRupees(text: string): number | undefined {
  const trimmed = toLatinDigits(cleanText(text))
    .replace(/^(rs\.?|pkr|روپے)\s*|\s*(rs\.?|pkr|روپے)$/giu, "")
    .replace(/\s*\/[-=]+$/, "")
    .trim();
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/.test(trimmed)) return undefined;
  const amount = Number(trimmed.replaceAll(",", ""));
  const rounded = Math.round(amount * 100) / 100;
  // Rounds calculated cells such as 2499.9999999998, but keeps a third decimal that somebody typed.
  return Math.abs(rounded - amount) < 1e-6 ? rounded : amount;
}

/**
 * A day as written by people: day, month and year in digits or with the month's name, YYYY-MM-DD, or a spreadsheet's
 * day number.
 */
export function parseDay(text: string): Day | undefined {
  const trimmed = toLatinDigits(cleanText(text)).replace(/[T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?Z?$/, "");
  const serialDate = /^\d{5}(\.\d+)?$/.exec(trimmed);
  if (serialDate) return new Date(spreadsheetEpochMs + Math.floor(Number(trimmed)) * dayMs).toISOString().slice(0, 10);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(trimmed);
  if (iso) return toDay(iso[3], iso[2], iso[1]);
  const digits = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/.exec(trimmed);
  if (digits) return toDay(digits[1], digits[2], digits[3]);
  const withMonthName = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\p{L}[\p{L}\p{M}]*)\.?[-/., ]+(\d{4}|\d\d)$/iu.exec(trimmed);
  if (withMonthName)
    return toDay(withMonthName[1], String(monthByName(withMonthName[2] ?? "") ?? ""), withMonthName[3]);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/iu.exec(trimmed);
  if (monthFirst) return toDay(monthFirst[2], String(monthByName(monthFirst[1] ?? "") ?? ""), monthFirst[3]);
  return undefined;
}

/** Like `parseDay`, but "" for a placeholder such as "-". */
export function parseOptionalDay(text: string): Day | "" | undefined {
  return cleanOptionalText(text) === "" ? "" : parseDay(text);
}

/**
 * A month by number or name, with or without a year, or the month of a day: `11`, `Nov`, `11/2026`, `November 2026`.
 */
export function parseMonth(text: string): { month: number; year?: number } | undefined {
  const trimmed = toLatinDigits(cleanText(text));
  const day = parseDay(trimmed);
  if (day !== undefined) return { month: Number(day.slice(5, 7)), year: Number(day.slice(0, 4)) };
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})$/.exec(trimmed);
  const parts = /^(\p{L}[\p{L}\p{M}]*|\d{1,2})\.?(?:[-/., ]+(\d{4}|\d\d))?$/u.exec(
    yearFirst ? `${yearFirst[2]}/${yearFirst[1]}` : trimmed,
  );
  if (!parts) return undefined;
  const name = parts[1] ?? "";
  const month = /^\d/.test(name) ? Number(name) : monthByName(name);
  if (month === undefined || month < 1 || month > 12) return undefined;
  return parts[2] === undefined ? { month } : { month, year: expandYear(parts[2]) };
}

/** A year with four or two digits. */
export function parseYear(text: string): number | undefined {
  const trimmed = toLatinDigits(cleanText(text));
  return /^(\d{4}|\d\d)$/.test(trimmed) ? expandYear(trimmed) : undefined;
}

const dayMs = 86_400_000;
/** 30 December 1899, day 0 of spreadsheets. */
const spreadsheetEpochMs = Date.UTC(1899, 11, 30);
const urduMonths = [
  "جنوری",
  "فروری",
  "مارچ",
  "اپریل",
  "مئی",
  "جون",
  "جولائی",
  "اگست",
  "ستمبر",
  "اکتوبر",
  "نومبر",
  "دسمبر",
];

function monthByName(name: string): number | undefined {
  const word = foldText(name);
  const urduIndex = urduMonths.findIndex((month) => foldText(month) === word);
  if (urduIndex >= 0) return urduIndex + 1;
  const englishIndex = word.length < 3 ? -1 : monthNames.findIndex((month) => month.toLowerCase().startsWith(word));
  if (englishIndex >= 0) return englishIndex + 1;
  return word === "sept" ? 9 : undefined;
}

function toDay(day = "", month = "", year = ""): Day | undefined {
  const text = `${expandYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : undefined;
}

/** Adds 2000 to a year with two digits. */
function expandYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

// Text that was copied from web pages or chats can contain these characters. The zero-width joiners of Urdu are kept.
const invisibleCharacters = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** NFC, without invisible characters, with single spaces. */
export function cleanText(text: string): string {
  return text.normalize("NFC").replace(invisibleCharacters, "").replace(/\s+/g, " ").trim();
}

/** Like `cleanText`, but "" for a placeholder such as "-", "n/a" or "0". */
export function cleanOptionalText(text: string): string {
  const clean = cleanText(text);
  return /^(-+|[–—]|n\/?a|nil|none|0)$/i.test(clean) ? "" : clean;
}

/**
 * The form in which names of records are compared, ignoring case like the database. Stored in ImportKey, so it must not
 * change.
 */
export function nameKey(text: string): string {
  return cleanText(text).normalize("NFKC").toLowerCase();
}

/** Whether the text is one of these words. Ignores case and whether letters are typed in Urdu or Arabic. */
export function isOneOf(text: string, words: readonly string[]): boolean {
  const folded = foldText(cleanText(text));
  return words.some((word) => foldText(word) === folded);
}

/** Whether a spreadsheet program would read the text as a formula. */
export function isFormula(text: string): boolean {
  return /^[=+\-@]/.test(text);
}

/**
 * Converts a name in capitals to title case. Other names stay as they are, such as "McCoy", "de Souza" or names in
 * Urdu.
 */
export function toTitleCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  // A letter after an apostrophe is a capital only after a single letter: O'Brien, but Khan's.
  return name
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}'’])\p{L}|(?<=(?<![\p{L}\p{M}])\p{L}['’])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The value of a yes/no cell; an empty cell means no. Undefined when it is neither. */
export function parseYesNo(text: string): boolean | undefined {
  if (isOneOf(text, ["yes", "y", "true", "1", "ہاں", "جی"])) return true;
  if (isOneOf(text, ["no", "n", "false", "0", "", "-", "نہیں"])) return false;
  return undefined;
}
