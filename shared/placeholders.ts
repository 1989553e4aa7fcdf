/** What fills the placeholders of a text, by name. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The names of a text's `{placeholders}`. */
export type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Fills the `{placeholders}` of a text; a placeholder without value stays as it is. */
export function interpolate(text: string, values: MessageValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
