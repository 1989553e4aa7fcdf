/** The values of the placeholders of a text, by name. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The names of a text's `{placeholders}`. */
export type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Replaces the `{placeholders}` of a text by their values; a placeholder without a value stays as it is. */
export function interpolate(text: string, values: MessageValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
