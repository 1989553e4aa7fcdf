import type { AnyResource } from "../../shared/registry.ts";
import { storedSearchFields, wordsOfText } from "../../shared/search.ts";
import type { Doc, StoredDoc } from "./store.ts";

/** The internal field with the words of a row. Its index has an entry for each word. */
export const searchWordField = "_words";

/** The internal field with the words of the row; no field if the resource has no text that `q` searches. */
export function buildWordField(resource: AnyResource, row: Doc): Pick<StoredDoc, "_words"> {
  const fields = storedSearchFields(resource);
  if (fields.length === 0) return {};
  const texts = fields.map((name) => row[name]).filter((value) => typeof value === "string");
  return { [searchWordField]: [...new Set(texts.flatMap(wordsOfText))] };
}
