import { atom, useAtomValue } from "jotai";
import type { urdu } from "../words/urdu.ts";
import { type Dictionary, filled, lookUp } from "./dictionary.ts";
import { chosenLanguage, keepLanguage, type Language } from "./languageChosen.ts";
import { store } from "./store.ts";

/** Every text of the screens, in English; what is not in the dictionary does not compile. */
export type Words = keyof typeof urdu;

/** The names of a text's gaps. */
export type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Gaps<Rest>
  : never;

type Values<Text extends string> = [Gaps<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Gaps<Text>, string | number>>];

/** Each language by its own name, which those who read it know it by. */
export const languageNames = { en: "English", ur: "اردو" } as const satisfies Record<Language, string>;

const languageAtom = atom<Language>("en");
/** The one asked for last; another may still be on its way. */
let wanted: Language = "en";
let dictionary: Dictionary | undefined;
/** Recognises what is said elsewhere; comes with the dictionary. */
let recognise: ((text: string) => string) | undefined;

/** The language of the screens; a change of it draws them all anew. */
export function useLanguage(): Language {
  return useAtomValue(languageAtom, { store });
}

export function isRightToLeft(language: Language): boolean {
  return language === "ur";
}

/** Speaks the language chosen before; to be awaited before the first screen. English, where the other cannot be had. */
export async function startLanguage(): Promise<void> {
  await speak(chosenLanguage()).catch(() => speak("en"));
}

/** Speaks another language from now on, on this device. Rejects when its words cannot be had; nothing changes then. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  keepLanguage(language);
}

/** A text of the screens in their language; `{gaps}` are filled with values as they are. */
export function say<Text extends Words>(text: Text, ...[values]: Values<Text>): string {
  return filled(dictionary?.[text] ?? text, values);
}

/** The text as `say` has it, its gaps still open: for those who fill them with more than words. */
export function sayOpen(text: Words): string {
  return dictionary?.[text] ?? text;
}

/** A text made elsewhere – a refusal, an answer's message – in the language of the screens, where the dictionary has it. */
export function sayMessage(text: string): string {
  return recognise?.(text) ?? text;
}

/** A name that somebody may have given – a menu's, a role's – in the language of the screens where it is one of the portal's own. */
export function sayName(name: string): string {
  return (dictionary && lookUp(dictionary, name)) ?? name;
}

async function speak(language: Language): Promise<void> {
  wanted = language;
  const words = language === "ur" ? await fetchUrdu() : undefined;
  if (wanted !== language) return;
  dictionary = words?.dictionary;
  recognise = words?.recognise;
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? "rtl" : "ltr";
  store.set(languageAtom, language);
}

async function fetchUrdu() {
  const [{ urdu, server }, { heard, phrasesOf }] = await Promise.all([
    import("../words/urdu.ts"),
    import("./phrases.ts"),
  ]);
  // Only what the server says is ever recognised; a screen's "{count} of {total}" would find itself everywhere.
  const phrases = phrasesOf(server);
  const dictionary: Dictionary = urdu;
  return { dictionary, recognise: (text: string) => heard(text, { dictionary, phrases }) };
}
