/** Texts by their English words. */
export type Dictionary = Readonly<Record<string, string>>;

/** What stands in a text's `{gaps}`, by their names. */
export type InterpolationValues = Readonly<Record<string, string | number>>;

/** A gap in a text, with its name. */
export const placeholder = /\{(\w+)\}/;

/** The dictionary's text for these very words, if it has them. */
export function lookUp(dictionary: Dictionary, text: string): string | undefined {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
}

/** The text with its `{gaps}` filled; a gap without a value stays as it is. */
export function interpolate(text: string, values: InterpolationValues = {}): string {
  return text.replace(new RegExp(placeholder, "g"), (whole, name: string) => String(values[name] ?? whole));
}
