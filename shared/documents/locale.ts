import { amountInEnglishWords } from "./amount-in-words.ts";

/** Says a text of a document in its reader's language, `{gaps}` filled; a text that the language does not know stays as it is. */
export type DocumentTranslate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** What a document is written in. */
export interface DocumentLocale {
  t: DocumentTranslate;
  rightToLeft: boolean;
  /** Rupees spelled out. Throws a RangeError for less than nothing. */
  amountInWords(rupees: number): string;
}

export const english: DocumentLocale = {
  t: (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  rightToLeft: false,
  amountInWords: amountInEnglishWords,
};
