/** Texts by their English words. */
export type Dictionary = Readonly<Record<string, string>>;

/** What stands in a text's `{gaps}`, by their names. */
export type Fillings = Readonly<Record<string, string | number>>;

/** A gap in a text, with its name. */
export const gap = /\{(\w+)\}/;

/** The dictionary's text for these very words, if it has them. */
export function lookUp(dictionary: Dictionary, text: string): string | undefined {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
}

/** The text with its `{gaps}` filled; a gap without a value stays as it is. */
export function filled(text: string, values: Fillings = {}): string {
  return text.replace(new RegExp(gap, "g"), (whole, name: string) => String(values[name] ?? whole));
}
