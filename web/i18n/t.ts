import { atom, useAtomValue } from "jotai";
import { store } from "../hooks/store.ts";
import { type Dictionary, interpolate, lookUp } from "./interpolate.ts";
import { type Language, readLanguagePreference, storeLanguagePreference } from "./languagePreference.ts";
import type { ur } from "./locales/ur.ts";

/** Every text of the screens, in English; what is not in the dictionary does not compile. */
export type TranslationKey = keyof typeof ur;

/** The names of a text's gaps. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type InterpolationArgs<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, string | number>>];

/** Each language by its own name, which those who read it know it by. */
export const languageNames = { en: "English", ur: "اردو" } as const satisfies Record<Language, string>;

const languageAtom = atom<Language>("en");
/** The one asked for last; another may still be on its way. */
let requestedLanguage: Language = "en";
let dictionary: Dictionary | undefined;
/** Recognises what is said elsewhere; comes with the dictionary. */
let translateByPattern: ((text: string) => string) | undefined;

/** The language of the screens; a change of it draws them all anew. */
export function useLanguage(): Language {
  return useAtomValue(languageAtom, { store });
}

export function isRightToLeft(language: Language): boolean {
  return language === "ur";
}

/** Speaks the language chosen before; to be awaited before the first screen. English, where the other cannot be had. */
export async function initLanguage(): Promise<void> {
  await applyLanguage(readLanguagePreference()).catch(() => applyLanguage("en"));
}

/** Speaks another language from now on, on this device. Rejects when its words cannot be had; nothing changes then. */
export async function changeLanguage(language: Language): Promise<void> {
  await applyLanguage(language);
  storeLanguagePreference(language);
}

/** A text of the screens in their language; `{gaps}` are filled with values as they are. */
export function t<Text extends TranslationKey>(text: Text, ...[values]: InterpolationArgs<Text>): string {
  return interpolate(dictionary?.[text] ?? text, values);
}

/** The text as `say` has it, its gaps still open: for those who fill them with more than words. */
export function template(text: TranslationKey): string {
  return dictionary?.[text] ?? text;
}

/** A text made elsewhere – a refusal, an answer's message – in the language of the screens, where the dictionary has it. */
export function translateMessage(text: string): string {
  return translateByPattern?.(text) ?? text;
}

/** A name that somebody may have given – a menu's, a role's – in the language of the screens where it is one of the portal's own. */
export function translateName(name: string): string {
  return (dictionary && lookUp(dictionary, name)) ?? name;
}

async function applyLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  const words = language === "ur" ? await loadUrdu() : undefined;
  if (requestedLanguage !== language) return;
  dictionary = words?.dictionary;
  translateByPattern = words?.recognise;
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? "rtl" : "ltr";
  store.set(languageAtom, language);
}

async function loadUrdu() {
  const [{ ur, server }, { translateByPattern, compilePatterns }] = await Promise.all([
    import("./locales/ur.ts"),
    import("./messagePatterns.ts"),
  ]);
  // Only what the server says is ever recognised; a screen's "{count} of {total}" would find itself everywhere.
  const patterns = compilePatterns(server);
  const dictionary: Dictionary = ur;
  return { dictionary, recognise: (text: string) => translateByPattern(text, { dictionary, patterns }) };
}
