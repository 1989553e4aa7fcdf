import { messages } from "../../shared/messages.ts";

/** Translations by their English text. */
export type Dictionary = Readonly<Record<string, string>>;

/** The values of a text's `{placeholders}` by name. */
export type InterpolationValues = Readonly<Record<string, string | number>>;

/** Matches one placeholder and captures its name. */
const placeholder = /\{(\w+)\}/;

/** The translation of exactly this text; undefined when there is none. */
export function lookUp(dictionary: Dictionary, text: string): string | undefined {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
}

/** The text with its `{placeholders}` filled; one without a value stays as it is. */
export function interpolate(text: string, values: InterpolationValues = {}): string {
  return text.replace(new RegExp(placeholder, "g"), (whole, name: string) => String(values[name] ?? whole));
}

/** What the server sends beside an English message. */
export interface CodedMessage {
  message: string;
  code?: string | undefined;
  values?: InterpolationValues | undefined;
}

/** The message translated by its code and values. Without a code, by its English text. */
export function translateCodedBy(dictionary: Dictionary, { message, code, values = {} }: CodedMessage): string {
  const english = code === undefined ? undefined : lookUp(messages, code);
  // `validation` also comes with the text of a field, which has no code of its own.
  if (english === undefined || (code === "validation" && message !== english))
    return lookUp(dictionary, message) ?? message;
  const translated = Object.entries(values).map(([name, value]) => [name, translateValue(dictionary, value)]);
  return interpolate(lookUp(dictionary, english) ?? english, Object.fromEntries(translated));
}

/** Values that are names of records or fields have a translation. */
function translateValue(dictionary: Dictionary, value: string | number): string {
  return lookUp(dictionary, String(value)) ?? String(value);
}
