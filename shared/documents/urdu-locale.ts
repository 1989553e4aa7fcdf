import { billTextsUr } from "../locales/bill-ur.ts";
import { certificateTextsUr } from "../locales/certificate-ur.ts";
import { dayCloseTextsUr } from "../locales/day-close-ur.ts";
import { mailTextsUr } from "../locales/mail-ur.ts";
import { interpolate } from "../placeholders.ts";
import { amountInUrduWords } from "./amount-in-words-ur.ts";
import type { DocumentLocale } from "./locale.ts";

const texts: Readonly<Record<string, string>> = {
  ...mailTextsUr,
  ...billTextsUr,
  ...certificateTextsUr,
  ...dayCloseTextsUr,
};

/** Urdu for the documents that the server renders. The web client has its own locale with all texts. */
export const urduLocale: DocumentLocale = {
  t: (text, values) => interpolate(texts[text] ?? text, values),
  isRightToLeft: true,
  amountInWords: amountInUrduWords,
};
