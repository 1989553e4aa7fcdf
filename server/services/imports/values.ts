import { type Day, isDay, MONTH_NAMES } from "../../../shared/dates.ts";

/** Rupees as people write them: `2,500`, `Rs. 2500/-`, `1,00,000.50`, ۲۵۰۰. Undefined for anything else, less than nothing too. */
export function parseRupees(text: string): number | undefined {
  const bare = toLatinDigits(cleanText(text))
    .replace(/^(rs\.?|pkr|روپے)\s*|\s*(rs\.?|pkr|روپے)$/giu, "")
    .replace(/\s*\/[-=]+$/, "")
    .trim();
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/.test(bare)) return undefined;
  const amount = Number(bare.replaceAll(",", ""));
  const rounded = Math.round(amount * 100) / 100;
  // A calculated cell holds 2499.9999999998; a third decimal that somebody wrote is none of ours to drop.
  return Math.abs(rounded - amount) < 1e-6 ? rounded : amount;
}

/** A day as people write it: day first in figures, the month also by name, YYYY-MM-DD, or the number that a spreadsheet counts days by. */
export function parseDay(text: string): Day | undefined {
  const bare = toLatinDigits(cleanText(text)).replace(/[T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?Z?$/, "");
  const serial = /^\d{5}(\.\d+)?$/.exec(bare);
  if (serial) return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(bare)) * dayMs).toISOString().slice(0, 10);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare);
  if (iso) return toDay(iso[3], iso[2], iso[1]);
  const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/.exec(bare);
  if (figures) return toDay(figures[1], figures[2], figures[3]);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\p{L}[\p{L}\p{M}]*)\.?[-/., ]+(\d{4}|\d\d)$/iu.exec(bare);
  if (named) return toDay(named[1], String(monthByName(named[2] ?? "") ?? ""), named[3]);
  const american = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/iu.exec(bare);
  if (american) return toDay(american[2], String(monthByName(american[1] ?? "") ?? ""), american[3]);
  return undefined;
}

/** A month by number or name, with its year where that stands beside it: `11`, `Nov`, `11/2026`, `November 2026`; or that of a day. */
export function parseMonth(text: string): { month: number; year?: number } | undefined {
  const bare = toLatinDigits(cleanText(text));
  const day = parseDay(bare);
  if (day !== undefined) return { month: Number(day.slice(5, 7)), year: Number(day.slice(0, 4)) };
  const swapped = /^(\d{4})[-/. ](\d{1,2})$/.exec(bare);
  const parts = /^(\p{L}[\p{L}\p{M}]*|\d{1,2})\.?(?:[-/., ]+(\d{4}|\d\d))?$/u.exec(
    swapped ? `${swapped[2]}/${swapped[1]}` : bare,
  );
  if (!parts) return undefined;
  const name = parts[1] ?? "";
  const month = /^\d/.test(name) ? Number(name) : monthByName(name);
  if (month === undefined || month < 1 || month > 12) return undefined;
  return parts[2] === undefined ? { month } : { month, year: expandYear(parts[2]) };
}

/** A year of four figures, or of two. */
export function parseYear(text: string): number | undefined {
  const bare = toLatinDigits(cleanText(text));
  return /^(\d{4}|\d\d)$/.test(bare) ? expandYear(bare) : undefined;
}

const dayMs = 86_400_000;
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
  const word = foldCase(name);
  const urdu = urduMonths.indexOf(word);
  if (urdu >= 0) return urdu + 1;
  const english = word.length < 3 ? -1 : MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(word));
  if (english >= 0) return english + 1;
  return word === "sept" ? 9 : undefined;
}

function toDay(day = "", month = "", year = ""): Day | undefined {
  const text = `${expandYear(year)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : undefined;
}

function expandYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** The figures of Urdu and Arabic as ours. */
function toLatinDigits(text: string): string {
  return text
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
}

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
