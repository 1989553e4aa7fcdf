import type { AnyResource } from "../../shared/registry.ts";
import { foldTerms, foldText } from "../../shared/text.ts";

/** Whether the record contains every search term, in any of the resource's search fields. */
export function matchesSearch(resource: AnyResource, record: object, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchableText(resource, record);
  return words.every((word) => text.includes(word));
}

export function searchTerms(typed: string): readonly string[] {
  return foldTerms(typed);
}

const searchableTexts = new WeakMap<object, string>();

/** Cached per record: a changed record is a new object. */
function searchableText({ searchFields, titleField }: AnyResource, record: object): string {
  const known = searchableTexts.get(record);
  if (known !== undefined) return known;
  const fields = searchFields.length > 0 ? searchFields : [titleField];
  const plain = foldText(fields.map((name) => String(Reflect.get(record, name) ?? "")).join("\n"));
  // House and phone numbers are also found without their dashes.
  const text = `${plain}\n${plain.replace(/-/g, "")}`;
  searchableTexts.set(record, text);
  return text;
}
