import { messages } from "../../shared/messages.ts";
import { interpolate, type MessageValues } from "../../shared/placeholders.ts";

/** Translations by their English text. */
export type Dictionary = Readonly<Record<string, string>>;

/** The translation of the text; the text itself if it has none. */
export function translateIfKnown(dictionary: Dictionary, text: string): string {
  return lookUp(dictionary, text) ?? text;
}

/** A message to translate. Without a code it is an English text: an error of a form field, or of this client. */
export interface TranslatableMessage {
  message: string;
  code?: string | undefined;
  values?: MessageValues | undefined;
}

/** Translates a message by its code and values. Without a code, by its English text. */
export function translateServerMessageWith(
  dictionary: Dictionary,
  { message, code, values = {} }: TranslatableMessage,
): string {
  const english = code === undefined ? undefined : lookUp(messages, code);
  // The code `validation` may accompany the message of a single field, which is then translated by its English text.
  if (english === undefined || (code === "validation" && message !== english))
    return translateIfKnown(dictionary, message);
  const translatedValues = Object.entries(values).map(([name, value]) => {
    // A holder is translated in parts; any other value only as a whole, such as the name of a kind of record or field.
    const translate = name === "holder" ? translateHolder : translateIfKnown;
    return [name, translate(dictionary, String(value))];
  });
  return interpolate(translateIfKnown(dictionary, english), Object.fromEntries(translatedValues));
}

/**
 * Translates the value of `{holder}` in the message `in-use`: the label of a resource, followed by the name of a record
 * if it has one, such as "Plot type Corner".
 */
function translateHolder(dictionary: Dictionary, holder: string): string {
  const words = holder.split(" ");
  for (let labelLength = words.length; labelLength > 0; labelLength--) {
    const label = lookUp(dictionary, words.slice(0, labelLength).join(" "));
    const name = words.slice(labelLength).join(" ");
    if (label !== undefined) return `${label} ${translateIfKnown(dictionary, name)}`.trimEnd();
  }
  return holder;
}

function lookUp(texts: Dictionary, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
