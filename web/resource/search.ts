import type { AnyResource } from "../../shared/registry.ts";
import { hasWordStartingWith, joinWords, wordsOfRecord } from "../../shared/search.ts";

/** Whether a word of the record begins with each search term (from `searchTerms`), like `q` of the server. */
export function matchesSearch(resource: AnyResource, record: object, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const words = joinedWordsOf(resource, record);
  return terms.every((term) => hasWordStartingWith(words, term));
}

const joinedWords = new WeakMap<object, string>();

/** Cached per record: a changed record is a new object. */
function joinedWordsOf(resource: AnyResource, record: object): string {
  const cached = joinedWords.get(record);
  if (cached !== undefined) return cached;
  const words = joinWords(wordsOfRecord(resource, record));
  joinedWords.set(record, words);
  return words;
}
