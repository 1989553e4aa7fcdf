/** Translations by their English text. */
export type Dictionary = Readonly<Record<string, string>>;

/** The values of a text's `{placeholders}` by name. */
export type InterpolationValues = Readonly<Record<string, string | number>>;

/** Matches one placeholder and captures its name. */
export const placeholder = /\{(\w+)\}/;

/** The translation of exactly this text; undefined when there is none. */
export function lookUp(dictionary: Dictionary, text: string): string | undefined {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
}

/** The text with its `{placeholders}` filled; one without a value stays as it is. */
export function interpolate(text: string, values: InterpolationValues = {}): string {
  return text.replace(new RegExp(placeholder, "g"), (whole, name: string) => String(values[name] ?? whole));
}
