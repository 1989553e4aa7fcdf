import { atom, useAtomValue } from "jotai";
import type { DocumentLocale } from "../../shared/documents/locale.ts";
import { interpolate, type Placeholder } from "../../shared/placeholders.ts";
import { store } from "../hooks/store.ts";
import type { Dictionary, TranslatableMessage } from "./dictionary.ts";
import { type Language, readLanguagePreference, storeLanguagePreference } from "./languagePreference.ts";
import type { ur } from "./locales/ur.ts";

/** An English text that has a translation. A text without one does not compile. */
export type TranslationKey = keyof typeof ur;

type InterpolationArgs<Names extends string> = [Names] extends [never]
  ? []
  : [values: Readonly<Record<Names, string | number>>];

/** Each language by its own name. */
export const languageNames = { en: "English", ur: "اردو" } as const satisfies Record<Language, string>;

/** The texts of another language than English, and the functions that translate with them. */
type Translation = typeof import("./dictionary.ts") & { dictionary: Dictionary };

const languageAtom = atom<Language>("en");
/** The language requested last, which may still be loading. */
let requestedLanguage: Language = "en";
let translation: Translation | undefined;
let pluralRules = new Intl.PluralRules("en");
const countFormat = new Intl.NumberFormat("en-PK");

/** The current language. A change of it renders all screens again. */
export function useLanguage(): Language {
  return useAtomValue(languageAtom, { store });
}

export function isRightToLeft(language: Language): boolean {
  return language === "ur";
}

/** Whether the page is read from right to left. Exported files have the direction of the page. */
export function isPageRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

/** The text, on a right-to-left page with invisible characters that keep its direction apart from that of its neighbours. */
export function isolate(text: string): string {
  return isPageRightToLeft() ? `\u2068${text}\u2069` : text;
}

/** The texts that are not empty as `Waiver · A-1 · Rs 5,000.00`; their order is that of the page. */
export function joinIsolated(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .map(isolate)
    .join(" · ");
}

/** Loads the stored language before the first render; falls back to English. */
export async function initLanguage(): Promise<void> {
  await applyLanguage(readLanguagePreference()).catch(() => applyLanguage("en"));
}

/** Changes the language and stores it on this device. Rejects, and changes nothing, when its texts cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  await applyLanguage(language);
  storeLanguagePreference(language);
}

/** The text in the current language, its `{placeholders}` filled. */
export function t<Text extends TranslationKey>(text: Text, ...[values]: InterpolationArgs<Placeholder<Text>>): string {
  return interpolate(translation?.dictionary[text] ?? text, values);
}

/** The text in the current language with its placeholders left in; for Trans. */
export function translateTemplate(text: TranslationKey): string {
  return translation?.dictionary[text] ?? text;
}

interface PluralForms<One extends TranslationKey, Other extends TranslationKey> {
  one: One;
  other: Other;
}

/** The singular or plural text, by the rules of the language. Fills `{count}` with the formatted count. */
export function plural<One extends TranslationKey, Other extends TranslationKey>(
  count: number,
  { one, other }: PluralForms<One, Other>,
  ...[values]: InterpolationArgs<Exclude<Placeholder<One | Other>, "count">>
): string {
  const text = pluralRules.select(count) === "one" ? one : other;
  return interpolate(translateTemplate(text), { count: countFormat.format(count), ...values });
}

/** A message of the server in the current language, by its code and values. Without a code, by its English text. */
export function translateServerMessage(message: TranslatableMessage): string {
  return translation ? translation.translateServerMessageWith(translation.dictionary, message) : message.message;
}

/**
 * Translates a message that has neither a code nor placeholders, such as a validation message of a form schema. Returns
 * an unknown message unchanged.
 */
export function translateMessage(text: string): string {
  return translation ? translation.translateIfKnown(translation.dictionary, text) : text;
}

/** Translates a built-in name, such as that of a role or menu. Returns a name that a user has entered unchanged. */
export function translateName(name: string): string {
  return translateMessage(name);
}

/** A text of a document or spreadsheet in the current language. */
export const translateDocumentText: DocumentLocale["t"] = (text, values) => interpolate(translateMessage(text), values);

/** Loads the texts and the functions that need them; English pages load neither. */
async function loadTranslation(): Promise<Translation> {
  const [{ ur: dictionary }, functions] = await Promise.all([import("./locales/ur.ts"), import("./dictionary.ts")]);
  return { dictionary, ...functions };
}

async function applyLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  const newTranslation = language === "ur" ? await loadTranslation() : undefined;
  if (requestedLanguage !== language) return;
  translation = newTranslation;
  pluralRules = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? "rtl" : "ltr";
  store.set(languageAtom, language);
}
