import type { AnyResource } from "../shared/registry.ts";

/** Does the record hold every word, in any of the fields that the resource is searched by? */
export function holdsWords(resource: AnyResource, record: object, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textOf(resource, record);
  return words.every((word) => text.includes(word));
}

export function wordsOf(typed: string): readonly string[] {
  return fold(typed).split(/\s+/).filter(Boolean);
}

const texts = new WeakMap<object, string>();

/** Records are replaced, never changed, so that their folded text can be kept. */
function textOf({ search, title }: AnyResource, record: object): string {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const fields = search.length > 0 ? search : [title];
  const plain = fold(fields.map((name) => String(Reflect.get(record, name) ?? "")).join("\n"));
  // Houses and telephone numbers are also found without their dashes.
  const text = `${plain}\n${plain.replace(/-/g, "")}`;
  texts.set(record, text);
  return text;
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
