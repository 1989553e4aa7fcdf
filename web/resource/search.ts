import type { AnyResource } from "../../shared/registry.ts";
import { foldText } from "../../shared/text.ts";

/** Whether the record contains every search term (from `foldTerms`), in any of the resource's search fields. */
export function matchesSearch(resource: AnyResource, record: object, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const text = getSearchableText(resource, record);
  return terms.every((term) => text.includes(term));
}

const searchableTexts = new WeakMap<object, string>();

/** Cached per record: a changed record is a new object. */
function getSearchableText({ searchFields, titleField }: AnyResource, record: object): string {
  const cached = searchableTexts.get(record);
  if (cached !== undefined) return cached;
  const fields = searchFields.length > 0 ? searchFields : [titleField];
  const foldedText = foldText(fields.map((name) => String(Reflect.get(record, name) ?? "")).join("\n"));
  // House and phone numbers are also found without their dashes.
  const text = `${foldedText}\n${foldedText.replace(/-/g, "")}`;
  searchableTexts.set(record, text);
  return text;
}
