import { rupeesInWords } from "./words.ts";

/** Says a text of a document in its reader's language, `{gaps}` filled; a text that the language does not know stays as it is. */
export type PaperSay = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** What a document is written in. */
export interface PaperLanguage {
  say: PaperSay;
  rightToLeft: boolean;
  /** Rupees spelled out. Throws a RangeError for less than nothing. */
  spell(rupees: number): string;
}

export const english: PaperLanguage = {
  say: (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  rightToLeft: false,
  spell: rupeesInWords,
};
