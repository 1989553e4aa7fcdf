import { monthNames, type YearMonth } from "../dates.ts";
import { interpolate } from "../placeholders.ts";
import { amountInEnglishWords } from "./amount-in-words.ts";

/** Translates a text of a document and fills its `{placeholders}`. A text without a translation stays English. */
export type DocumentTranslate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** The texts and the direction of a language for documents. */
export interface DocumentLocale {
  t: DocumentTranslate;
  isRightToLeft: boolean;
  /** An amount in rupees in words. Throws a RangeError for a negative amount. */
  amountInWords(rupees: number): string;
}

/** `November 2026`. */
export function formatMonth({ month, year }: YearMonth, t: DocumentTranslate): string {
  return t("{month} {year}", { month: t(`${monthNames[month - 1]}`), year });
}

export const englishLocale: DocumentLocale = {
  t: interpolate,
  isRightToLeft: false,
  amountInWords: amountInEnglishWords,
};
